import type { Article } from './article.ts';

export const flutterOrReactNative: Article = {
  id: 4,
  title: 'Flutter or React Native? How we choose',
  author: null,
  created_at: '2024-04-22T09:00:00.000Z',
  excerpt: 'We ship both. Here is the short list of questions that settles it in one meeting.',
  content: `<p>We ship both. Here is the short list of questions that settles it in one meeting.</p>
<p>Both build one app for Android and iOS. Both are good enough that taste can decide, and that is exactly why we do not let it. We ask five questions instead.</p>
<h2>The five questions</h2>
<ol>
<li><strong>Who looks after it next year?</strong> If your people write React for the web, React Native is half learned already. If there is no team yet, this question is a draw.</li>
<li><strong>Should it look like the phone, or like you?</strong> React Native uses the phone's own controls. Flutter draws every pixel, the same on each device.</li>
<li><strong>What does it touch?</strong> List the cameras, printers, card readers and maps. For each, look for a library that was updated this year. One missing entry outweighs any benchmark.</li>
<li><strong>How old is the oldest phone?</strong> Put the first screen on that phone in week one, in both if need be, and hold it in your hand.</li>
<li><strong>Is there a website that shares its rules?</strong> Prices, forms and checks written in TypeScript can be used by the site and by a React Native app.</li>
</ol>
<h2>What we do not ask</h2>
<p>Which is faster in a chart. On a list of orders and a form, people cannot tell, and we have asked them.</p>
<h2>When the answer is neither</h2>
<p>Sometimes the list shows that a website will do: no store, no download, one address to send on WhatsApp. It is a good meeting when that comes out of it.</p>`,
};
