/** Subscriptions, issues, and who got which. */
import type { Generated } from 'kysely';

export interface SubscribersTable {
  id: string;
  /** Empty while the subscription is sealed. */
  email: string;
  /** The email address as it is compared; a keyed hash of it while the subscription is sealed. */
  emailKey: string;
  state: 'pending' | 'confirmed' | 'unsubscribed';
  /** When it was last asked for. */
  askedAt: string;
  confirmedAt: string | null;
  unsubscribedAt: string | null;
}

export interface SubscriberTokensTable {
  /** SHA-256 of the token, which is only in the mail. */
  hash: string;
  subscriberId: string;
  purpose: 'confirm' | 'unsubscribe';
  createdAt: string;
  usedAt: string | null;
}

interface NewsletterIssuesTable {
  id: Generated<number>;
  subject: string;
  /** What all subscribers get. */
  markdown: string;
  state: 'draft' | 'sending' | 'stopped';
  /** When the next of its mails may be sent. */
  nextDueAt: string | null;
  createdAt: string;
  startedAt: string | null;
}

/** An issue that a subscriber gets, or has got. */
interface NewsletterDeliveriesTable {
  issueId: number;
  subscriberId: string;
  /** In the outbox, for as long as it is kept there. */
  mailId: string;
  /** Of the link that unsubscribes. */
  tokenHash: string;
  /** When it was noticed that the mail had been given up. */
  refusedAt: string | null;
  /** When they unsubscribed by a link of this mail. */
  unsubscribedAt: string | null;
}

export interface NewsletterTables {
  subscribers: SubscribersTable;
  subscriberTokens: SubscriberTokensTable;
  newsletterIssues: NewsletterIssuesTable;
  newsletterDeliveries: NewsletterDeliveriesTable;
}
