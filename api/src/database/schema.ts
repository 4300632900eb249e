/**
 * Tables as the queries see them, the same in SQLite and PostgreSQL; in the database the names are snake case (`open.ts`).
 * Points in time are ISO 8601 texts in UTC with milliseconds: both databases compare them in order of time.
 */
import type { Generated, Kysely } from 'kysely';
import type { ReportReason } from 'shared/contracts/moderation';

interface PostsTable {
  id: Generated<number>;
  title: string;
  /** Sanitised HTML. */
  content: string;
  /** First words of the content, without markup: lists need not read the content. */
  excerpt: string;
  author: string | null;
  createdAt: string;
  /** The account that published it; nothing for posts without an account. */
  ownerId: string | null;
  editedAt: string | null;
  /** Grows with each edit. */
  version: Generated<number>;
}

interface ContactMessagesTable {
  id: string;
  fullName: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
  createdAt: string;
}

export interface OutboxTable {
  id: string;
  /** What the mail is about: `contact`, `newsletter`, `application`, `account`, `referral`, `moderation`. */
  topic: string;
  /** Id of the row that it tells about. */
  topicId: string;
  /** Stable over every attempt, so that a mail that arrives twice is recognised. */
  messageId: string;
  /** Emptied when the mail was sent, like everything below up to the attachment: what is left tells nothing about anybody. */
  recipient: string;
  replyTo: string | null;
  subject: string;
  /** Links in it may be as good as a password. */
  text: string;
  /** The same as a page, if the mail has one of its own; otherwise it is made from the text. */
  html: string | null;
  /** Address that unsubscribes with one POST (RFC 8058). */
  unsubscribeUrl: string | null;
  /** A stored file that goes with it. */
  attachmentId: string | null;
  state: 'pending' | 'sent' | 'dead';
  /** Attempts begun. Also the fencing token of a lease: a worker that was overtaken changes nothing. */
  attempts: number;
  /** When the next attempt may begin. A lease pushes it into the future. */
  nextAttemptAt: string;
  lastError: string | null;
  createdAt: string;
  /** When it was sent or given up. */
  finishedAt: string | null;
  /** When an administrator last made it due again. */
  revivedAt: string | null;
  /** Which trace it belongs to, as W3C writes it; null without traces. */
  traceparent: string | null;
}

interface IdempotencyKeysTable {
  key: string;
  /** Hash of the request that used the key first. */
  requestHash: string;
  /** JSON of the answer that it got. */
  answer: string;
  createdAt: string;
}

export interface SubscribersTable {
  id: string;
  /** Empty while the subscription is sealed. */
  email: string;
  /** The address as it is compared; a keyed hash of it while the subscription is sealed. */
  emailKey: string;
  state: 'pending' | 'confirmed' | 'unsubscribed';
  /** When somebody asked last. */
  askedAt: string;
  confirmedAt: string | null;
  unsubscribedAt: string | null;
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
  /** When the mail was found to be given up. */
  refusedAt: string | null;
  /** When they unsubscribed by a link of this mail. */
  unsubscribedAt: string | null;
}

export interface SubscriberTokensTable {
  /** SHA-256 of the token, which stands in the mail only. */
  hash: string;
  subscriberId: string;
  purpose: 'confirm' | 'unsubscribe';
  createdAt: string;
  usedAt: string | null;
}

/** CVs. */
interface FilesTable {
  id: string;
  /** Under which it is handed on. */
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Name of its bytes in `storedFiles`. */
  storedAs: string;
  createdAt: string;
}

/** Every file whose bytes are kept. A row that names one keeps it: the database refuses to delete it then. */
interface StoredFilesTable {
  /** Used once: `cvs/` or `images/` and a random part. */
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Of the bytes, in base64url. */
  sha256: string;
  /** `moving`: still here, and perhaps in object storage already. */
  place: 'database' | 'moving' | 'bucket';
  writtenAt: string;
  /** Of the key that it is encrypted with (`CV_KEY`). Size and hash are those of the encrypted bytes. */
  keyName: Generated<string | null>;
}

/** Bytes of those that are in the database; they go with the row in `storedFiles`. */
interface FileContentsTable {
  name: string;
  content: Uint8Array;
}

/** Deleted, while the object storage may still have them. */
interface DoomedFilesTable {
  name: string;
  doomedAt: string;
}

interface ApplicationsTable {
  id: string;
  /** Slug of the role. */
  role: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** Empty if it was not given, like the free text. */
  linkedin: string;
  about: string;
  cvId: string;
  createdAt: string;
}

interface ImagesTable {
  /** Made from the data: the same image is stored once. */
  id: string;
  /** Name of its bytes in `storedFiles`: WebP. */
  storedAs: string;
  width: number;
  height: number;
  createdAt: string;
  /** When an administrator took it from the site. */
  hiddenAt: string | null;
}

interface PostImagesTable {
  imageId: string;
  postId: number;
}

/** Taken from the site by an administrator. */
interface HiddenPostsTable extends Omit<PostsTable, 'id'> {
  id: number;
  hiddenAt: string;
}

/** What visitors say is wrong with posts; nothing says who they are. */
interface PostReportsTable {
  id: string;
  postId: number;
  reason: ReportReason;
  /** Empty if nothing was said. */
  details: string;
  createdAt: string;
  /** When the company was told. */
  mailedAt: string | null;
}

/** Mailed links that hide a post, once. */
interface HideLinksTable {
  /** SHA-256 of the token, which stands in the mail only. */
  hash: string;
  postId: number;
  expiresAt: string;
}

