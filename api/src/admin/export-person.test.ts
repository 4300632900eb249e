/** A person gets everything kept about them, but nothing to act as them with; what is exported is what is deleted. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountCalls } from 'shared/contracts/account';
import { applicationCall } from 'shared/contracts/careers';
import { contactCall } from 'shared/contracts/contact';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { postCalls } from 'shared/contracts/posts';
import { referralCalls } from 'shared/contracts/referrals';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminError } from './admin-error.ts';
import { readRows, type Row } from './backup/rows.ts';
import { tablesOf } from './backup/tables.ts';
import { asColumns } from './lists.ts';
import { findTheirRows, personalColumns, STAYS_NAMELESS } from './personal-data.ts';
import { fillingTokens, mailedToken } from '../mail/mailed-token.ts';
import { fileTransport } from '../mail/transport.ts';
import { personKey } from '../mail/email-key.ts';
import { startOutboxWorker } from '../mail/outbox-worker.ts';
import { runAdminCommand } from '../../test/support/admin.ts';
import { json, SECRET, startApi, type TestApi } from '../../test/support/api.ts';
import { applicationForm } from '../../test/support/applications.ts';
import { goodMessage } from '../../test/support/contact.ts';
import { databaseKinds } from '../../test/support/database.ts';
import { pdf } from '../../test/support/documents.ts';
import { eventLog } from '../../test/support/log.ts';
import { removeAt } from '../../test/support/retention.ts';
import { goodPassword, mailedLink, memberOf, registrationOf, visit } from '../../test/support/visitor.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

interface Exported {
  kept: Record<string, Row[]>;
  mailFiles: Row[];
  notGiven: string[];
}

const columnName = (name: string) => Object.keys(asColumns([{ [name]: null }])[0]!)[0]!;
/** By the database's names. */
const treatments = new Map(
  Object.entries(personalColumns).map(([table, columns]) => [
    columnName(table),
    new Map(Object.entries(columns).map(([name, treatment]) => [columnName(name), treatment])),
  ]),
);
const personalTables = [...treatments].flatMap(([table, columns]) =>
  [...columns.values()].some((treatment) => treatment !== 'impersonal') ? [table] : [],
);

