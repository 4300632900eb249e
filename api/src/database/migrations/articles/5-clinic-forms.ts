import type { Article } from './article.ts';

/** The healthcare interview, which /blogDetails shows. */
export const clinicForms: Article = {
  id: 5,
  title: 'What a clinic taught us about forms',
  author: null,
  created_at: '2024-05-09T09:00:00.000Z',
  excerpt: 'An interview about queues, paper cards, and the one question no form should ask twice.',
  content: `<p>An interview about queues, paper cards, and the one question no form should ask twice.</p>
<p>We spent a morning at the front desk of a small clinic, watching how a visit begins. Afterwards we sat down with the person who runs the desk. The questions are ours, the answers are hers, shortened.</p>
<p><strong>What does a visit begin with?</strong></p>
<p>With a card. Name, date of birth, phone number, next of kin. People fill it in standing up, often with a child on one arm. If the card is long, the queue is long.</p>
<p><strong>Which question causes the most trouble?</strong></p>
<p>The phone number, and not because people do not know it. They know three. They want to ask which one. The card gives them one line and no reason.</p>
<p><strong>What would you do with a screen instead?</strong></p>
<p>Ask less, first. A screen that asks everything the card asks is a slower card. Half of what is on it we never read before the doctor does.</p>
<p><strong>And the question no form should ask twice?</strong></p>
<p>'Have you been here before?' If you have, we should know. If you have not, you feel like a stranger. We look it up by phone number now, and nobody has to answer it.</p>
<p><strong>What do you do when the power is out?</strong></p>
<p>Paper. So whatever you build has to let us type the paper in afterwards, at night, without pretending that it is still the morning. The time of the visit is not the time of the typing.</p>
<p><strong>What did you think of our first draft?</strong></p>
<p>It was polite. It said 'please' four times and still did not say why you wanted my address. Say why. People give you almost anything if you say why.</p>
<h2>What we took home</h2>
<ul>
<li>Say beside each field what it is for, in one short line.</li>
<li>Ask for the phone number first, and fill in what is already known.</li>
<li>Keep two times: when it happened and when it was entered.</li>
<li>Let a form be left half done and picked up again.</li>
</ul>`,
};