/** People whose address is confirmed. */
interface UsersTable {
  id: string;
  name: string;
  /** Lower case. */
  email: string;
  /** Better Auth's: 1. Rows with 0 are left by versions that knew no registrations. */
  emailVerified: number;
  image: string | null;
  createdAt: string;
  updatedAt: string;
}

interface SessionsTable {
  id: string;
  /** Half of the cookie: without its signature it opens nothing. */
  token: string;
  userId: string;
  expiresAt: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Ways to log in: a password, or an identity at a provider. */
interface CredentialsTable {
  id: string;
  userId: string;
  /** `credential` for a password. */
  providerId: string;
  /** The user's id for a password, issuer and subject for an identity. */
  accountId: string;
  /** Argon2id. */
  password: string | null;
  scope: string | null;
  /** A provider's tokens are never kept: these stay empty. */
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: string | null;
  refreshTokenExpiresAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Keys of devices that log in to an account, as Better Auth's plugin keeps them. */
interface PasskeysTable {
  id: string;
  userId: string;
  /** As its owner calls it. */
  name: string | null;
  /** Base64url; the device names it when somebody logs in. */
  credentialId: string;
  /** Base64. */
  publicKey: string;
  /** How often the device has signed, if it counts. */
  counter: number;
  deviceType: string;
  /** 1 if the key is in more than one device. */
  backedUp: number;
  transports: string | null;
  /** Model of the device, or zeros. */
  aaguid: string | null;
  createdAt: string;
}

/** Sign-ins at the provider, and ceremonies with passkeys, that have begun. */
interface ProviderStatesTable {
  id: string;
  /** Hashed. */
  identifier: string;
  value: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

interface AccountTokensTable {
  /** SHA-256 of the token, which stands in the mail only. */
  hash: string;
  userId: string;
  purpose: 'reset';
  expiresAt: string;
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
  createdAt: string;
  expiresAt: string;
}

/** Mailed links that prove an address. */
interface RegistrationLinksTable {
  /** SHA-256 of the token, which stands in the mail only. */
  hash: string;
  email: string;
  expiresAt: string;
}

/** When something was tried, for limits that all instances share. */
interface AttemptsTable {
  /** Hash of what is counted. */
  key: string;
  /** JSON array of milliseconds since 1970, oldest first. */
  times: string;
  lastAt: string;
}

/** All but the index for searching, which has a repository of its own (`features/posts/search-index.ts`). */
interface ReferralCodesTable {
  userId: string;
  code: string;
  createdAt: string;
}

interface ReferralsTable {
  id: string;
  referrerId: string;
  /** Hash of the referred person's address. */
  personKey: string;
  registeredAt: string;
}

interface PaymentsTable {
  /** Id of the event. */
  id: string;
  /** Hash of the payer's email address. */
  personKey: string;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  paidAt: string;
  source: 'event' | 'by-hand';
  receivedAt: string;
}

interface RefundsTable {
  /** Id of the event. */
  id: string;
  /** It may not have arrived yet. */
  paymentId: string;
  /** In the smallest unit of the payment's currency. */
  amount: number;
  refundedAt: string;
  source: 'event' | 'by-hand';
  receivedAt: string;
}

interface RedemptionsTable {
  id: string;
  referrerId: string;
  use: 'payments' | 'discount';
  code: string;
  /** US cents, like the ledger's. */
  amount: number;
  createdAt: string;
  usedAt: string | null;
}

/** Only appended to: the database refuses everything else. */
interface TokenLedgerTable {
  id: string;
  referrerId: string;
  referralId: string;
  /** A reversal takes a reward back; a settlement evens that out if the tokens had been redeemed. */
  kind: 'reward' | 'redemption' | 'reversal' | 'settlement';
  /** Negative for redemptions and reversals. */
  amount: number;
  redemptionId: string | null;
  createdAt: string;
  /** Each reward of the referral begins the next one, from 1: there is one entry of each kind in a round. */
  round: Generated<number>;
}

export interface Schema {
  posts: PostsTable;
  contactMessages: ContactMessagesTable;
  outbox: OutboxTable;
  idempotencyKeys: IdempotencyKeysTable;
  subscribers: SubscribersTable;
  subscriberTokens: SubscriberTokensTable;
  newsletterIssues: NewsletterIssuesTable;
  newsletterDeliveries: NewsletterDeliveriesTable;
  files: FilesTable;
  storedFiles: StoredFilesTable;
  fileContents: FileContentsTable;
  doomedFiles: DoomedFilesTable;
  applications: ApplicationsTable;
  referralCodes: ReferralCodesTable;
  referrals: ReferralsTable;
  payments: PaymentsTable;
  refunds: RefundsTable;
  redemptions: RedemptionsTable;
  tokenLedger: TokenLedgerTable;
  images: ImagesTable;
  postImages: PostImagesTable;
  hiddenPosts: HiddenPostsTable;
  hiddenPostImages: PostImagesTable;
  postReports: PostReportsTable;
  hideLinks: HideLinksTable;
  users: UsersTable;
  sessions: SessionsTable;
  credentials: CredentialsTable;
  passkeys: PasskeysTable;
  providerStates: ProviderStatesTable;
  accountTokens: AccountTokensTable;
  registrations: RegistrationsTable;
  registrationLinks: RegistrationLinksTable;
  attempts: AttemptsTable;
}

/** A connection pool or a transaction: repositories take either. */
export type Db = Kysely<Schema>;

export type DatabaseKind = 'sqlite' | 'postgres';
