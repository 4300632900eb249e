import type { Article } from './article.ts';

export const logs: Article = {
  id: 2,
  title: 'Logs a tired person can read',
  author: null,
  created_at: '2024-03-18T09:00:00.000Z',
  excerpt: 'Good logging is copywriting. A few rules we follow at three in the morning.',
  content: `<p>Good logging is copywriting. A few rules we follow at three in the morning.</p>
<p>A log has one reader, and that reader is having a bad night. They did not write the code. They have a phone in one hand. Write for them.</p>
<h2>Say what happened, then what it means</h2>
<p>Compare two lines about the same event:</p>
<pre><code>ERR conn refused 10.0.0.4:5432
database unreachable, orders are queued, retry in 5 s</code></pre>
<p>The first one is true. The second one lets you decide whether to get up.</p>
<h2>Four rules</h2>
<ol>
<li><strong>One event, one line.</strong> If a request can be told in one line, do not tell it in nine.</li>
<li><strong>Same words for the same thing.</strong> If it is an order here, it is not a purchase there. Somebody will search for it.</li>
<li><strong>An error is something a person must act on.</strong> Everything else is a warning or less. An alarm that rings every hour is furniture.</li>
<li><strong>Never the secret, never the letter.</strong> No passwords, no tokens, no text that a customer wrote. Log the id, and look the rest up.</li>
</ol>
<h2>Test it like a page</h2>
<p>Once a quarter we break something on purpose, on a copy of the system, and hand the log to somebody who was not there. If they can say what broke in five minutes, the log is good. If they ask us, we rewrite the lines they stumbled over.</p>
<p>It is the cheapest usability test we know.</p>`,
};
