/**
 * How many mails caused by strangers one mailbox gets: typing another person's email must not fill their mailbox, from
 * any number of IP addresses and through any number of forms (decision 047).
 */
import { DAY_MS, MINUTE_MS } from 'shared/rules/time';
import { isVariant, personKey } from './email-key.ts';
import type { Limit } from '../database/attempts.ts';

/**
 * Who can make a mail be sent: `company` goes to the company itself; `recipient` to a member who is logged in, or has
 * opened a link from an earlier mail; the others to any email that a stranger has typed. `account-link` goes to the
 * owner of an account, `registration-link` to an email without one.
 */
export type MailCause = 'company' | 'recipient' | StrangersMail;

type StrangersMail = 'application-receipt' | 'newsletter' | 'account-link' | 'registration-link';

type Rule = Omit<Limit, 'of'>;

/** Between two mails of the newsletter that strangers cause. */
const NEWSLETTER_PAUSE: Rule = { max: 1, within: 10 * MINUTE_MS };

const perKind: Record<StrangersMail, Rule[]> = {
  'application-receipt': [{ max: 3, within: DAY_MS }],
  newsletter: [NEWSLETTER_PAUSE, { max: 5, within: DAY_MS }],
  // Limited where they are asked for (`features/accounts/limits.ts`), so that the owner always has a link that works.
  'account-link': [],
  'registration-link': [],
};

/** Of all kinds together. */
const TOGETHER: Rule = { max: 10, within: DAY_MS };

/** Spellings with a tag or quotes are the same mailbox: {@link personKey}. */
export function mailLimits(cause: MailCause, recipient: string): Limit[] {
  if (cause === 'company' || cause === 'recipient') return [];
  const person = personKey(recipient);
  // Links count, so that fewer other mails are sent, but are never held back from an account or from the plain email of
  // a mailbox, so that other mails lock no one out. Variants are many: without a limit they could fill the mailbox.
  const isExempt = cause === 'account-link' || (cause === 'registration-link' && !isVariant(recipient));
  return [
    ...perKind[cause].map((rule) => ({ ...rule, of: countedAs(cause, rule, person) })),
    { ...TOGETHER, ...(isExempt ? { max: Infinity } : {}), of: `strangers-mail ${person}` },
  ];
}

const countedAs = (cause: StrangersMail, { within }: Rule, person: string): string =>
  `${cause}-mail ${within} ${person}`;

/** What is given back ({@link giveBackWithin}) so that the next mail of the newsletter need not wait for the pause. */
export function newsletterPause(recipient: string): string {
  return countedAs('newsletter', NEWSLETTER_PAUSE, personKey(recipient));
}
