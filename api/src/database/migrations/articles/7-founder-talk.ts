import type { Article } from './article.ts';

export const founderTalk: Article = {
  id: 7,
  title: 'Founder talk: why we cut before we add',
  author: 'Tonye Briggs',
  created_at: '2024-06-12T09:00:00.000Z',
  excerpt: 'Our founder on scope, and why the smallest version comes first.',
  content: `<p>Our founder on scope, and why the smallest version comes first.</p>
<p>A loom holds a few hundred threads under tension. Take one out and the cloth shows it for the whole length. That is a useful thing to remember when somebody asks for one more feature.</p>
<p>Cutting is design work. You start from the same material as everyone else, and you make it yours by deciding what to remove.</p>
<h2>What it has to do with software</h2>
<p>Every project we take on starts with too much. A list of features. Three competitors to match. A launch date. The easy thing is to build it all in. We do the other thing:</p>
<ul>
<li>Write down everything the product could do.</li>
<li>Watch five people try to use the smallest version of it.</li>
<li>Cut whatever they did not reach for.</li>
</ul>
<blockquote><p>You make it yours by deciding what to remove.</p></blockquote>
<p>An ordering form we rebuilt went from eleven fields to four. The change that mattered was one line of HTML:</p>
<pre><code>&lt;input name="phone" inputmode="numeric" autocomplete="tel"&gt;</code></pre>
<h3>When not to cut</h3>
<p>Some things hold the rest together. We never cut the ones below, however small the budget.</p>
<table>
<thead><tr><th>What</th><th>Why it stays</th></tr></thead>
<tbody>
<tr><td>Keyboard access</td><td>Someone always needs it</td></tr>
<tr><td>Clear errors</td><td>They save a phone call</td></tr>
<tr><td>A backup</td><td>You will want it once</td></tr>
</tbody>
</table>
<p>If you have a product that does too much, <a href="/contact" rel="ugc nofollow noopener">bring it to us</a>. We like that kind of work.</p>`,
};
