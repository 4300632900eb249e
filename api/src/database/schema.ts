/**
 * Tables as the queries see them, the same in SQLite and PostgreSQL. Points in time are ISO 8601 texts in UTC
 * with milliseconds: both databases compare them in order of time.
 */
import type { Generated, Kysely } from 'kysely';

interface PostsTable {
  id: Generated<number>;
  title: string;
  /** Sanitised HTML. */
  content: string;
  /** First words of the content, without markup: lists need not read the content. */
  excerpt: string;
  author: string | null;
  created_at: string;
}

interface ContactMessagesTable {
  id: string;
  full_name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
  created_at: string;
}

export interface OutboxTable {
  id: string;
  /** What the mail is about: `contact`, `newsletter`, `application`, `account`, `referral`. */
  topic: string;
  /** Id of the row that it tells about. */
  topic_id: string;
  /** Stable over every attempt, so that a mail that arrives twice is recognised. */
  message_id: string;
  /** Emptied when the mail was sent, like everything below up to the attachment: what is left tells nothing about anybody. */
  recipient: string;
  reply_to: string | null;
  subject: string;
  /** Links in it may be as good as a password. */
  text: string;
  /** Address that unsubscribes with one POST (RFC 8058). */
  unsubscribe_url: string | null;
  /** A stored file that goes with it. */
  attachment_id: string | null;
  state: 'pending' | 'sent' | 'dead';
  /** Attempts begun. Also the fencing token of a lease: whoever was overtaken changes nothing. */
  attempts: number;
  /** When the next attempt may begin. A lease pushes it into the future. */
  next_attempt_at: string;
  last_error: string | null;
  created_at: string;
  /** When it was sent or given up. */
  finished_at: string | null;
  /** When an administrator last made it due again. */
  revived_at: string | null;
}

interface IdempotencyKeysTable {
  key: string;
  /** Hash of the request that used the key first. */
  request_hash: string;
  /** JSON of the answer that it got. */
  answer: string;
  created_at: string;
}

export interface SubscribersTable {
  id: string;
  /** Empty while the subscription is sealed. */
  email: string;
  /** The address as it is compared; a keyed hash of it while the subscription is sealed. */
  email_key: string;
  state: 'pending' | 'confirmed' | 'unsubscribed';
  /** When somebody asked last. */
  asked_at: string;
  confirmed_at: string | null;
  unsubscribed_at: string | null;
}

export interface SubscriberTokensTable {
  /** SHA-256 of the token, which stands in the mail only. */
  hash: string;
  subscriber_id: string;
  purpose: 'confirm' | 'unsubscribe';
  created_at: string;
  used_at: string | null;
}

interface FilesTable {
  id: string;
  name: string;
  media_type: string;
  /** Bytes. */
  size: number;
  content: Uint8Array;
  created_at: string;
}

interface ApplicationsTable {
  id: string;
  /** Slug of the role. */
  role: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  /** Empty if it was not given, like the free text. */
  linkedin: string;
  about: string;
  cv_id: string;
  created_at: string;
}

interface ImagesTable {
  /** Made from the data: the same picture is stored once. */
  id: string;
  /** WebP. */
  data: Uint8Array;
  width: number;
  height: number;
  created_at: string;
  /** When an administrator took it from the site. */
  hidden_at: string | null;
}

interface PostImagesTable {
  image_id: string;
  post_id: number;
}

/** Taken from the site by an administrator. */
interface HiddenPostsTable extends Omit<PostsTable, 'id'> {
  id: number;
  hidden_at: string;
}

/** People whose address is confirmed. */
interface UsersTable {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  /** Better Auth's: 1. Rows with 0 are left by versions that knew no registrations. */
  email_verified: number;
  image: string | null;
  created_at: string;
  updated_at: string;
}

interface SessionsTable {
  id: string;
  /** Half of the cookie: without its signature it opens nothing. */
  token: string;
  user_id: string;
  expires_at: string;
  ip_address: string | null;
  user_agent: string | null;
  created_at: string;
  updated_at: string;
}

