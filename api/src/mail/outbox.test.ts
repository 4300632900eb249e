import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { company } from 'shared/content/company';
import { contactCall } from 'shared/contracts/contact';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { type Letter, Mailer } from './mailer.ts';
import { ISSUE_TOPIC, leaseMails, markDead, markSent, type OutboxMail, postpone, release, revive } from './outbox.ts';
import { contactMail } from '../features/contact/mails.ts';
import { fileTransport, type MailTransport, smtpTransport } from './transport.ts';
import { type OutboxWorker, startOutboxWorker } from './outbox-worker.ts';
import { json, startApi, type TestApi } from '../../test/support/api.ts';
import { goodMessage } from '../../test/support/contact.ts';
import { databaseKinds } from '../../test/support/database.ts';
import { type EventLog, eventLog } from '../../test/support/log.ts';
import { type MailServer, startMailServer } from '../../test/support/smtp.ts';

const SENT = 'mail sent';
const RETRY = 'mail not sent, another attempt follows';
const DEAD = 'mail given up, resend it from the dead letters';
const FROM = 'site@site.test';

describe.each(databaseKinds)('outbox on %s', (kind) => {
  let api: TestApi;
  let server: MailServer;
  let log: EventLog;
  const workers: OutboxWorker[] = [];

  beforeAll(async () => {
    api = await startApi(kind);
    server = await startMailServer();
  });
  afterAll(async () => {
    await api.close();
    await server.down();
  });
  beforeEach(async () => {
    await api.db.deleteFrom('outbox').execute();
    server.received.length = 0;
    log = eventLog();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });

  const work = (transport: MailTransport = smtpTransport(server.url, FROM)) => {
    const worker = startOutboxWorker({ db: api.db, transport, log, backoff: () => 20, poll: 60_000 });
    workers.push(worker);
    return worker;
  };
  /** Writes a mail under its own id, like the mailer. */
  const write = async (letter: Letter) => {
    const id = randomUUID();
    await mailer().write(api.db, { ...letter, id }, new Date().toISOString());
    return { id, messageId: `<${id}@site.test>` };
  };
  const mailer = () => new Mailer({ db: api.db, from: FROM, wake: () => {} });
  const post = async (changes: Partial<typeof goodMessage> = {}) =>
    await write(
      contactMail({
        id: randomUUID(),
        message: { ...goodMessage, ...changes },
        createdAt: new Date().toISOString(),
        contactTo: 'office@site.test',
      }),
    );
  const row = (id: string) => api.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('a contact message arrives as a mail that can be answered', async () => {
    const response = await api.fetch(contactCall, json(goodMessage));
    const { id } = (await response.json()) as { id: string };
    work();
    await log.seen(SENT);
    const [mail] = server.received;
    expect(mail).toMatchObject({
      from: { name: company.name, address: FROM },
      to: [{ address: 'office@site.test' }],
      replyTo: [{ address: goodMessage.email }],
      subject: 'Message from Ada Obi, Obi Foods',
    });
    for (const value of [...Object.values(goodMessage), id]) expect(mail?.text).toContain(value);
    expect(
      mail?.headers.map(({ key }) => key),
      'programs may answer',
    ).not.toContain('auto-submitted');
    const stored = await api.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
    expect(stored).toMatchObject({
      topicId: id,
      messageId: mail?.messageId,
      state: 'sent',
      attempts: 1,
      lastError: null,
    });
  });

  test('one from an email that a header cannot have comes without a Reply-To, with a note', async () => {
    const response = await api.fetch(contactCall, json({ ...goodMessage, email: 'jörg@example.com' }));
    expect(response.status).toBe(201);
    work();
    await log.seen(SENT);
    const [mail] = server.received;
    expect(mail?.replyTo).toBeUndefined();
    expect(mail?.text).toContain('Email: jörg@example.com\n');
    expect(mail?.text).toContain('A reply to this email does not go to the sender: write to the email above.');
    expect(mail?.headers.filter(({ value }) => !/^[\x20-\x7e]*$/.test(value))).toEqual([]);
  });

  test('a mail that comes later wakes the worker', async () => {
    const worker = work();
    const { id } = await post();
    worker.wake();
    await log.seen(SENT);
    expect((await row(id)).state).toBe('sent');
  });

  test('after an outage the worker goes on, even if the clock was set back during it', async () => {
    const transport = smtpTransport(server.url, FROM);
    const send = vi.spyOn(transport, 'send').mockRejectedValueOnce(new Error('connect ECONNREFUSED'));
    const ahead = Date.now() + 24 * 60 * 60 * 1000;
    const clock = vi.spyOn(Date, 'now').mockReturnValue(ahead);
    const { id } = await post();
    const worker = work(transport);
    await log.seen(RETRY);
    await turnOfEventLoop();
    clock.mockRestore();
    const nextAttemptAt = new Date().toISOString();
    await api.db.updateTable('outbox').set({ nextAttemptAt }).where('id', '=', id).execute();
    worker.wake();
    await log.seen(SENT);
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('a temporary refusal is followed by another attempt with the same Message-ID', async () => {
    server.refuseNext({ code: 451, text: 'Try again' }, { code: 452, text: 'Disk full' });
    const { id, messageId } = await post();
    work();
    await log.seen(SENT);
    expect(await row(id)).toMatchObject({ state: 'sent', attempts: 3 });
    expect(server.received.map((mail) => mail.messageId)).toEqual([messageId]);
  });

  test('a refusal for good is a dead letter, which can be sent again', async () => {
    server.refuseNext({ code: 550, text: 'No such mailbox' });
    const { id } = await post();
    // One that was tried as often, and one that was sent: neither is the worker's now.
    const others = await Promise.all([post(), post()]);
    const [waits, wasSent] = others.map((other) => other.id) as [string, string];
    const nextAttemptAt = new Date(Date.now() + 60_000).toISOString();
    await api.db.updateTable('outbox').set({ attempts: 1, nextAttemptAt }).where('id', '=', waits).execute();
    await markSent(api.db, wasSent, new Date().toISOString());
    const rows = await Promise.all([row(waits), row(wasSent)]);
    const worker = work();
    await log.seen(DEAD);
    const dead = await row(id);
    expect(dead).toMatchObject({ state: 'dead', attempts: 1 });
    expect(dead.lastError).toContain('550');
    expect(server.received).toEqual([]);

    expect(await revive(api.db, new Date().toISOString())).toBe(1);
    worker.wake();
    await log.seen(SENT);
    expect(await row(id)).toMatchObject({ state: 'sent', attempts: 1 });
    expect(await Promise.all([row(waits), row(wasSent)]), 'all this changes no other mail').toEqual(rows);
  });

  test('a dead letter that is sent again is tried as long as a new mail, however old it is', async () => {
    server.refuseNext({ code: 550, text: 'No such mailbox' }, { code: 451, text: 'Try again' });
    const { id } = await post();
    const worker = work();
    await log.seen(DEAD);
    await api.db
      .updateTable('outbox')
      .set({ createdAt: new Date(Date.now() - 10 * 24 * 60 * 60 * 1000).toISOString() })
      .where('id', '=', id)
      .execute();
    await revive(api.db, new Date().toISOString(), id);
    worker.wake();
    await log.seen(SENT);
    expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('mails wait while the server is away', async () => {
    await server.down();
    const ids = [(await post()).id, (await post()).id];
    work();
    await log.seen(RETRY, 4);
    await server.up();
    await log.seen(SENT, 2);
    for (const id of ids) expect((await row(id)).state).toBe('sent');
    expect(server.received).toHaveLength(2);
  });

  test('while the server is away, the worker asks for it with a few mails, not with all of them', async () => {
    await server.down();
    for (let n = 0; n < 20; n += 1) await post();
    const patient = startOutboxWorker({
      db: api.db,
      transport: smtpTransport(server.url, FROM),
      log,
      backoff: () => 60_000,
    });
    workers.push(patient);
    await log.seen(RETRY, 5);
    patient.wake();
    await patient.stop();
    const tried = await api.db.selectFrom('outbox').select('id').where('attempts', '>', 0).execute();
    expect(tried).toHaveLength(5);
    await server.up();
  });

  test('two workers send every mail once', async () => {
    const mails = await Promise.all(Array.from({ length: 30 }, () => post()));
    work();
    work();
    await log.seen(SENT, 30);
    expect(server.received.map((mail) => mail.messageId).toSorted()).toEqual(
      mails.map(({ messageId }) => messageId).toSorted(),
    );
  });

  test('what has just been written does not wait until all that is due has been sent', async () => {
    const now = Date.now();
    const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString();
    const letter = { topic: 'any', topicId: 'any', recipient: 'ada@example.com', subject: 'Hello', paragraphs: [] };
    const ids = Array.from({ length: 10 }, () => randomUUID());
    for (const [n, id] of ids.entries())
      await mailer().write(api.db, { cause: 'recipient', ...letter, id }, at(n - 10));
    const take = async () => (await leaseMails(api.db, { now: at(0), until: at(60), limit: 5 })).map(({ id }) => id);
    expect((await take()).toSorted()).toEqual([0, 1, 2, 8, 9].map((n) => ids[n]).toSorted());
    expect((await take()).toSorted(), 'the rest').toEqual([3, 4, 5, 6, 7].map((n) => ids[n]).toSorted());
    expect(await take()).toEqual([]);
  });

  test('nor for an issue of the newsletter, whose mails become due faster than they are sent', async () => {
    const now = Date.now();
    const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString();
    const letter = { topicId: 'any', recipient: 'ada@example.com', subject: 'Hello', paragraphs: [] };
    const ids = Array.from({ length: 10 }, () => randomUUID());
    for (const [n, id] of ids.entries()) {
      const topic = n === 4 ? 'any' : ISSUE_TOPIC;
      await mailer().write(api.db, { cause: 'recipient', topic, ...letter, id }, at(n - 10));
    }
    const take = async () => (await leaseMails(api.db, { now: at(0), until: at(60), limit: 5 })).map(({ id }) => id);
    expect((await take()).toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => ids[n]).toSorted());
    expect((await take()).toSorted(), 'the rest').toEqual([5, 6, 7, 8, 9].map((n) => ids[n]).toSorted());
  });

  test.runIf(kind === 'postgres')('not more are taken than were asked for, however PostgreSQL looks', async () => {
    for (let n = 0; n < 30; n += 1) await post();
    const now = new Date(Date.now() + 1_000).toISOString();
    const taken = await api.db.transaction().execute(async (tx) => {
      // What is left is to look for the mails to take once for each mail that there is.
      for (const way of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'memoize'])
        await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx);
      return await leaseMails(tx, { now, until: now, limit: 5 });
    });
    expect(taken).toHaveLength(5);
  });

  test('what a killed worker held is sent when its lease ends', async () => {
    const { id } = await post();
    const now = new Date();
    const soon = new Date(now.getTime() + 150).toISOString();
    await leaseMails(api.db, { now: now.toISOString(), until: soon, limit: 1 });
    expect(await leaseMails(api.db, { now: now.toISOString(), until: soon, limit: 1 })).toEqual([]);
    workers.push(startOutboxWorker({ db: api.db, transport: smtpTransport(server.url, FROM), log, poll: 20 }));
    await log.seen(SENT);
    expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('a worker that comes back after its lease has ended changes nothing: the mail is in other hands', async () => {
    const { id } = await post();
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
    const [late] = await leaseMails(api.db, { now: at(0), until: at(60), limit: 1 });
    await leaseMails(api.db, { now: at(61), until: at(120), limit: 1 });
    const held = await row(id);
    expect(held.attempts).toBe(2);

    const comesBack = async (mail: Pick<OutboxMail, 'id' | 'attempts'>) => {
      await postpone(api.db, mail, { nextAttemptAt: at(0), error: 'too late' });
      await markDead(api.db, mail, { now: at(62), error: 'too late' });
      await release(api.db, mail, at(62));
    };
    await comesBack(late!);
    expect(await row(id)).toEqual(held);

    // The first attempt was slow, but succeeded: the mail is not sent again after the second one has failed.
    await markSent(api.db, id, at(63));
    const sent = await row(id);
    await comesBack(held);
    expect(await row(id)).toEqual(sent);
  });

  test('stopping waits for the mail that is being sent', async () => {
    const started = Promise.withResolvers<void>();
    const accepted = Promise.withResolvers<void>();
    const { id } = await post();
    const worker = work({ name: 'slow', send: () => (started.resolve(), accepted.promise) });
    await started.promise;
    const stopped = worker.stop();
    accepted.resolve();
    await stopped;
    expect((await row(id)).state).toBe('sent');
  });

  test('stopping does not wait for a mail server that does not answer', async () => {
    const silent = createServer((socket) => void connected.resolve(socket)).listen(0, '127.0.0.1');
    const connected = Promise.withResolvers<Socket>();
    await once(silent, 'listening');
    const transport = smtpTransport(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`, FROM);
    const { id } = await post();
    const warned = vi.spyOn(log, 'warn');
    const worker = startOutboxWorker({ db: api.db, transport, log, stopPatience: 50 });
    const socket = await connected.promise;
    await worker.stop();
    expect(warned.mock.calls.map(([, text]) => text)).toEqual([expect.stringContaining('did not answer in time')]);
    expect(await row(id), 'another worker sends it when the lease ends').toMatchObject({
      state: 'pending',
      attempts: 1,
    });
    socket.destroy();
    await log.seen(RETRY);
    silent.close();
  });

  test.runIf(kind === 'sqlite')('stopping waits for the others when one mail cannot be settled', async () => {
    await sql`create trigger unsettled before update on outbox when new.last_error is not null
      begin select raise(abort, 'no settling'); end`.execute(api.db);
    try {
      server.refuseNext({ code: 451, text: 'Try again' });
      server.slow(300);
      const ids = [(await post()).id, (await post()).id];
      const warned = vi.spyOn(log, 'warn');
      const worker = work();
      await expect.poll(() => server.received.length).toBe(1);
      await worker.stop();
      expect(warned).not.toHaveBeenCalled();
      const states = await Promise.all(ids.map(async (id) => (await row(id)).state));
      expect(states.toSorted()).toEqual(['pending', 'sent']);
    } finally {
      server.slow(0);
      await sql`drop trigger unsettled`.execute(api.db);
    }
  });

  test.each(['ada.obi@example.com', 'élan@bücher.example'])(
    'a refusal that names %s: neither log nor database repeats it',
    async (recipient) => {
      const local = recipient.replace(/@.*/, '');
      server.refuseNext(
        { code: 451, text: `${recipient} is greylisted` },
        {
          code: 550,
          text: `<${recipient}>: mailbox ${local} is full, ask ${local}@other.example or "${local}'s boss"@other.example`,
        },
      );
      const lines: string[] = [];
      const trace = createLog('trace', { write: (line) => void lines.push(line) });
      const both = (level: 'info' | 'warn' | 'error') => (facts: object, text: string) => (
        trace[level](facts, text), log[level](facts, text)
      );
      const { replyTo: _, ...letter } = contactMail({
        id: randomUUID(),
        message: goodMessage,
        createdAt: new Date().toISOString(),
        contactTo: recipient,
      });
      const mail = await write(letter);
      const worker = startOutboxWorker({
        db: api.db,
        transport: smtpTransport(server.url, FROM),
        log: { info: both('info'), warn: both('warn'), error: both('error') },
        // Long enough to look at what the first refusal left.
        backoff: () => 2_000,
        poll: 60_000,
      });
      workers.push(worker);
      await log.seen(RETRY);
      expect((await row(mail.id)).lastError).toMatch(/451 .*is greylisted/);
      expect((await row(mail.id)).lastError).not.toContain(local);
      await log.seen(DEAD);
      const dead = await row(mail.id);
      expect(dead).toMatchObject({ state: 'dead', recipient });
      expect(dead.lastError).toMatch(/550 <<…>>: mailbox <…> is full, ask <…> or <…>/);
      expect(lines).toHaveLength(2);
      expect(lines.join('')).not.toMatch(/obi|élan|other\.example/i);
    },
  );

  test('values of a visitor never become headers', async () => {
    const { id } = await post({
      fullName: 'Ada\r\nBcc: victim@example.com',
      subject: 'Foods\nX-Injected: yes',
      email: 'ada@example.com>, <victim@example.com',
    });
    work();
    await log.seen(SENT);
    const [mail] = server.received;
    expect((await row(id)).state).toBe('sent');
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.headers.map(({ key }) => key)).not.toContain('x-injected');
    expect(mail?.to).toEqual([{ name: '', address: 'office@site.test' }]);
    expect(mail?.replyTo?.length).toBeLessThanOrEqual(1);
  });

  test('a subject arrives as it was typed, even if that looks encoded', async () => {
    const subjects = ['=?utf-8?B?4oCuZ25pc2hpbmc=?=', `=?utf-8?Q?Foods?= ${'Ọ̀nà 😀 '.repeat(20).trim()}`];
    for (const subject of subjects) await post({ subject });
    work();
    await log.seen(SENT, subjects.length);
    expect(server.received.map(({ subject }) => subject).toSorted()).toEqual(
      subjects.map((subject) => `Message from ${goodMessage.fullName}, ${subject}`).toSorted(),
    );
  });

  test('without a mail server every mail is one complete file', async () => {
    const folder = join(api.place.dataDir, 'mail');
    const mails = [await post(), await post()];
    work(fileTransport(folder, FROM));
    await log.seen(SENT, 2);
    const names = await readdir(folder);
    expect(names.filter((name) => name.endsWith('.eml')).length).toBe(names.length);
    const parsed = await Promise.all(
      names.map(async (name) => await PostalMime.parse(await readFile(join(folder, name)))),
    );
    expect(parsed.map((mail) => mail.messageId).toSorted()).toEqual(mails.map(({ messageId }) => messageId).toSorted());
    expect(parsed[0]?.text).toContain(goodMessage.message.split('\n')[0]);
  });
});
