import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { newsletterCalls, withToken } from 'shared/contracts/newsletter';
import { postCalls } from 'shared/contracts/posts';
import { DAY_MS, HOUR_MS } from 'shared/rules/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AdminError } from '../../admin/admin-error.ts';
import { emailKey } from '../../mail/email-key.ts';
import { hashOfToken } from '../../mail/mailed-token.ts';
import { leaseMails } from '../../mail/outbox.ts';
import { startOutboxWorker } from '../../mail/outbox-worker.ts';
import { smtpTransport } from '../../mail/transport.ts';
import { endOverlongWaits } from '../../retention/overlong-waits.ts';
import { deleteDraft } from './issue-repository.ts';
import { insertToken } from './repository.ts';
import { runAdminCommand } from '../../../test/support/admin.ts';
import { json, PUBLIC_URL, startApi, type TestApi } from '../../../test/support/api.ts';
import { beginBeside, databaseKinds, lockAwaited } from '../../../test/support/database.ts';
import { eventLog } from '../../../test/support/log.ts';
import { stepsOf } from '../../../test/support/plans.ts';
import { adminProcess } from '../../../test/support/process.ts';
import { removeAt } from '../../../test/support/retention.ts';
import { startMailServer, type MailServer } from '../../../test/support/smtp.ts';

/** Many with one of the databases. */
const SUBSCRIBERS = { sqlite: 1_000, postgres: 200 };
const LATE = { id: 'late', email: 'late@example.com', emailKey: 'late', state: 'confirmed', askedAt: '2026' } as const;

