import type { Article } from './article.ts';

export const remoteByDefault: Article = {
  id: 1,
  title: 'Port Harcourt to anywhere: remote by default',
  author: null,
  created_at: '2024-02-26T09:00:00.000Z',
  excerpt: 'How a small team in Rivers State runs projects across four time zones.',
  content: `<p>How a small team in Rivers State runs projects across four time zones.</p>
<p>Nigeria is one hour ahead of London in winter and in the same hour in summer. Lagos and Port Harcourt share a clock with Paris for half the year. That is luck, and we use it. The rest is habit, and habit can be written down.</p>
<h2>Write first, then talk</h2>
<p>A call is for deciding. It is a poor place to find out what the question is. So every call has a page before it: what we know, what we do not know, what we would do if nobody answered. People who cannot join read the page and leave a comment. Often the call gets shorter. Sometimes it disappears.</p>
<h2>One board, no second copy</h2>
<p>Each project has one board, and the client sees all of it. No private list behind the public one. It is uncomfortable for about a week. After that, nobody asks for a status report, because the status is there.</p>
<h2>A link that works on your phone</h2>
<p>Every change gets its own address, open to the client, built to load on an ordinary phone. Seeing a thing beats hearing about it. It also tells us early when a page is too heavy, because the client is the one who waits for it.</p>
<h2>What we plan for</h2>
<ul>
<li><strong>Power.</strong> The lights go out. Work is saved as it is done, never only on one machine.</li>
<li><strong>The line.</strong> Two connections from two providers, and calls that survive on sound alone.</li>
<li><strong>Sleep.</strong> A message sent at midnight is for the morning. Nobody is expected to have seen it.</li>
</ul>
<p>None of this needs a special tool. It needs somebody to write the page before the call.</p>`,
};
