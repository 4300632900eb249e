import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CamelCasePlugin, Kysely, sql } from 'kysely';
import { accountCalls } from 'shared/contracts/account';
import { applicationCall } from 'shared/contracts/careers';
import { contactCall } from 'shared/contracts/contact';
import type { Session } from 'shared/contracts/shell';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { postCalls } from 'shared/contracts/posts';
import { referralCalls, type Redemption } from 'shared/contracts/referrals';
import { referenceOf } from 'shared/rules/reference';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AdminError } from './admin-error.ts';
import { lists } from './lists.ts';
import { postgresDialect } from '../database/postgres.ts';
import type { Schema } from '../database/schema.ts';
import { FileStore } from '../files/file-store.ts';
import { runAdminCommand } from '../../test/support/admin.ts';
import { json, startApi, type TestApi } from '../../test/support/api.ts';
import { applicationForm } from '../../test/support/applications.ts';
import { goodMessage } from '../../test/support/contact.ts';
import { beginBeside, databaseKinds } from '../../test/support/database.ts';
import { pdf } from '../../test/support/documents.ts';
import { command } from '../../test/support/process.ts';
import {
  confirmedVisitor,
  goodPassword,
  memberOf,
  registrationOf,
  visit,
  type TestVisitor,
} from '../../test/support/visitor.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(databaseKinds)('administration on %s', (kind) => {
  let api: TestApi;
  let folder: string;
  let time = Date.now() - 60 * DAY_MS;
  beforeAll(async () => {
    api = await startApi(kind, {}, { clock: () => time });
    folder = await mkdtemp(join(tmpdir(), 'admin-test-'));
  });
  afterAll(async () => {
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });

  const rewardMinimum = new Map([['NGN', 5_000_000]]);
  const admin = (...words: string[]) => runAdminCommand(api, words, { rewardMinimum });
  const rowsOf = async (what: string) =>
    JSON.parse(await admin('list', what, '--format', 'json')) as Record<string, unknown>[];
  const send = (email: string, message = goodMessage.message) =>
    api.fetch(contactCall, json({ ...goodMessage, email, message }));

  test.runIf(kind === 'postgres')('a database that is full, or busy, is not said to be away', async () => {
    const said = async (state: string) => {
      await sql`create function refuse() returns trigger language plpgsql
        as $$ begin raise exception 'refused' using errcode = ${sql.lit(state)}; end $$`.execute(api.db);
      await sql`create trigger refuse before insert on payments for each row execute function refuse()`.execute(api.db);
      const payment = ['--email', 'friend@example.com', '--amount', '1', '--currency', 'NGN'];
      const { status, output } = await command(api.place, {}, 'record-payment', ...payment);
      await sql`drop function refuse() cascade`.execute(api.db);
      return [status, output];
    };
    expect(await said('53100')).toEqual([1, 'The disk of the database is full. Make room, then run this again.\n']);
    expect(await said('40P01')).toEqual([1, 'The database is busy with something else. Run this again.\n']);
  });

  test.runIf(kind === 'postgres')('what reads every row may take longer than a request', async () => {
    const slow = new Kysely<Schema>({
      dialect: postgresDialect({ url: api.place.url!, onError: () => {}, answerMs: 500 }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    });
    const other = await beginBeside(api.db);
    await sql`lock table contact_messages`.execute(other);
    const nobody = 'nobody@example.com';
    const commands = [
      ['list', 'messages'],
      ['export-person', nobody, '--to', join(folder, 'nobody')],
      ['delete-person', nobody, '--yes'],
    ].map((words) => runAdminCommand({ ...api, db: slow }, words));
    const outcomes = Promise.allSettled(commands);
    await Promise.race([outcomes, delay(1_500)]);
    await other.rollback().execute();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    await slow.destroy();
  });

  test('messages as a table, as JSON, and as CSV that no spreadsheet runs', async () => {
    await send('ada@example.com', '=1+1 "quoted"\ntext');
    expect(await rowsOf('messages')).toMatchObject([{ email: 'ada@example.com', message: '=1+1 "quoted"\ntext' }]);
    expect(await admin('list', 'messages')).toMatch(/ada@example\.com.*=1\+1 "quoted" text\n1 row\.\n$/s);
    const file = join(folder, 'messages.csv');
    await writeFile(file, 'Something longer that everybody could read. '.repeat(20), { mode: 0o644 });
    await admin('list', 'messages', '--format', 'csv', '--out', file);
    expect(await readFile(file, 'utf8')).toContain(`"'=1+1 ""quoted""\n`);
    expect(await readFile(file, 'utf8'), 'a file says that it is UTF-8').toMatch(/^\ufeff"/);
    expect(await admin('list', 'messages', '--format', 'csv'), 'for other programs').toMatch(/^"/);
    await admin('list', 'messages', '--format', 'json', '--out', file);
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(1);
    expect(await readFile(file, 'utf8')).not.toContain('everybody');
    expect((await stat(file)).mode & 0o077).toBe(0);
    await expect(admin('list', 'messages', '--out', join(folder, 'no', 'such', 'folder'))).rejects.toThrow(
      /cannot be written: its folder does not exist\.$/,
    );
    const pipe = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', ['--mode=666', pipe]);
    const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    const before = (await stat(pipe)).mode;
    await expect(admin('list', 'messages', '--out', pipe)).rejects.toThrow(
      `${pipe} cannot be written: it is not a file.`,
    );
    expect((await stat(pipe)).mode, 'as with /dev/null').toBe(before);
    await reader.close();
  });

  test.each(['=1+1', '+1', '-1', '@SUM(1)', '＝1+1'])(
    '%s is text in a spreadsheet, with its commas and line breaks',
    async (formula) => {
      const email = `formula${formula.codePointAt(0)}@example.com`;
      await api.fetch(contactCall, json({ ...goodMessage, email, fullName: formula, message: 'one, two\n"three"' }));
      const csv = await admin('list', 'messages', '--format', 'csv');
      expect(csv).toContain(`"'${formula}","${email}"`);
      expect(csv).toContain(',"one, two\n""three"""\r\n');
    },
  );

  test('what older rules let in never reaches a terminal raw, and JSON loses nothing', async () => {
    const stray = '\u001b[31m\u007f\u0085\u009b31m\u061c\u200e\u2028\u2029\u202e\u2066\u{e0041}';
    const message = `one\r\ntwo\rthree\tfour${stray}five 👩‍💻`;
    const row = {
      id: randomUUID(),
      fullName: `Ada${stray}`,
      email: 'old@example.com',
      phone: '08031234567',
      subject: 'x',
      message,
      createdAt: new Date().toISOString(),
    };
    await api.db.insertInto('contactMessages').values(row).execute();
    for (const format of ['table', 'json', 'csv']) {
      const printed = await admin('list', 'messages', '--format', format);
      const raw = format === 'csv' ? printed.replaceAll('\r\n', '\n') : printed;
      expect(raw, format).not.toMatch(
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\u{e0041}/u,
      );
      expect(raw, format).toContain('👩‍💻');
    }
    const { fullName: full_name, createdAt: created_at, ...others } = row;
    expect((await rowsOf('messages')).find(({ id }) => id === row.id)).toEqual({ ...others, full_name, created_at });
    expect(await admin('list', 'messages', '--format', 'csv')).toContain(
      '"one\ntwo\\u000dthree\tfour\\u001b[31m\\u007f\\u0085\\u009b31m',
    );
    await api.db.deleteFrom('contactMessages').where('id', '=', row.id).execute();
  });

  test('a table cuts a long cell, and no character in two', async () => {
    await send('long@example.com', `${'x'.repeat(58)}😀${'y'.repeat(30)}`);
    const table = await admin('list', 'messages');
    expect(table.isWellFormed()).toBe(true);
    expect(table).toContain(`${'x'.repeat(58)}…`);
  });

  test('an empty list has no rows in any format', async () => {
    expect(await admin('list', 'redemptions')).toBe('Nothing.\n');
    expect(await admin('list', 'redemptions', '--format', 'json')).toBe('[]\n');
    expect(await admin('list', 'redemptions', '--format', 'csv')).toBe('');
  });

  test('applications with their CVs', async () => {
    const form = applicationForm({ email: 'cv@example.com' }, { bytes: pdf(500) });
    const { id } = (await (await api.fetch(applicationCall, { method: 'POST', body: form })).json()) as { id: string };
    expect(await rowsOf('applications')).toMatchObject([
      { reference: referenceOf(id), id, email: 'cv@example.com', cv: `cv-${id}.pdf`, cv_bytes: pdf(500).length },
    ]);
    await admin('cvs', join(folder, 'cvs'), id);
    expect((await readFile(join(folder, 'cvs', `cv-${id}.pdf`))).equals(pdf(500))).toBe(true);
    await admin('cvs', join(folder, 'by-reference'), referenceOf(id).toLowerCase());
    expect(await readdir(join(folder, 'by-reference'))).toEqual([`cv-${id}.pdf`]);
    await expect(admin('cvs', folder, 'nobody')).rejects.toThrow(AdminError);
    await expect(admin('cvs', join(folder, 'cvs', `cv-${id}.pdf`))).rejects.toThrow(
      /cannot be written: a file of that name is in the way\.$/,
    );
  });

  test('a CV that is damaged is named, and keeps nobody from the others', async () => {
    const emails = ['whole@example.com', 'damaged@example.com', 'later@example.com'];
    for (const email of emails) {
      const form = applicationForm({ email }, { bytes: pdf(500) });
      expect((await api.fetch(applicationCall, { method: 'POST', body: form })).status).toBe(201);
    }
    const { name, cv } = await api.db
      .selectFrom('applications')
      .innerJoin('files', 'files.id', 'cvId')
      .select(['storedAs as name', 'files.name as cv'])
      .where('email', '=', 'damaged@example.com')
      .executeTakeFirstOrThrow();
    const content = Buffer.from('not what was stored');
    await api.db.updateTable('fileContents').set({ content }).where('name', '=', name).execute();
    const to = join(folder, 'around-the-damaged');
    await expect(admin('cvs', to)).rejects.toThrow(`${name} in database is damaged`);
    const written = await readdir(to);
    expect(written).not.toContain(cv);
    expect(written).toHaveLength((await rowsOf('applications')).length - 1);

    const exported = join(folder, 'damaged-person');
    await expect(admin('export-person', 'damaged@example.com', '--to', exported)).rejects.toThrow(name);
    expect(await readdir(join(exported, 'cvs'))).toEqual([]);
    expect(await readFile(join(exported, 'person.json'), 'utf8')).toContain(cv);
    for (const email of emails) await admin('delete-person', email, '--yes');
  });

  test('a CV that is deleted while it is read is left out', async () => {
    const form = applicationForm({ email: 'deleted@example.com' }, { bytes: pdf(500) });
    const { id } = (await (await api.fetch(applicationCall, { method: 'POST', body: form })).json()) as { id: string };
    const reading = vi.spyOn(FileStore.prototype, 'get').mockImplementation(async () => {
      await admin('delete-person', 'deleted@example.com', '--yes');
      return undefined;
    });
    const to = join(folder, 'left');
    const printed = await admin('cvs', to, id).finally(() => reading.mockRestore());
    expect(printed).toBe(`0 written to ${to}.\n`);
    expect(await readdir(to)).toEqual([]);
  });

  test('referrals, a payment by hand, and a code that is honoured once', async () => {
    const referrer = await memberOf(api, 'referrer@example.com');
    const { code } = (await (await referrer.post(referralCalls.link)).json()) as { code: string };
    await confirmedVisitor(api, 'friend@example.com', code);
    // 40 million naira in kobo: more than fits in 32 bits.
    const payment = [
      'record-payment',
      '--email',
      'friend@example.com',
      '--amount',
      '4000000000',
      '--currency',
      'NGN',
      '--id',
      'invoice-7',
    ];
    expect(await admin(...payment)).toBe('Recorded.\n');
    expect(await admin(...payment)).toContain('recorded before');
    const refused = async (...words: string[]) => {
      const sum = ['--email', 'friend@example.com', '--amount', '1'];
      const { status, output } = await command(api.place, {}, 'record-payment', ...sum, ...words);
      return [status, output];
    };
    expect(await refused('--currency', 'NGM'), 'mistyped').toEqual([
      1,
      expect.stringContaining('letters of a currency'),
    ]);
    expect(await refused('--currency', 'NGN', '--id', ''), 'of a script whose variable is not set').toEqual([
      1,
      expect.stringContaining('It must not be empty.'),
    ]);
    const refund = [
      'record-refund',
      '--payment',
      'by-hand:invoice-7',
      '--amount',
      '4000000000',
      '--id',
      'credit-note-7',
    ];
    expect(await admin(...refund)).toBe('Recorded.\n');
    expect(await admin(...refund)).toContain('recorded before');
    await expect(admin('record-refund', '--payment', 'by-hand:invoice-8', '--amount', '1')).rejects.toThrow(
      'There is no payment by-hand:invoice-8.',
    );
    expect(await rowsOf('refunds')).toMatchObject([
      { id: 'by-hand:credit-note-7', payment_id: 'by-hand:invoice-7', source: 'by-hand', amount: 4_000_000_000 },
    ]);
    expect(await rowsOf('referrals')).toMatchObject([
      { referrer: 'referrer@example.com', earned_cents: 0, taken_back_at: expect.stringMatching(/Z$/) },
    ]);
    await admin('record-payment', '--email', 'friend@example.com', '--amount', '4000000000', '--currency', 'NGN');
    time += 31 * DAY_MS;
    const redemption = (await (await referrer.post(referralCalls.redeem, { use: 'payments' })).json()) as Redemption;
    expect(await rowsOf('referrals')).toMatchObject([{ referrer: 'referrer@example.com', earned_cents: 300 }]);
    expect(await rowsOf('payments')).toMatchObject([
      { source: 'by-hand' },
      { id: 'by-hand:invoice-7', source: 'by-hand', amount: 4_000_000_000 },
    ]);
    expect(await admin('use-code', redemption.code.toLowerCase())).toBe('Marked as used.\n');
    await expect(admin('use-code', redemption.code)).rejects.toThrow('There is no unused code with these letters.');
    expect(await rowsOf('redemptions')).toMatchObject([
      { code: redemption.code, cents: 300, used_at: expect.stringMatching(/Z$/) },
    ]);
  });

  test('a post is hidden everywhere, comes back at its URL, and can be deleted', async () => {
    const { postId } = (await (
      await api.fetch(postCalls.add, json({ title: 'Zebrafinch', content: 'unmistakable words' }))
    ).json()) as { postId: number };
    const statusOf = async () => (await api.fetch(`${postCalls.posts}/${postId}`)).status;
    const isListed = async () => (await (await api.fetch(postCalls.posts)).text()).includes('Zebrafinch');
    const isFound = async () =>
      (await (await api.fetch(`${postCalls.posts}?q=unmistakable`)).text()).includes('Zebrafinch');
    await admin('hide', 'post', String(postId));
    expect([await statusOf(), await isListed(), await isFound()]).toEqual([404, false, false]);
    expect(await rowsOf('posts')).toContainEqual(
      expect.objectContaining({ id: postId, hidden_at: expect.any(String) }),
    );
    await admin('show', 'post', String(postId));
    expect([await statusOf(), await isListed(), await isFound()]).toEqual([200, true, true]);
    await admin('delete', 'post', String(postId));
    expect(await statusOf()).toBe(404);
    await expect(admin('delete', 'post', String(postId))).rejects.toThrow(`There is no post ${postId} to delete.`);
    await expect(admin('hide', 'post', '99999999999')).rejects.toThrow('There is no post 99999999999 to hide.');
  });

  test('an image is hidden and comes back', async () => {
    for (const id of ['abc', 'other']) await api.files.put(`images/${id}`, Buffer.from('x'), 'image/webp');
    await api.db
      .insertInto('images')
      .values(
        ['abc', 'other'].map((id) => ({
          id,
          storedAs: `images/${id}`,
          width: 1,
          height: 1,
          createdAt: new Date().toISOString(),
          hiddenAt: null,
        })),
      )
      .execute();
    const { findImage } = await import('../features/posts/images/image-repository.ts');
    await admin('hide', 'image', 'abc');
    expect(await findImage(api.db, 'abc')).toBeUndefined();
    expect(await findImage(api.db, 'other')).toBeDefined();
    await admin('show', 'image', 'abc');
    expect(await findImage(api.db, 'abc')).toBeDefined();
    await admin('delete', 'image', 'abc');
    expect(await rowsOf('images')).toMatchObject([{ id: 'other' }]);
    expect(await api.files.get('images/abc')).toBeUndefined();
  });

  test('dead letters are listed and sent again', async () => {
    await api.db
      .updateTable('outbox')
      .set({ state: 'dead', finishedAt: new Date().toISOString(), lastError: '550 no such user' })
      .where('recipient', '=', 'cv@example.com')
      .execute();
    const [letter] = await rowsOf('dead-letters');
    expect(letter).toMatchObject({ recipient: 'cv@example.com', last_error: '550 no such user' });
    await expect(admin('resend', 'nobody')).rejects.toThrow(AdminError);
    expect(await rowsOf('dead-letters'), 'no other is sent again').toEqual([letter]);
    await admin('resend', String(letter!['id']));
    expect(await rowsOf('dead-letters')).toEqual([]);
  });

  test('one member is logged out everywhere, and everybody', async () => {
    const isLoggedIn = async (visitor: TestVisitor) =>
      ((await (await visitor.get(accountCalls.session)).json()) as Session).status === 'signed-in';
    const [stolen, other] = [await memberOf(api, 'stolen@example.com'), await memberOf(api, 'other@example.com')];
    expect(await admin('end-sessions', ' Stolen@Example.com ')).toBe('Sessions ended: 1.\n');
    expect(await Promise.all([stolen, other].map(isLoggedIn))).toEqual([false, true]);
    await admin('end-sessions', '--all');
    expect(await isLoggedIn(other)).toBe(false);
    await expect(admin('end-sessions', 'nobody@example.com')).rejects.toThrow(AdminError);
    for (const words of [[], ['other@example.com', '--all']]) {
      await expect(admin('end-sessions', ...words)).rejects.toThrow('one account, or --all');
    }
  });

  test("a member's name is corrected at their request", async () => {
    const member = await memberOf(api, 'wrong-name@example.com');
    expect(await admin('rename-account', ' Wrong-Name@Example.com ', ' Ngozi Eze ')).toBe('Done.\n');
    expect(await (await member.get(accountCalls.session)).json()).toMatchObject({ name: 'Ngozi Eze' });
    await expect(admin('rename-account', 'nobody@example.com', 'Ngozi Eze')).rejects.toThrow('There is no account');
  });

  test("a person's data goes everywhere, and nobody else's", async () => {
    const email = 'gone@example.com';
    const other = 'stays@example.com';
    const before = await memberOf(api, other);
    const { code } = (await (await before.post(referralCalls.link)).json()) as { code: string };
    for (const each of [email, other]) {
      await send(each.toUpperCase());
      await api.fetch(applicationCall, { method: 'POST', body: applicationForm({ email: each }) });
      await api.fetch(newsletterCalls.subscribe, json({ email: each }));
    }
    await confirmedVisitor(api, email, code);
    await admin('record-payment', '--email', email, '--amount', '5000000', '--currency', 'NGN');
    await expect(admin('delete-person', email)).rejects.toThrow(/Add --yes/);
    // The same person, maybe another, has registered the address again.
    await visit(api).post(accountCalls.register, registrationOf(email));
    const printed = await admin('delete-person', ' Gone@Example.com ', '--yes');
    expect(printed).toContain('applications: 1\n');
    expect(printed).toContain('unconfirmed registrations: 1\n');

    const everything = async () => {
      const tables = [
        'contactMessages',
        'applications',
        'subscribers',
        'users',
        'outbox',
        'payments',
        'referrals',
        'files',
        'registrations',
        'registrationLinks',
      ] as const;
      return (
        await Promise.all(
          tables.map(async (table) =>
            JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(api.db)).rows),
          ),
        )
      ).join('\n');
    };
    const left = await everything();
    expect(left.toLowerCase()).not.toContain(email);
    expect(left.toLowerCase()).toContain(other);
    expect(
      (await rowsOf('referrals')).filter(({ referrer }) => referrer === other),
      'what was earned stays',
    ).toMatchObject([{ earned_cents: 300 }]);
  });

  test('an address in every spelling is found, and what is sent again afterwards is stored again', async () => {
    const count = async () => (await rowsOf('applications')).filter(({ email }) => /élan/i.test(String(email))).length;
    const apply = () =>
      api.fetch(applicationCall, { method: 'POST', body: applicationForm({ email: 'ÉLAN@Bücher.example' }) });
    const first = await (await apply()).json();
    expect(await count()).toBe(1);
    expect(await admin('delete-person', 'élan@xn--bcher-kva.example', '--yes')).toMatch(/^applications: 1$/m);
    expect(await count()).toBe(0);
    const second = await apply();
    expect(second.status).toBe(201);
    expect(await second.json()).not.toEqual(first);
    expect(await count()).toBe(1);
  });

  test('no list shows a secret', async () => {
    const visitor = await memberOf(api, 'secret@example.com');
    const session = decodeURIComponent(visitor.cookies.get('session')!).split('.')[0]!;
    const { password } = await api.db.selectFrom('credentials').select('password').executeTakeFirstOrThrow();
    const printed = (
      await Promise.all(
        Object.keys(lists).flatMap((what) =>
          ['json', 'csv', 'table'].map((format) => admin('list', what, '--format', format)),
        ),
      )
    ).join('\n');
    for (const hidden of [session, password!, goodPassword, '{token}', '$argon2'])
      expect(printed).not.toContain(hidden);
    expect(printed).not.toMatch(/token=|password/i);
  });
});