describe.each(databaseKinds)('issues of the newsletter on %s', (kind) => {
  const subscribers = SUBSCRIBERS[kind];
  let api: TestApi;
  let mailServer: MailServer;
  let folder: string;
  beforeAll(async () => {
    api = await startApi(kind);
    mailServer = await startMailServer();
    folder = await mkdtemp(join(tmpdir(), 'issues-test-'));
  });
  afterAll(async () => {
    await mailServer.down();
    await api.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    for (const table of ['outbox', 'subscribers'] as const) await api.db.deleteFrom(table).execute();
    mailServer.received.length = 0;
  });

  const admin = (...words: string[]) => runAdminCommand(api, ['newsletter', ...words]);
  const draft = async (text = 'Something happened.'): Promise<string> => {
    const file = join(folder, 'issue.md');
    await writeFile(file, text);
    return /^Issue (\d+) is stored/.exec(await admin('draft', '--subject', 'What happened', '--file', file))![1]!;
  };
  const subscribe = async (count: number, state: 'confirmed' | 'pending' = 'confirmed'): Promise<string[]> => {
    const emails = Array.from({ length: count }, (_, index) => `${state}.${index}@example.com`);
    const rows = emails.map((email) => ({
      id: randomUUID(),
      email,
      emailKey: emailKey(email),
      state,
      askedAt: new Date().toISOString(),
      confirmedAt: state === 'confirmed' ? new Date().toISOString() : null,
    }));
    await api.db.insertInto('subscribers').values(rows).execute();
    return emails;
  };
  /** Sends what is due, until `count` mails were accepted. */
  const deliver = async (count: number): Promise<void> => {
    const log = eventLog();
    const transport = smtpTransport(mailServer.url, 'site@site.test');
    const worker = startOutboxWorker({ db: api.db, transport, log, poll: 50 });
    await log.seen('mail sent', count);
    await worker.stop();
  };
  const recipients = () => mailServer.received.map(({ to }) => to![0]!.address!).toSorted();
  const state = async (id: string) => {
    const [heads, ...rows] = (await admin('list')).trimEnd().split('\n');
    const row = rows.find((line) => line.startsWith(`${id} `))!;
    const cell = (name: string) => row.slice(heads!.indexOf(name)).split(/ {2,}|$/)[0]!;
    return Object.fromEntries(
      ['state', 'waiting', 'refused', 'unsubscribed', 'sent'].map((name) => [name, cell(name)]),
    );
  };

  test(`${subscribers} subscribers get one each, though sending was killed in the middle`, {
    timeout: 300_000,
  }, async () => {
    const emails = await subscribe(subscribers);
    await subscribe(3, 'pending');
    const id = await draft();
    const words = ['newsletter', 'send', id, '--per-minute', '10000', '--yes'];
    const sending = adminProcess(api.place, { PUBLIC_URL, MAIL_FROM: 'site@site.test' }, ...words);
    for await (const line of createInterface(sending.stdout!)) if (line.startsWith('100 of')) sending.kill('SIGKILL');
    const { waiting } = await state(id);
    expect(Number(waiting)).toBeGreaterThanOrEqual(100);
    expect(Number(waiting)).toBeLessThan(subscribers);

    // Begun again twice at the same moment.
    await Promise.all([admin(...words.slice(1)), admin(...words.slice(1))]);
    await deliver(subscribers / 2);
    await deliver(subscribers - mailServer.received.length);
    expect(recipients()).toEqual(emails.toSorted());
    expect(await state(id)).toEqual({
      state: 'sent',
      waiting: '0',
      refused: '0',
      unsubscribed: '0',
      sent: String(subscribers),
    });
    expect(await admin(...words.slice(1))).toMatch(/Every subscriber already has it/);
  });

  test('once sent it stays so when people subscribe afterwards, and reaches them if it is sent again', async () => {
    await subscribe(1);
    const id = await draft();
    await admin('send', id, '--yes');
    await deliver(1);
    const confirmedAt = new Date(Date.now() + HOUR_MS).toISOString();
    await api.db
      .insertInto('subscribers')
      .values({ ...LATE, confirmedAt })
      .execute();
    expect(await state(id)).toMatchObject({ state: 'sent', waiting: '0', sent: '1' });
    await api.db.updateTable('subscribers').set({ confirmedAt: '2026' }).where('id', '=', LATE.id).execute();
    expect(await state(id), 'as if it was interrupted').toMatchObject({ state: 'sending', waiting: '0', sent: '1' });
    await admin('send', id, '--yes');
    expect(await state(id)).toMatchObject({ state: 'sending', waiting: '1', sent: '1' });
    await deliver(1);
    await admin('stop', id);
    expect(await state(id), 'nothing was left to stop').toMatchObject({ state: 'sent' });
  });

  test('mails become due at the rate that was asked for, and go on at it', async () => {
    await subscribe(70);
    const id = await draft();
    await admin('send', id, '--per-minute', '30', '--yes');
    const dueTimes = async () => {
      const rows = await api.db.selectFrom('outbox').select('nextAttemptAt').orderBy('nextAttemptAt').execute();
      return rows.map(({ nextAttemptAt }) => Date.parse(nextAttemptAt));
    };
    const apart = (times: number[]) => new Set(times.slice(1).map((time, index) => time - times[index]!));
    expect(apart(await dueTimes())).toEqual(new Set([2_000]));
    await api.db.insertInto('subscribers').values(LATE).execute();
    await admin('send', id, '--per-minute', '30', '--yes');
    expect(await dueTimes()).toHaveLength(71);
    expect(apart(await dueTimes())).toEqual(new Set([2_000]));
  });

  test('sent while the clock was ahead, it begins within an hour after that, in order and at its rate', async () => {
    await subscribe(150);
    const id = await draft();
    const sentAt = Date.now();
    await admin('send', id, '--per-minute', '1', '--yes');
    const times = async () => {
      const rows = await api.db
        .selectFrom('outbox')
        .select(['id', 'nextAttemptAt', 'createdAt'])
        .orderBy('nextAttemptAt')
        .execute();
      const issue = await api.db
        .selectFrom('newsletterIssues')
        .select('nextDueAt')
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow();
      return { rows, nextDueAt: issue.nextDueAt };
    };
    const before = await times();
    await endOverlongWaits(api.db);
    expect(await times(), 'the last one waits for two hours and a half').toEqual(before);
    // As if the clock had been right when it was sent, and is now set back by a year.
    const first = Date.parse(before.rows[0]!.nextAttemptAt);
    expect(first).toBeGreaterThanOrEqual(sentAt);
    const now = first - 365 * DAY_MS - 123;
    await endOverlongWaits(api.db, now);
    const earlier = (time: string | null) => new Date(Date.parse(time!) - (first - now)).toISOString();
    expect(await times()).toEqual({
      rows: before.rows.map((mail) => ({
        id: mail.id,
        nextAttemptAt: earlier(mail.nextAttemptAt),
        createdAt: earlier(mail.createdAt),
      })),
      nextDueAt: earlier(before.nextDueAt),
    });
  });

  test.runIf(kind === 'sqlite')('while it waits for hours, each look at that reads few of its mails', async () => {
    await subscribe(150);
    const id = await draft();
    await admin('send', id, '--per-minute', '1', '--yes');
    const steps = await stepsOf(api.db, () => endOverlongWaits(api.db));
    expect(steps.map(({ how }) => how).filter((how) => /outbox|mail|deliver/.test(how))).toEqual([
      // What was tried, and other mails.
      'SEARCH outbox USING INDEX outbox_due (next_attempt_at>?)',
      // The first one that is due soon enough.
      'SEARCH mail USING INDEX outbox_due (next_attempt_at<?)',
      expect.stringMatching(/^SEARCH newsletter_deliveries .*\(mail_id=\?\)$/),
    ]);
  });

  test('a mail has a page, a text, and two ways to unsubscribe; who unsubscribes gets nothing that waits', async () => {
    const [email] = await subscribe(2);
    const id = await draft('Read [this](/post/1).');
    await admin('send', id, '--per-minute', '1', '--yes');
    await deliver(1);
    const [mail] = mailServer.received;
    expect(mail!.subject).toBe('What happened');
    expect(mail!.html).toContain(`<a href="${PUBLIC_URL}/post/1">this</a>`);
    expect(mail!.text).toContain(`Read this (${PUBLIC_URL}/post/1).`);
    const token = /newsletter\/unsubscribe\?token=([\w-]+)/.exec(mail!.text!)![1]!;
    expect(mail!.html).toContain(`${PUBLIC_URL}/newsletter/unsubscribe?token=${token}`);
    const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toBe(`<${PUBLIC_URL}${withToken(newsletterCalls.unsubscribe, token)}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const outbox = await api.db.selectFrom('outbox').selectAll().where('state', '=', 'sent').execute();
    expect(outbox).toMatchObject([{ recipient: '', text: '', html: null }]);

    const answer = await api.fetch(withToken(newsletterCalls.unsubscribe, token), { method: 'POST' });
    expect(answer.status).toBe(200);
    expect(await state(id)).toMatchObject({ waiting: '1', unsubscribed: '1', sent: '1' });

    // The other one unsubscribes by an older mail, before this issue reaches them.
    const other = await api.db
      .selectFrom('subscribers')
      .select('id')
      .where('state', '=', 'confirmed')
      .executeTakeFirstOrThrow();
    await api.db
      .insertInto('subscriberTokens')
      .values({
        hash: hashOfToken('older'),
        subscriberId: other.id,
        purpose: 'unsubscribe',
        createdAt: new Date().toISOString(),
      })
      .execute();
    await api.fetch(withToken(newsletterCalls.unsubscribe, 'older'), { method: 'POST' });
    expect(await api.db.selectFrom('outbox').select('id').where('state', '=', 'pending').execute()).toEqual([]);
    expect(await state(id)).toEqual({ state: 'sent', waiting: '0', refused: '0', unsubscribed: '1', sent: '1' });
    expect(email).toBeDefined();
  });

  test('who asks the company to unsubscribe them gets nothing that waits, and may subscribe again', async () => {
    const [asks, stays] = (await subscribe(2)) as [string, string];
    const issue = await draft();
    await admin('send', issue, '--yes');
    expect(await admin('unsubscribe', asks.toUpperCase())).toBe('Done.\n');
    await deliver(1);
    expect(recipients()).toEqual([stays]);
    const left = await api.db.selectFrom('subscribers').select(['email', 'state']).orderBy('email').execute();
    expect(left).toEqual([
      { email: '', state: 'unsubscribed' },
      { email: stays, state: 'confirmed' },
    ]);
    for (const nobody of [asks, 'nobody@example.com'])
      await expect(admin('unsubscribe', nobody)).rejects.toThrow(`There is no subscription of ${nobody}.`);
    expect((await api.fetch(newsletterCalls.subscribe, json({ email: asks }))).status).toBe(202);
    await deliver(1);
    expect(recipients()).toEqual([asks, stays].toSorted());
  });

  test('what mail servers refuse for good is counted, even when the outbox has forgotten it', async () => {
    await subscribe(2);
    const id = await draft();
    await admin('send', id, '--per-minute', '10000', '--yes');
    mailServer.refuseNext({ code: 550, text: 'no such mailbox' });
    await deliver(1);
    const counts = { state: 'sent', waiting: '0', refused: '1', unsubscribed: '0', sent: '1' };
    expect(await state(id)).toEqual(counts);
    await removeAt(api, Date.now() + 31 * DAY_MS);
    expect(await api.db.selectFrom('outbox').select('id').execute()).toEqual([]);
    expect(await state(id)).toEqual(counts);
  });

  test.runIf(kind === 'postgres')('a subscriber who leaves while it is being written does not get it', async () => {
    await subscribe(2);
    const id = await draft();
    const people = await api.db.selectFrom('subscribers').select(['id', 'email']).orderBy('id').execute();
    const [staying, leaving] = people as [(typeof people)[0], (typeof people)[0]];
    const link = { hash: hashOfToken('token'), purpose: 'unsubscribe' } as const;
    await insertToken(api.db, link, { subscriberId: leaving.id, now: '2026' });
    const other = await beginBeside(api.db);
    await other.selectFrom('subscribers').select('id').where('id', '=', staying.id).forUpdate().execute();
    const sending = admin('send', id, '--yes');
    await lockAwaited(api.db);
    expect((await api.fetch(withToken(newsletterCalls.unsubscribe, 'token'), { method: 'POST' })).status).toBe(200);
    await other.rollback().execute();
    await sending;
    const mails = await api.db.selectFrom('outbox').select('recipient').execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual([staying.email]);
  });

  test.runIf(kind === 'postgres')(
    'deleted when sending it begins, it is said to be gone, and nobody gets it',
    async () => {
      await subscribe(1);
      const id = await draft();
      const other = await beginBeside(api.db);
      await deleteDraft(other, Number(id));
      const refused = expect(admin('send', id, '--yes')).rejects.toThrow(
        new AdminError(`Issue ${id} has been deleted.`),
      );
      await lockAwaited(api.db);
      await other.commit().execute();
      await refused;
      expect(await api.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
    },
  );

  test('stopped and begun again, nobody gets two', async () => {
    const emails = await subscribe(120);
    const id = await draft();
    await admin('send', id, '--per-minute', '1', '--yes');
    await deliver(1);
    expect(await admin('stop', id)).toMatch(/^119 cancelled\. To continue: newsletter send/);
    expect(await state(id)).toMatchObject({ state: 'stopped', waiting: '0', sent: '1' });
    await admin('send', id, '--per-minute', '10000', '--yes');
    await deliver(119);
    expect(recipients()).toEqual(emails.toSorted());
  });

  test.runIf(kind === 'postgres')('stopped while a worker sends it, everything else is taken back', async () => {
    await subscribe(120);
    const id = await draft();
    await admin('send', id, '--yes');
    const worker = await beginBeside(api.db);
    const inAnHour = new Date(Date.now() + HOUR_MS).toISOString();
    await leaseMails(worker, { now: inAnHour, until: inAnHour, limit: 5 });
    const stopping = admin('stop', id);
    await lockAwaited(api.db);
    await worker.commit().execute();
    expect(await stopping).toMatch(/^115 cancelled/);
    expect(await state(id)).toMatchObject({ state: 'stopped', waiting: '5', sent: '0' });
  });

  test.runIf(kind === 'sqlite')(
    'each batch, of sending and of stopping, begins where the one before it ended',
    async () => {
      const emails = await subscribe(120);
      const id = await draft();
      const sending = () => admin('send', id, '--yes');
      const sent = await stepsOf(api.db, sending);
      const finding = (steps: typeof sent, what: string) =>
        steps.filter(({ statement, how }) => / limit \?/.test(statement) && how.includes(what)).map(({ how }) => how);
      expect(finding(sent, ' subscribers ')).toContainEqual(expect.stringContaining('(id>?)'));
      expect(finding(sent, ' subscribers ').filter((how) => !how.includes('id>?'))).toEqual([]);
      const stopped = await stepsOf(api.db, () => admin('stop', id));
      expect(finding(stopped, ' delivery ')).toContainEqual(expect.stringContaining('subscriber_id>?'));
      expect(finding(stopped, ' delivery ').filter((how) => !how.includes('subscriber_id>?'))).toEqual([]);
      expect(await admin('send', id, '--yes')).toContain(`${emails.length} of ${emails.length}`);
    },
  );

  test.runIf(kind === 'sqlite')('who confirms behind the batch that is being written gets it, too', async () => {
    await subscribe(60);
    const id = await draft();
    // An id before all others.
    await sql`
      create temp trigger confirms after insert on outbox when not exists (select 1 from subscribers where id = '!')
      begin
        insert into subscribers (id, email, email_key, state, asked_at, confirmed_at)
        values ('!', 'late@example.com', 'late', 'confirmed', '2026', '2026');
      end`.execute(api.db);
    expect(await admin('send', id, '--yes')).toContain('61 of 60 are in the outbox');
    await sql`drop trigger confirms`.execute(api.db);
  });

  test('stopped while it is still being written, it stays stopped', async () => {
    await subscribe(170);
    let id = '';
    const sendAndStop = async () => {
      id = await draft();
      const said: string[] = [];
      let stopping: Promise<string> | undefined;
      await runAdminCommand(api, ['newsletter', 'send', id, '--yes'], {
        print: (text) => {
          said.push(text);
          stopping ??= admin('stop', id);
        },
      });
      expect(await stopping).toMatch(/^\d+ cancelled/);
      return said.at(-1);
    };
    // On a busy machine all may have been written by then.
    await expect.poll(sendAndStop).toMatch(/^It was stopped/);
    expect(await state(id)).toMatchObject({ state: 'stopped', waiting: '0', sent: '0' });
    expect(await api.db.selectFrom('outbox').select('id').execute()).toEqual([]);
    await admin('send', id, '--yes');
    expect(await state(id)).toMatchObject({ state: 'sending', waiting: '170' });
  });

  test('what is done with one issue changes nothing of the others', async () => {
    await subscribe(3);
    const [sent, kept, stopped, deleted] = [await draft(), await draft(), await draft(), await draft()];
    await admin('send', sent, '--per-minute', '1', '--yes');
    const others = [Number(sent), Number(kept)];
    const stored = async () => ({
      issues: await api.db.selectFrom('newsletterIssues').selectAll().where('id', 'in', others).orderBy('id').execute(),
      deliveries: await api.db
        .selectFrom('newsletterDeliveries')
        .innerJoin('outbox', 'outbox.id', 'mailId')
        .selectAll()
        .where('issueId', 'in', others)
        .orderBy('mailId')
        .execute(),
    });
    const before = await stored();
    expect([before.issues.length, before.deliveries.length]).toEqual([2, 3]);
    await admin('send', stopped, '--per-minute', '2', '--yes');
    expect(await admin('stop', stopped)).toMatch(/^3 cancelled\./);
    await admin('delete', deleted);
    expect(await stored()).toEqual(before);
  });

  test('a mail that was tried is not taken back: it may have arrived', async () => {
    await subscribe(1);
    const id = await draft();
    await admin('send', id, '--yes');
    mailServer.refuseNext({ code: 451, text: 'try again later' });
    const log = eventLog();
    const transport = smtpTransport(mailServer.url, 'site@site.test');
    const worker = startOutboxWorker({ ...api, transport, log, poll: 50, backoff: () => 60_000 });
    await log.seen('mail not sent, another attempt follows');
    await worker.stop();
    expect(await admin('stop', id)).toMatch(/^0 cancelled\./);
    expect(await state(id)).toMatchObject({ state: 'stopped', waiting: '1', sent: '0' });
    await api.db.updateTable('outbox').set({ state: 'dead' }).execute();
    await runAdminCommand(api, ['resend']);
    expect(await admin('stop', id), 'nor when it is resent').toMatch(/^0 cancelled\./);
  });

  test('made of posts, whose text stays text', async () => {
    const body = { title: '**Bold** <i>claims</i> [here](x) {unsubscribe}', content: '<p>It `is` so.</p>' };
    const posted = (await (await api.fetch(postCalls.posts, json(body))).json()) as { postId: number };
    const id = /^Issue (\d+)/.exec(await admin('draft', '--subject', 'Posts', '--posts', String(posted.postId)))![1]!;
    await admin('preview', id, folder);
    expect(await readFile(join(folder, 'issue.txt'), 'utf8')).toContain(
      `**Bold** <i>claims</i> [here](x) {unsubscribe} (${PUBLIC_URL}/post/${posted.postId})`,
    );
    expect(await readFile(join(folder, 'issue.html'), 'utf8')).toContain(
      '**Bold** &lt;i&gt;claims&lt;/i&gt; [here](x) {unsubscribe}</a>',
    );
  });

  test('a test goes to one address and counts for nobody', async () => {
    await subscribe(1);
    const id = await draft();
    await admin('test', id, 'office@site.test');
    await deliver(1);
    expect(recipients()).toEqual(['office@site.test']);
    expect(mailServer.received[0]!.subject).toBe('[Test] What happened');
    expect(await state(id)).toMatchObject({ state: 'draft', sent: '0' });
  });

  test('a sentence says what is wrong', async () => {
    const id = await draft();
    await subscribe(3);
    await expect(admin('send', id)).rejects.toThrow(
      /would be sent to 3 subscribers, 60 a minute: a minute\. Add --yes/,
    );
    for (const number of ['999', '99999999999'])
      await expect(admin('send', number)).rejects.toThrow(`There is no issue ${number}.`);
    await expect(admin('stop', id)).rejects.toThrow(/is a draft/);
    await expect(admin('draft', '--subject', 'x')).rejects.toThrow(/The issue is empty/);
    await expect(admin('draft', '--subject', 'x', '--posts', '999')).rejects.toThrow('There is no post 999.');
    await expect(admin('draft', '--subject', 'x', '--file', join(folder, 'none.md'))).rejects.toThrow(
      /there is no such file/,
    );
    const utf16 = join(folder, 'utf16.md');
    await writeFile(utf16, 'Hello', 'utf16le');
    await expect(admin('draft', '--subject', 'x', '--file', utf16)).rejects.toThrow(/it is not UTF-8 text/);
    await expect(draft('<p>Hello</p>')).rejects.toThrow(/cannot be shown in a mail/);
    await expect(draft('{unsubscribe}')).rejects.toThrow(/Leave \{unsubscribe\} out/);
    expect(await admin('delete', id)).toBe('Done.\n');
    await expect(admin('preview', id, folder)).rejects.toThrow(`There is no issue ${id}.`);
  });
});
