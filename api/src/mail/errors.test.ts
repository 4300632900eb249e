import { expect, test } from 'vitest';
import { processorTime } from 'shared/node/test-support/processor-time';
import { withoutEmails } from './errors.ts';

const said = (text: string, recipient = 'ada.obi@example.com', more = {}) =>
  withoutEmails(text, { recipient, replyTo: null, subject: 'Message from Ada Obi', ...more });

test.each([
  [
    '550 5.1.1 <ada.obi@example.com>: Recipient address rejected',
    'ada.obi@example.com',
    '550 5.1.1 <<…>>: Recipient address rejected',
  ],
  ['550 Ada.Obi@EXAMPLE.com unknown', 'ada.obi@example.com', '550 <…> unknown'],
  ['550 no mailbox ada.obi here', 'ada.obi@example.com', '550 no mailbox <…> here'],
  [
    '550 see https://mail.example/?to=ada.obi%40example.com',
    'ada.obi@example.com',
    '550 see https://mail.example/?to=<…>',
  ],
  ['550 rfc822;ada.obi+40example.com', 'ada.obi@example.com', '550 rfc822;<…>'],
  ['550 <"ada obi"@example.com> unknown', '"ada obi"@example.com', '550 <<…>> unknown'],
  ['Invalid recipient "\\"ada obi\\"@example.com"', '"ada obi"@example.com', 'Invalid recipient "<…>"'],
  ['550 user ada obi unknown', '"ada obi"@example.com', '550 user <…> unknown'],
  ['550 <élan@bücher.example> unknown', 'élan@bücher.example', '550 <<…>> unknown'],
  ['550 <élan@xn--bcher-kva.example> unknown', 'élan@bücher.example', '550 <<…>> unknown'],
  ['550 <e\u0301lan@bücher.example> unknown', 'élan@bücher.example', '550 <<…>> unknown'],
  ['550 no mailbox e\u0301lan here', 'élan@bücher.example', '550 no mailbox <…> here'],
  ['550 <用户@例子.example> unknown', 'someone@example.com', '550 <<…>> unknown'],
  ['550 forwarded to boss@other.example, who refused', 'ada.obi@example.com', '550 forwarded to <…>, who refused'],
  ['550 <"very odd\\" name"@other.example> refused', 'ada.obi@example.com', '550 <<…>> refused'],
  ['554 spam: Message from Ada Obi', 'ada.obi@example.com', '554 spam: <…>'],
])('%s', (text, recipient, left) => {
  expect(said(text, recipient)).toBe(left);
});

test('the address that gets the answer is left out too', () => {
  expect(said('550 Reply-To grace is not allowed', 'office@site.test', { replyTo: 'grace@example.com' })).toBe(
    '550 Reply-To <…> is not allowed',
  );
});

test('a name that contains another one is left out with all of it', () => {
  expect(said('550 no mailbox ada.obi here', 'ada@example.com', { replyTo: 'ada.obi@example.com' })).toBe(
    '550 no mailbox <…> here',
  );
});

test('what helps to find the fault stays', () => {
  const text = '451 4.7.1 Greylisting in action, please come back in 5 minutes: https://help.example/4.7.1';
  expect(said(text)).toBe(text);
  // These would leave out half of every sentence.
  expect(said('554 Not a mailbox', 'a@example.com', { subject: '' })).toBe('554 Not a mailbox');
});

test('a sentence without end takes no time', () => {
  const used = processorTime();
  for (const unit of ['a', 'ſ', '"', '"\\', "'", '@', 'a@', '%40', '"a" ']) said(unit.repeat(10_000 / unit.length));
  expect(used()).toBeLessThan(500);
});
