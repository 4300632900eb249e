import type { Article } from './article.ts';

export const checkout: Article = {
  id: 6,
  title: 'Designing checkout for patchy networks',
  author: null,
  created_at: '2024-05-28T09:00:00.000Z',
  excerpt: 'Six small decisions that keep a sale alive when the signal drops between two cell towers.',
  content: `<p>Six small decisions that keep a sale alive when the signal drops between two cell towers.</p>
<p>Somebody buys a pair of shoes on a bus. The bus goes under a bridge. What your shop does in the next twenty seconds decides whether the sale is still there on the other side.</p>
<ol>
<li><strong>Keep what was typed.</strong> Address and phone number stay on the phone as they are entered. A reload costs nothing.</li>
<li><strong>Give every order a number before it is sent.</strong> The phone makes the number. If the order is sent twice, the shop sees one number and makes one order.</li>
<li><strong>Say where the money is.</strong> 'Not charged', 'being checked' and 'paid' are three states, and each gets a sentence. A spinner is not a state.</li>
<li><strong>Make the last page small.</strong> No carousel, no fonts that were not there before. The page after the payment must arrive even on a bad line.</li>
<li><strong>Try again without being asked, but not for ever.</strong> Three tries, a little further apart each time. Then a button, and a sentence that says nothing is lost.</li>
<li><strong>Send the receipt by another road.</strong> A text message or a mail arrives later by itself, when the browser has long been closed.</li>
</ol>
<h2>How to test it</h2>
<p>Open the shop on a phone, begin to pay, and walk into a lift. It is free, and it finds more than any simulator we have used.</p>
<p>The second decision does most of the work. If you do only one of the six, give the order its number first.</p>`,
};
