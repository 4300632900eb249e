/**
 * What is kept about a person, table by table and column by column: the one place that `export-person` and
 * `delete-person` follow. A column that is not named here does not compile, and a test compares it with the database.
 */
import type { Selectable } from 'kysely';
import type { InstallationSecret } from 'shared/node/installation-secret';
import { topicOf } from '../features/posts/moderation/moderation-mails.ts';
import { emailKey, personKey, personKeys, sealedKeys } from '../mail/email-key.ts';
import type { MailFile } from '../mail/files.ts';
import type { Db, Schema } from '../database/schema.ts';

/**
 * `given`: exported as it is. `links`: exported without the tokens in its links. `secret`: grants access to something,
 * so an export only names it. `file`: exported as a file. `impersonal`: says nothing about an identifiable person.
 */
type Treatment = 'given' | 'links' | 'secret' | 'file' | 'impersonal';

type Columns<Table> = Record<keyof Table, Treatment>;

/** The same treatment for every column. */
const all = <const Names extends readonly string[]>(
  treatment: Treatment,
  ...names: Names
): Record<Names[number], Treatment> =>
  Object.fromEntries(names.map((name) => [name, treatment])) as Record<Names[number], Treatment>;

const post = all(
  'given',
  ...(['id', 'title', 'content', 'excerpt', 'author', 'createdAt', 'ownerId', 'editedAt', 'version'] as const),
);