describe.each(databaseKinds)('what is kept about a person on %s', (kind) => {
  let api: TestApi;
  let folder: string;
  let time = Date.now() - 60 * DAY_MS;
  beforeAll(async () => {
    api = await startApi(kind, {}, { clock: () => time });
    folder = await mkdtemp(join(tmpdir(), 'export-test-'));
  });
  afterAll(async () => {
    await api.close();
    await rm(folder, { recursive: true });
  });

  const admin = (...words: string[]) => runAdminCommand(api, words, { rewardMinimum: new Map([['NGN', 1]]) });

  /** Does everything that a visitor can do, and has some of it waiting. */
  const live = async (marker: string) => {
    const email = `${marker}@example.com`;
    const referrer = await memberOf(api, `${randomUUID()}@example.com`);
    const ref = ((await (await referrer.post(referralCalls.link)).json()) as { code: string }).code;
    const visitor = visit(api);
    await visitor.post(accountCalls.register, { ...registrationOf(email), username: `Ada ${marker}`, ref });
    await visitor.get(await mailedLink(api, email));
    await visitor.post(accountCalls.confirm);
    await visitor.post(accountCalls.login, { email, password: goodPassword }, { 'user-agent': `Browser ${marker}` });
    const { code } = (await (await visitor.post(referralCalls.link)).json()) as { code: string };
    const friend = `${randomUUID()}@example.com`;
    await memberOf(api, friend, code);
    const payment = ['--amount', '5', '--currency', 'NGN'];
    await admin('record-payment', '--email', friend, ...payment);
    await admin('record-payment', '--email', email, ...payment, '--id', marker);
    await admin('record-refund', '--payment', `by-hand:${marker}`, '--amount', '1');
    time += 31 * DAY_MS;
    expect((await visitor.post(referralCalls.redeem, { use: 'payments' })).status).toBe(201);
    await visitor.post(accountCalls.forgotPassword, { email });
    const message = { ...goodMessage, email, fullName: marker, subject: marker, message: `It is me, ${marker}.` };
    await api.fetch(contactCall, json(message, { [IDEMPOTENCY_HEADER]: randomUUID() }));
    const cv = Buffer.from(pdf(9_000).toString('latin1').replace('x'.repeat(marker.length), marker), 'latin1');
    const application = applicationForm({ email, firstName: marker, lastName: marker, about: marker }, { bytes: cv });
    expect((await api.fetch(applicationCall, { method: 'POST', body: application })).status).toBe(201);
    await api.fetch(newsletterCalls.subscribe, json({ email }));
    // Without the session, so this post belongs to nobody.
    await api.fetch(postCalls.posts, json({ title: 'Hello', author: marker, content: `<p>I am ${marker}.</p>` }));
    for (const title of ['Shown', 'Hidden']) {
      const own = { title, author: marker, content: `<p>I am ${marker}.</p>` };
      const { postId } = (await (await visitor.post(postCalls.posts, own)).json()) as { postId: number };
      if (title === 'Hidden') await admin('hide', 'post', String(postId));
    }
    const { id } = await api.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const key = {
      id: randomUUID(),
      userId: id,
      name: `Phone of ${marker}`,
      credentialId: randomUUID(),
      publicKey: 'x',
    };
    const device = { counter: 0, deviceType: 'singleDevice', backedUp: 0, transports: null, aaguid: null };
    await api.db
      .insertInto('passkeys')
      .values({ ...key, ...device, createdAt: new Date().toISOString() })
      .execute();
    const [subscriber] = await api.db.selectFrom('subscribers').select('id').where('email', '=', email).execute();
    const issue = await api.db
      .insertInto('newsletterIssues')
      .values({ subject: 's', markdown: 'm', state: 'sending', nextDueAt: null, createdAt: '2026', startedAt: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const delivery = { issueId: issue.id, subscriberId: subscriber!.id, mailId: randomUUID(), tokenHash: randomUUID() };
    await api.db
      .insertInto('newsletterDeliveries')
      .values({ ...delivery, refusedAt: null, unsubscribedAt: null })
      .execute();
    // The same person, maybe another, claims the address.
    await visit(api).post(accountCalls.register, { ...registrationOf(email), username: marker });
    return { email, cv };
  };
  const newMarker = () => `zq${randomUUID().replaceAll('-', '')}`;

  /** Every value in the database, with its row. */
  const cells = async () => {
    const found: { table: string; column: string; value: unknown; row: Row }[] = [];
    for (const table of await tablesOf(api.db))
      for await (const rows of readRows(api.db, table))
        for (const row of rows)
          for (const [column, value] of Object.entries(row)) found.push({ table: table.name, column, value, row });
    return found;
  };
  const holds = (value: unknown, words: string) =>
    Buffer.from(value instanceof Uint8Array ? value : String(value))
      .toString('latin1')
      .includes(words);

  test('is in one table, which has every column of the database', async () => {
    const inDatabase = (await tablesOf(api.db)).map(({ name, columns }) => [
      name,
      columns.map(({ name }) => name).toSorted(),
    ]);
    const listed = [...treatments].map(([table, columns]) => [table, [...columns.keys()].toSorted()] as const);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(inDatabase));
  });

  test('is exported, secrets named and left out, and is what delete-person deletes', async () => {
    const [marker, other] = [newMarker(), newMarker()];
    const { email, cv } = await live(marker);
    await live(other);
    const mails = join(api.place.dataDir, 'mail');
    const log = eventLog();
    const waiting = await api.db.selectFrom('outbox').selectAll().where('state', '=', 'pending').execute();
    const worker = startOutboxWorker({
      ...api,
      transport: fillingTokens(fileTransport(mails, 'site@site.test'), SECRET),
      log,
    });
    await log.seen('mail sent', waiting.length);
    await worker.stop();
    await api.fetch(contactCall, json({ ...goodMessage, email, message: 'Not sent yet.' }));
    await api.fetch(newsletterCalls.subscribe, json({ email }));

    const to = join(folder, kind);
    const printed = await admin('export-person', ` ${email.toUpperCase()} `, '--to', to);
    expect(printed).toMatch(/^contact_messages: 2$.*^Written to .*person\.json\.$/ms);
    const text = await readFile(join(to, 'person.json'), 'utf8');
    const { kept, mailFiles, notGiven } = JSON.parse(text) as Exported;
    expect(Object.keys(kept).toSorted(), 'every table that can have something has').toEqual(personalTables.toSorted());

    const wrong: string[] = [];
    for (const { table, column, value, row } of (await cells()).filter((cell) => holds(cell.value, marker))) {
      const isTheirs = table !== 'posts' || row['owner_id'] !== null;
      const treatment = isTheirs ? treatments.get(table)!.get(column) : 'impersonal';
      const where = `${table}.${column}`;
      const given = kept[table]?.map((row) => row[column]) ?? [];
      const shown = treatment === 'links' ? String(value).replaceAll(/token=[\w-]+/g, 'token=[left out]') : value;
      if (treatment === 'given' || treatment === 'links') expect(given, where).toContain(shown);
      else if (treatment === 'secret') expect(notGiven, where).toContain(where);
      else if (treatment === 'file') expect(await readdir(join(to, 'cvs'))).toHaveLength(1);
      else wrong.push(where);
    }
    expect([...new Set(wrong)].toSorted(), 'a name that somebody typed').toEqual([
      'posts.author',
      'posts.content',
      'posts.excerpt',
    ]);
    const [name] = await readdir(join(to, 'cvs'));
    expect((await readFile(join(to, 'cvs', name!))).equals(cv)).toBe(true);
    for (const path of ['', ...(await readdir(to, { recursive: true }))])
      expect((await stat(join(to, path))).mode & 0o077).toBe(0);
    expect(mailFiles.length).toBeGreaterThan(5);
    expect(mailFiles.map(({ attachments }) => attachments)).toContain(name);
    expect(JSON.stringify(mailFiles)).toContain(`It is me, ${marker}.`);

    // Nothing about anybody else, and nothing that grants access.
    expect(text.toLowerCase()).not.toContain(other);
    expect(notGiven).toEqual(
      expect.arrayContaining([
        'account_tokens.hash',
        'credentials.password',
        'registrations.password',
        'sessions.token',
      ]),
    );
    const secrets = (await cells()).flatMap(({ table, column, value }) =>
      treatments.get(table)!.get(column) === 'secret' && value !== null ? [String(value)] : [],
    );
    const outbox = await api.db.selectFrom('outbox').selectAll().execute();
    const tokens = [...waiting, ...outbox].flatMap(({ id, text }) => [
      mailedToken(SECRET, id),
      ...(/(?<=token=)[\w-]+/.exec(text) ?? []),
    ]);
    expect(secrets.length + tokens.length).toBeGreaterThan(20);
    expect([...secrets, ...tokens].filter((each) => text.includes(each))).toEqual([]);

    const before = await cells();
    await admin('delete-person', email, '--yes');
    const after = new Set((await cells()).map(({ table, row }) => `${table} ${keyIn(table, row)}`));
    const left = Object.entries(kept).flatMap(([table, rows]) =>
      rows.filter((row) => after.has(`${table} ${keyIn(table, row)}`)).map(() => table),
    );
    expect([...new Set(left)].toSorted()).toEqual(STAYS_NAMELESS.map(columnName).toSorted());
    const marks = [marker, personKey(email)];
    const remaining = (await cells()).filter(({ value }) => marks.some((mark) => holds(value, mark)));
    expect([...new Set(remaining.map(({ table }) => table))]).toEqual(['posts', 'refunds']);
    expect(before.length).toBeGreaterThan(after.size);
  });

  test('goes when its time is over, except for what has to be deleted by hand', async () => {
    const { email } = await live(newMarker());
    const finishedAt = new Date(time).toISOString();
    await api.db.updateTable('outbox').set({ state: 'sent', finishedAt }).execute();
    await removeAt(api, time + 10 * 365 * DAY_MS);
    const left = Object.entries(await findTheirRows(api.db, SECRET, email)).filter(([, rows]) => rows.length > 0);
    // `retainedUntil` says until when; a table that is missing there needs a period in `retention`.
    expect(left.map(([table]) => table).toSorted()).toEqual([
      'credentials',
      'hiddenPosts',
      'passkeys',
      'payments',
      'posts',
      'redemptions',
      'referralCodes',
      'referrals',
      'refunds',
      'tokenLedger',
      'users',
    ]);
  });

  test('of an unknown person is empty, and no folder is overwritten', async () => {
    const to = join(folder, `nobody-${kind}`);
    expect(await admin('export-person', 'nobody@example.com', '--to', to)).toBe(
      `Written to ${join(to, 'person.json')}.\n`,
    );
    expect(JSON.parse(await readFile(join(to, 'person.json'), 'utf8'))).toMatchObject({
      kept: {},
      mailFiles: [],
      notGiven: [],
    });
    await expect(admin('export-person', 'nobody@example.com', '--to', to)).rejects.toThrow(AdminError);
  });
});

/** The first column that tells rows of a table apart. */
function keyIn(table: string, row: Row): unknown {
  return (
    row['id'] ??
    row['name'] ??
    row['key'] ??
    row['code'] ??
    `${String(row['user_id'] ?? row['subscriber_id'] ?? row['email'])} ${String(row['expires_at'] ?? row['created_at'])}`
  );
}
