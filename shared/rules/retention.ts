/**
 * Which personal data is kept, what for, and how long. This table is the only place for that: the API deletes by it
 * (`api/src/retention/retention.ts`), and the privacy policy shows it.
 */
import { counted } from './counted.ts';
import { CONFIRM_HOURS } from './limits.ts';
import { DAY_MS } from './time.ts';

/** Data that is deleted automatically. */
interface Retained {
  /** In a visitor's words. */
  what: string;
  why: string;
  /** How long, in days. */
  days: number;
  /** When the period begins, as in '30 days after they were sent'. */
  after: string;
}

/** Data that is not deleted automatically. */
interface RetainedUntil {
  what: string;
  why: string;
  until: string;
}

export const retention = {
  messages: {
    what: 'Messages from the contact form',
    why: 'to answer you, and to look up what was said',
    days: 365,
    after: 'they arrived',
  },
  applications: { what: 'Applications with their CVs', why: 'to decide on them', days: 180, after: 'they arrived' },
  unconfirmedSubscriptions: {
    what: 'Newsletter addresses that nobody confirmed',
    why: 'to recognise the address when the emailed link is opened',
    days: 30,
    after: 'they were last entered',
  },
  endedSubscriptions: {
    what: 'Newsletter subscriptions that ended, and which issues they got, with a keyed hash in place of the address',
    why: 'so that unsubscribe links keep working',
    days: 3 * 365,
    after: 'unsubscribing',
  },
  registrations: {
    what: 'Accounts whose address nobody confirmed',
    why: 'to recognise the address when the emailed link is opened',
    days: CONFIRM_HOURS / 24,
    after: 'registering',
  },
  sessions: {
    what: 'Logins: when they began, from which connection and with which browser',
    why: 'to keep you logged in, and to show you where you are logged in',
    days: 14,
    after: 'logging in, or when you log out',
  },
  signIns: {
    what: 'Logins begun with a third party or a passkey',
    why: 'to recognise you when you come back',
    days: 1,
    after: 'you began',
  },
  attempts: {
    what: 'How often an address or a connection tried something, stored as a hash',
    why: 'so that nobody can guess passwords or flood a mailbox',
    days: 1,
    after: 'the last time',
  },
  submissions: {
    what: 'Markers of forms that were sent, without their content',
    why: 'so that a form sent twice counts once',
    days: 1,
    after: 'they were sent',
  },
  sentMails: {
    what: 'Records that an email was sent and when, without recipient, subject or text',
    why: 'to find faults',
    days: 30,
    after: 'it was sent',
  },
  deadLetters: {
    what: 'Emails that could not be delivered',
    why: 'to send them once the fault is fixed',
    days: 30,
    after: 'the last attempt',
  },
  mailFiles: {
    what: 'Emails kept as files, where no mail server sends them',
    why: 'to read them there',
    days: 30,
    after: 'they were written',
  },
  reports: {
    what: 'Reports about posts, without the names of those who sent them',
    why: 'to decide what happens to the post',
    days: 180,
    after: 'they arrived',
  },
  images: {
    what: 'Pictures that are not in any post',
    why: 'to use them in the post being written',
    days: 1,
    after: 'they were uploaded',
  },
  uploads: {
    what: 'Files that arrived only in part',
    why: 'because they may still be arriving',
    days: 1 / 24,
    after: 'they started to arrive',
  },
} as const satisfies Record<string, Retained>;

export type RetainedKind = keyof typeof retention;

export const retainedUntil: readonly RetainedUntil[] = [
  // The servers print them; if you keep them, you have to delete them (docs/admin.md).
  {
    what: 'Server logs: connection, page, time and result',
    why: 'to find faults',
    until: '30 days at most',
  },
  {
    what: 'Newsletter addresses, and which issues were sent to them',
    why: 'to send you each issue, and none of them twice',
    until: 'until you unsubscribe',
  },
  { what: 'Accounts with their passkeys', why: 'to log you in', until: 'until the account is deleted' },
  {
    what: 'Payments, referrals and tokens, with a hash in place of the address',
    why: 'for our bookkeeping',
    until: 'as long as the law requires us to keep our books',
  },
  { what: 'Posts and their pictures', why: 'to publish them', until: 'until you delete them, or ask us to' },
];

/** Milliseconds. */
export function retentionTime(kind: RetainedKind): number {
  return retention[kind].days * DAY_MS;
}

/** In words: `3 years`, `30 days`, `1 hour`. */
export function retentionPeriod(kind: RetainedKind): string {
  const { days }: Retained = retention[kind];
  const [count, unit] =
    days < 1 ? [Math.round(days * 24), 'hour'] : days % 365 === 0 ? [days / 365, 'year'] : [days, 'day'];
  return counted(count, unit);
}

/** The table as visitors read it: what, what for, how long. */
export function retentionTable(): { what: string; why: string; period: string }[] {
  const kinds = Object.keys(retention) as RetainedKind[];
  return [
    ...retainedUntil.map(({ what, why, until }) => ({ what, why, period: until })),
    ...kinds.map((kind) => ({
      what: retention[kind].what,
      why: retention[kind].why,
      period: `${retentionPeriod(kind)} after ${retention[kind].after}`,
    })),
  ];
}