export const personalColumns: { [Table in keyof Schema]: Columns<Schema[Table]> } = {
  contactMessages: all('given', 'id', 'fullName', 'email', 'phone', 'subject', 'message', 'createdAt'),
  applications: all(
    'given',
    ...(['id', 'role', 'firstName', 'lastName', 'email', 'phone', 'linkedin', 'about', 'cvId', 'createdAt'] as const),
  ),
  files: all('given', 'id', 'name', 'mediaType', 'size', 'storedAs', 'createdAt'),
  storedFiles: all('given', 'name', 'mediaType', 'size', 'sha256', 'place', 'writtenAt', 'keyName'),
  fileContents: { name: 'given', content: 'file' },
  subscribers: all('given', 'id', 'email', 'emailKey', 'state', 'askedAt', 'confirmedAt', 'unsubscribedAt'),
  subscriberTokens: { ...all('given', 'subscriberId', 'purpose', 'createdAt', 'usedAt'), hash: 'secret' },
  newsletterDeliveries: {
    ...all('given', 'issueId', 'subscriberId', 'mailId', 'refusedAt', 'unsubscribedAt'),
    tokenHash: 'secret',
  },
  users: all('given', 'id', 'name', 'email', 'emailVerified', 'image', 'createdAt', 'updatedAt'),
  sessions: {
    ...all('given', 'id', 'userId', 'expiresAt', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt'),
    token: 'secret',
  },
  credentials: {
    ...all('given', 'id', 'userId', 'providerId', 'accountId', 'scope', 'createdAt', 'updatedAt'),
    ...all('given', 'accessTokenExpiresAt', 'refreshTokenExpiresAt'),
    ...all('secret', 'password', 'accessToken', 'refreshToken', 'idToken'),
  },
  passkeys: {
    ...all('given', 'id', 'userId', 'name', 'credentialId', 'publicKey', 'counter', 'deviceType', 'backedUp'),
    ...all('given', 'transports', 'aaguid', 'createdAt'),
  },
  accountTokens: { ...all('given', 'userId', 'purpose', 'expiresAt'), hash: 'secret' },
  registrations: {
    ...all('given', 'id', 'email', 'name', 'ref', 'createdAt', 'expiresAt'),
    ...all('secret', 'password', 'browser'),
  },
  registrationLinks: { ...all('given', 'email', 'expiresAt'), hash: 'secret' },
  referralCodes: all('given', 'userId', 'code', 'createdAt'),
  referrals: all('given', 'id', 'referrerId', 'personKey', 'registeredAt'),
  payments: all('given', 'id', 'personKey', 'amount', 'currency', 'paidAt', 'source', 'receivedAt'),
  refunds: all('given', 'id', 'paymentId', 'amount', 'refundedAt', 'source', 'receivedAt'),
  redemptions: all('given', 'id', 'referrerId', 'use', 'code', 'amount', 'createdAt', 'usedAt'),
  tokenLedger: all(
    'given',
    ...(['id', 'referrerId', 'referralId', 'kind', 'amount', 'redemptionId', 'createdAt', 'round'] as const),
  ),
  outbox: {
    ...all('given', 'id', 'topic', 'topicId', 'messageId', 'recipient', 'replyTo', 'subject', 'attachmentId', 'state'),
    ...all('given', 'attempts', 'nextAttemptAt', 'lastError', 'createdAt', 'finishedAt', 'revivedAt'),
    traceparent: 'impersonal',
    ...all('links', 'text', 'html', 'unsubscribeUrl'),
  },
  idempotencyKeys: all('given', 'key', 'requestHash', 'answer', 'createdAt'),

  // What they published while logged in: a typed name does not prove who wrote a post.
  posts: post,
  hiddenPosts: { ...post, hiddenAt: 'given' },
  // Nothing records who reported a post.
  postReports: all('impersonal', 'id', 'postId', 'reason', 'details', 'createdAt', 'mailedAt'),
  hideLinks: all('impersonal', 'hash', 'postId', 'expiresAt'),
  newsletterIssues: all('impersonal', 'id', 'subject', 'markdown', 'state', 'nextDueAt', 'createdAt', 'startedAt'),
  // Deleted files, except for the objects that housekeeping still has to delete.
  doomedFiles: all('impersonal', 'name', 'doomedAt'),
  // The images of a person's posts are exported as files; the rows say nothing more.
  images: all('impersonal', 'id', 'storedAs', 'width', 'height', 'createdAt', 'hiddenAt'),
  postImages: all('impersonal', 'imageId', 'postId'),
  hiddenPostImages: all('impersonal', 'imageId', 'postId'),
  // Hashes that are deleted within a day. Whose sign-in it is becomes known only when it ends; of a member who adds a
  // passkey it has the id alone, which says nothing once the account is gone.
  attempts: all('impersonal', 'key', 'times', 'lastAt'),
  providerStates: all('impersonal', 'id', 'identifier', 'value', 'expiresAt', 'createdAt', 'updatedAt'),
};

/**
 * What stays after `delete-person`, since accounts must add up: `referrals` loses the mark by which the person would be
 * recognised, and the rest names a user, or a payment, that is not there any more.
 */
export const STAYS_NAMELESS: readonly (keyof Schema)[] = ['referrals', 'refunds', 'redemptions', 'tokenLedger'];

/** Rows of a person by table; without the contents of files. */
export type TheirRows = Awaited<ReturnType<typeof findTheirRows>>;

/** @param secret the installation's, which finds an email address that has unsubscribed */
export async function findTheirRows(tx: Db, secret: InstallationSecret, email: string) {
  const key = emailKey(email);
  // Compared as emails are everywhere else, which SQL cannot do: SQLite's `lower` handles only ASCII.
  const isTheirs = (row: { email: string }) => emailKey(row.email) === key;
  const idsIn = async (table: 'applications' | 'contactMessages' | 'users') =>
    (await tx.selectFrom(table).select(['id', 'email']).execute()).filter(isTheirs).map(({ id }) => id);

  const applications = await byIds(await idsIn('applications'), (ids) =>
    tx.selectFrom('applications').selectAll().where('id', 'in', ids).execute(),
  );
  const contactMessages = await byIds(await idsIn('contactMessages'), (ids) =>
    tx.selectFrom('contactMessages').selectAll().where('id', 'in', ids).execute(),
  );
  const userIds = await idsIn('users');
  const ofUsers = <Row>(find: (ids: string[]) => Promise<Row[]>) => byIds(userIds, find);
  const subscribers = await tx
    .selectFrom('subscribers')
    .selectAll()
    .where('emailKey', 'in', [key, ...sealedKeys(secret, email)])
    .execute();
  const subscriberIds = subscribers.map(({ id }) => id);

  const posts = await ofUsers((ids) => tx.selectFrom('posts').selectAll().where('ownerId', 'in', ids).execute());
  const hiddenPosts = await ofUsers((ids) =>
    tx.selectFrom('hiddenPosts').selectAll().where('ownerId', 'in', ids).execute(),
  );

  const topics = new Set([
    ...[...applications, ...contactMessages, ...subscribers].map(({ id }) => id),
    ...userIds,
    ...[...posts, ...hiddenPosts].map(({ id }) => topicOf(id)),
  ]);
  const about = await byIds([...topics], (some) =>
    tx.selectFrom('outbox').select('id').where('topicId', 'in', some).execute(),
  );
  // Sent mails, of which there are most, have no address any more.
  const unsent = tx.selectFrom('outbox').select(['id', 'recipient as email']).where('state', '<>', 'sent');
  const mailIds = [...new Set([...about, ...(await unsent.execute()).filter(isTheirs)].map(({ id }) => id))];
  const answers = [...applications, ...contactMessages].map(({ id }) => JSON.stringify({ id }));

  const cvIds = applications.map(({ cvId }) => cvId);
  const files = await byIds(cvIds, (ids) => tx.selectFrom('files').selectAll().where('id', 'in', ids).execute());
  const names = files.map(({ storedAs }) => storedAs);

  const person = personKeys(email);
  const payments = await tx.selectFrom('payments').selectAll().where('personKey', 'in', person).execute();
  const referred = await tx.selectFrom('referrals').selectAll().where('personKey', 'in', person).execute();
  const referring = await ofUsers((ids) =>
    tx.selectFrom('referrals').selectAll().where('referrerId', 'in', ids).execute(),
  );

  return {
    users: await ofUsers((ids) => tx.selectFrom('users').selectAll().where('id', 'in', ids).execute()),
    sessions: await ofUsers((ids) => tx.selectFrom('sessions').selectAll().where('userId', 'in', ids).execute()),
    credentials: await ofUsers((ids) => tx.selectFrom('credentials').selectAll().where('userId', 'in', ids).execute()),
    passkeys: await ofUsers((ids) => tx.selectFrom('passkeys').selectAll().where('userId', 'in', ids).execute()),
    accountTokens: await ofUsers((ids) =>
      tx.selectFrom('accountTokens').selectAll().where('userId', 'in', ids).execute(),
    ),
    registrations: (await tx.selectFrom('registrations').selectAll().execute()).filter(isTheirs),
    registrationLinks: (await tx.selectFrom('registrationLinks').selectAll().execute()).filter(isTheirs),
    posts,
    hiddenPosts,
    contactMessages,
    applications,
    files,
    storedFiles: await byIds(names, (each) =>
      tx.selectFrom('storedFiles').selectAll().where('name', 'in', each).execute(),
    ),
    fileContents: await byIds(names, (each) =>
      tx.selectFrom('fileContents').select('name').where('name', 'in', each).execute(),
    ),
    subscribers,
    subscriberTokens: await byIds(subscriberIds, (ids) =>
      tx.selectFrom('subscriberTokens').selectAll().where('subscriberId', 'in', ids).execute(),
    ),
    newsletterDeliveries: await byIds(subscriberIds, (ids) =>
      tx.selectFrom('newsletterDeliveries').selectAll().where('subscriberId', 'in', ids).execute(),
    ),
    outbox: await byIds(mailIds, (ids) => tx.selectFrom('outbox').selectAll().where('id', 'in', ids).execute()),
    idempotencyKeys: await byIds(answers, (each) =>
      tx.selectFrom('idempotencyKeys').selectAll().where('answer', 'in', each).execute(),
    ),
    referralCodes: await ofUsers((ids) =>
      tx.selectFrom('referralCodes').selectAll().where('userId', 'in', ids).execute(),
    ),
    /** By whom the person was referred, and whom the person referred. */
    referrals: [...referred, ...referring.filter(({ id }) => !referred.some((other) => other.id === id))],
    redemptions: await ofUsers((ids) =>
      tx.selectFrom('redemptions').selectAll().where('referrerId', 'in', ids).execute(),
    ),
    tokenLedger: await ofUsers((ids) =>
      tx.selectFrom('tokenLedger').selectAll().where('referrerId', 'in', ids).execute(),
    ),
    payments,
    refunds: await byIds(
      payments.map(({ id }) => id),
      (ids) => tx.selectFrom('refunds').selectAll().where('paymentId', 'in', ids).execute(),
    ),
  } satisfies Partial<{ [Table in keyof Schema]: Partial<Selectable<Schema[Table]>>[] }>;
}

/**
 * Other email addresses that something is kept under and that reach the same mailbox, as Gmail's do with other dots
 * (decision 048). Whether they are the same person's is for people to judge.
 */
export async function findOtherSpellings(db: Db, email: string): Promise<string[]> {
  const tables = ['users', 'registrations', 'applications', 'contactMessages', 'subscribers'] as const;
  const found = await Promise.all(tables.map((table) => db.selectFrom(table).select('email').distinct().execute()));
  const [key, person] = [emailKey(email), personKey(email)];
  const emails = found.flat().flatMap((row) => row.email ?? []);
  const others = emails.filter((each) => emailKey(each) !== key && personKey(each) === person);
  return [...new Map(others.map((each) => [emailKey(each), each])).values()].toSorted();
}

/** Whether a mail in a file is to the person, or about something of theirs. */
export function isTheirMail(email: string, { outbox }: Pick<TheirRows, 'outbox'>) {
  const key = emailKey(email);
  const ids = new Set(outbox.map(({ id }) => id));
  return async ({ id, emails }: Pick<MailFile, 'id' | 'emails'>): Promise<boolean> =>
    ids.has(id) || (await emails()).some((each) => emailKey(each) === key);
}

/** Ids that a statement names at a time: databases take only so many, and one address may have any number of rows. */
const IDS_AT_ONCE = 1_000;

/** Runs no query for an empty list. */
export async function byIds<Row>(ids: string[], find: (ids: string[]) => Promise<Row[]>): Promise<Row[]> {
  const found: Row[] = [];
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) found.push(...(await find(ids.slice(at, at + IDS_AT_ONCE))));
  return found;
}