/** Ways to log in: a password, or an identity at a provider. */
interface CredentialsTable {
  id: string;
  user_id: string;
  /** `credential` for a password. */
  provider_id: string;
  /** The user's id for a password, issuer and subject for an identity. */
  account_id: string;
  /** Argon2id. */
  password: string | null;
  scope: string | null;
  /** A provider's tokens are never kept: these stay empty. */
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: string | null;
  refresh_token_expires_at: string | null;
  created_at: string;
  updated_at: string;
}

/** Sign-ins at the provider that have begun. */
interface ProviderStatesTable {
  id: string;
  /** Hashed. */
  identifier: string;
  value: string;
  expires_at: string;
  created_at: string;
  updated_at: string;
}

interface AccountTokensTable {
  /** SHA-256 of the token, which stands in the mail only. */
  hash: string;
  user_id: string;
  purpose: 'reset';
  expires_at: string;
}

/** What somebody typed who says that an address is theirs; several may say so of one address. */
interface RegistrationsTable {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  /** Argon2id. */
  password: string;
  /** Code of the referral link that led here. */
  ref: string | null;
  /** SHA-256 of the secret that the browser keeps which sent it; nothing for those of older versions. */
  browser: string | null;
  created_at: string;
  expires_at: string;
}

/** Mailed links that prove an address. */
interface RegistrationLinksTable {
  /** SHA-256 of the token, which stands in the mail only. */
  hash: string;
  email: string;
  expires_at: string;
}

/** When something was tried, for limits that all instances share. */
interface AttemptsTable {
  /** Hash of what is counted. */
  key: string;
  /** JSON array of milliseconds since 1970, oldest first. */
  times: string;
  last_at: string;
}

/** All but the index for searching, which has a repository of its own (`features/posts/search-index.ts`). */
interface ReferralCodesTable {
  user_id: string;
  code: string;
  created_at: string;
}

interface ReferralsTable {
  id: string;
  referrer_id: string;
  /** Hash of the referred person's address. */
  person_key: string;
  registered_at: string;
}

interface PaymentsTable {
  /** Id of the event. */
  id: string;
  /** Hash of the address of whoever paid. */
  person_key: string;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  paid_at: string;
  source: 'event' | 'by-hand';
  received_at: string;
}

interface RefundsTable {
  /** Id of the event. */
  id: string;
  /** It may not have arrived yet. */
  payment_id: string;
  /** In the smallest unit of the payment's currency. */
  amount: number;
  refunded_at: string;
  source: 'event' | 'by-hand';
  received_at: string;
}

interface RedemptionsTable {
  id: string;
  referrer_id: string;
  use: 'payments' | 'discount';
  code: string;
  /** US cents, like the ledger's. */
  amount: number;
  created_at: string;
  used_at: string | null;
}

/** Only appended to: the database refuses everything else. */
interface TokenLedgerTable {
  id: string;
  referrer_id: string;
  referral_id: string;
  /** A reversal takes a reward back; a settlement evens that out if the tokens had been redeemed. */
  kind: 'reward' | 'redemption' | 'reversal' | 'settlement';
  /** Negative for redemptions and reversals. */
  amount: number;
  redemption_id: string | null;
  created_at: string;
  /** Each reward of the referral begins the next one, from 1: there is one entry of each kind in a round. */
  round: Generated<number>;
}

export interface Schema {
  posts: PostsTable;
  contact_messages: ContactMessagesTable;
  outbox: OutboxTable;
  idempotency_keys: IdempotencyKeysTable;
  subscribers: SubscribersTable;
  subscriber_tokens: SubscriberTokensTable;
  files: FilesTable;
  applications: ApplicationsTable;
  referral_codes: ReferralCodesTable;
  referrals: ReferralsTable;
  payments: PaymentsTable;
  refunds: RefundsTable;
  redemptions: RedemptionsTable;
  token_ledger: TokenLedgerTable;
  images: ImagesTable;
  post_images: PostImagesTable;
  hidden_posts: HiddenPostsTable;
  hidden_post_images: PostImagesTable;
  users: UsersTable;
  sessions: SessionsTable;
  credentials: CredentialsTable;
  provider_states: ProviderStatesTable;
  account_tokens: AccountTokensTable;
  registrations: RegistrationsTable;
  registration_links: RegistrationLinksTable;
  attempts: AttemptsTable;
}

/** A connection pool or a transaction: repositories take either. */
export type Db = Kysely<Schema>;

export type DatabaseKind = 'sqlite' | 'postgres';
