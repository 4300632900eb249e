import { createHash, randomUUID } from 'node:crypto';
import { newsletterCalls, withToken } from 'shared/contracts/newsletter';
import type { Problem } from 'shared/contracts/problem';
import { INVALID_EMAIL } from 'shared/rules/email';
import { FIELD_EMPTY } from 'shared/rules/form-check';
import { SIGN_UPS_PER_HOUR } from 'shared/rules/limits';
import { retentionTime } from 'shared/rules/retention';
import { DAY_MS, MINUTE_MS } from 'shared/rules/time';
import { InstallationSecret } from 'shared/node/installation-secret';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailKey, sealedKey } from '../../mail/email-key.ts';
import { findOrAddSubscriber, sealUnsubscribed, unsubscribeSubscriber } from './repository.ts';
import { smtpTransport } from '../../mail/transport.ts';
import { startOutboxWorker } from '../../mail/outbox-worker.ts';
import { json, PUBLIC_URL, SECRET, startApi, type TestApi } from '../../../test/support/api.ts';
import { beginBeside, databaseKinds, lockAwaited } from '../../../test/support/database.ts';
import { removeAt } from '../../../test/support/retention.ts';
import { eventLog } from '../../../test/support/log.ts';
import { type MailServer, startMailServer } from '../../../test/support/smtp.ts';

describe.each(databaseKinds)('newsletter on %s', (kind) => {
  let api: TestApi;
  let mailServer: MailServer;
  beforeAll(async () => {
    api = await startApi(kind);
    mailServer = await startMailServer();
  });
  afterAll(async () => {
    await mailServer.down();
    await api.close();
  });

  let counter = 0;
  const newEmail = () => `ada.${(counter += 1)}@example.com`;
  const subscribe = (email: string, client?: string) =>
    api.fetch(newsletterCalls.subscribe, { ...json({ email }), ...(client ? { client } : {}) });
  const confirm = (token: string) => api.fetch(newsletterCalls.confirm, json({ token }));
  const mailsTo = (email: string) =>
    api.db.selectFrom('outbox').selectAll().where('recipient', '=', email).orderBy('createdAt').execute();
  const find = (email: string) =>
    api.db
      .selectFrom('subscribers')
      .selectAll()
      .where('emailKey', 'in', [emailKey(email), sealedKey(SECRET, email)])
      .execute();
  const stateOf = async (email: string) => (await find(email))[0]?.state;
  const tokenIn = (text: string) => /[?&]token=([\w-]+)/.exec(text)?.[1] ?? '';
  const newestToken = async (email: string) => tokenIn((await mailsTo(email)).at(-1)?.text ?? '');
  /** As if all that happened to the address so far had happened earlier. */
  const passTime = async (email: string, time: number) => {
    const [{ id, askedAt, unsubscribedAt } = expect.fail()] = await find(email);
    const tokens = await api.db
      .selectFrom('subscriberTokens')
      .select(['hash', 'createdAt'])
      .where('subscriberId', '=', id)
      .execute();
    const earlier = (date: string) => new Date(Date.parse(date) - time).toISOString();
    await api.db
      .updateTable('subscribers')
      .set({ askedAt: earlier(askedAt), unsubscribedAt: unsubscribedAt && earlier(unsubscribedAt) })
      .where('id', '=', id)
      .execute();
    for (const { key, times } of await api.db.selectFrom('attempts').selectAll().execute()) {
      const shifted = JSON.stringify((JSON.parse(times) as number[]).map((at) => at - time));
      await api.db.updateTable('attempts').set({ times: shifted }).where('key', '=', key).execute();
    }
    for (const { hash, createdAt } of tokens) {
      await api.db
        .updateTable('subscriberTokens')
        .set({ createdAt: earlier(createdAt) })
        .where('hash', '=', hash)
        .execute();
    }
  };
  const subscribed = async () => {
    const email = newEmail();
    await subscribe(email);
    expect((await confirm(await newestToken(email))).status).toBe(200);
    return email;
  };

  test('subscribing, confirming and unsubscribing with the mails as they arrive', async () => {
    const email = newEmail();
    const log = eventLog();
    expect((await subscribe(` ${email} `)).status).toBe(202);
    const worker = startOutboxWorker({ ...api, transport: smtpTransport(mailServer.url, 'site@site.test'), log });
    await log.seen('mail sent', 1);
    const question = mailServer.received.at(-1);
    expect(question?.to?.[0]?.address).toBe(email);
    expect(question?.text).toContain(`${PUBLIC_URL}/newsletter/confirm?token=`);
    expect(question?.headers.filter(({ key }) => key.startsWith('list-'))).toEqual([]);
    expect(await stateOf(email)).toBe('pending');

    const confirmed = await confirm(tokenIn(question?.text ?? ''));
    expect(confirmed.status).toBe(200);
    expect(await confirmed.json()).toEqual({ status: 'confirmed' });
    expect(await stateOf(email)).toBe('confirmed');
    worker.wake();
    await log.seen('mail sent', 2);
    await worker.stop();
    const welcome = mailServer.received.at(-1);
    const header = (name: string) => welcome?.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const oneClick = /^<(.+)>$/.exec(header('list-unsubscribe') ?? '')?.[1] ?? '';
    expect(oneClick.startsWith(`${PUBLIC_URL}/api/newsletter/unsubscribe?token=`)).toBe(true);
    expect(welcome?.text, 'why it comes').toContain('You have confirmed your subscription');
    expect(welcome?.text).toContain(`${PUBLIC_URL}/newsletter/unsubscribe?token=${tokenIn(oneClick)}`);

    // What was sent is not kept.
    const [{ id } = expect.fail()] = await find(email);
    const sent = await api.db.selectFrom('outbox').selectAll().where('topicId', '=', id).execute();
    expect(sent).toHaveLength(2);
    for (const mail of sent) {
      expect(mail).toMatchObject({
        state: 'sent',
        recipient: '',
        replyTo: null,
        subject: '',
        text: '',
        unsubscribeUrl: null,
      });
      expect(JSON.stringify(mail)).not.toContain(email);
    }

    const path = oneClick.slice(PUBLIC_URL.length);
    const link = await api.fetch(path, { redirect: 'manual' });
    expect(link.status).toBe(303);
    expect(link.headers.get('location')).toBe(`/newsletter/unsubscribe?token=${tokenIn(path)}`);
    expect(await stateOf(email), 'a GET changes nothing').toBe('confirmed');
    const cut = await api.fetch(newsletterCalls.unsubscribe, { redirect: 'manual' });
    expect([cut.status, cut.headers.get('location')]).toEqual([303, '/newsletter/unsubscribe?token=']);

    const clicked = await api.fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(clicked.status).toBe(200);
    expect(await clicked.json()).toEqual({ status: 'unsubscribed' });
    expect(await stateOf(email)).toBe('unsubscribed');
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const again = await api.fetch(path, { method: 'POST', body: form, headers: { origin: 'https://mail.example' } });
    expect(again.status, 'repeated, as multipart, from a web mail page').toBe(200);
  });

  test('every answer is the same, whatever is known about the address', async () => {
    const waiting = newEmail();
    await subscribe(waiting);
    const known = await subscribed();
    const gone = await subscribed();
    await api.fetch(withToken(newsletterCalls.unsubscribe, await newestToken(gone)), { method: 'POST' });
    const answers = await Promise.all(
      [newEmail(), waiting, known, gone].map(async (email) => {
        const response = await subscribe(email);
        return { status: response.status, headers: [...response.headers.keys()], body: await response.text() };
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 202, body: '{"status":"accepted"}' });
  });

  test('another spelling of an address is the same subscriber', async () => {
    await subscribe('Ada.Obi@Bücher.example');
    await subscribe('ada.obi@xn--bcher-kva.example');
    expect(await mailsTo('Ada.Obi@Bücher.example')).toHaveLength(1);
    expect(await find('ada.obi@xn--bcher-kva.example')).toMatchObject([{ email: 'ada.obi@xn--bcher-kva.example' }]);
  });

  test("a spelling that a stranger has entered does not keep the owner's mails", async () => {
    await subscribe('jo\u212a@example.com');
    await api.db.deleteFrom('attempts').execute();
    await subscribe('jok@example.com');
    const token = await newestToken('jok@example.com');
    expect((await confirm(token)).status).toBe(200);
    await subscribe('jo\u212a@example.com');
    expect(await find('jok@example.com')).toMatchObject([{ email: 'jok@example.com', state: 'confirmed' }]);
  });

  test('unsubscribing revokes earlier links for good, also unused ones', async () => {
    const [email, other] = [newEmail(), await subscribed()];
    await subscribe(email);
    const unused = await newestToken(email);
    await passTime(email, 11 * MINUTE_MS);
    await subscribe(email);
    expect((await confirm(await newestToken(email))).status).toBe(200);
    await api.fetch(withToken(newsletterCalls.unsubscribe, await newestToken(email)), { method: 'POST' });
    expect((await confirm(unused)).status).toBe(410);
    await subscribe(email);
    expect((await confirm(unused)).status).toBe(410);
    expect([await stateOf(email), await stateOf(other)]).toEqual(['unsubscribed', 'confirmed']);
  });

  test('subscribing again when an ended subscription is about to be forgotten can be confirmed', async () => {
    const email = await subscribed();
    await api.fetch(withToken(newsletterCalls.unsubscribe, await newestToken(email)), { method: 'POST' });
    await passTime(email, retentionTime('endedSubscriptions') - DAY_MS);
    await subscribe(email);
    await removeAt(api, Date.now() + 2 * DAY_MS);
    expect((await confirm(await newestToken(email))).status).toBe(200);
    expect(await stateOf(email)).toBe('confirmed');
  });

  test('nobody can fill a mailbox, not even by asking at the same moment', async () => {
    const email = newEmail();
    await Promise.all(Array.from({ length: 8 }, () => subscribe(email)));
    expect(await mailsTo(email)).toHaveLength(1);
    for (let n = 0; n < 8; n += 1) {
      await passTime(email, 11 * 60 * 1000);
      expect((await subscribe(email)).status).toBe(202);
    }
    expect(await mailsTo(email), 'five a day').toHaveLength(5);
    await passTime(email, DAY_MS);
    await subscribe(email);
    expect(await mailsTo(email)).toHaveLength(6);
  });

  test('a subscriber is told so and can unsubscribe', async () => {
    const email = await subscribed();
    await passTime(email, DAY_MS);
    await subscribe(email);
    const mail = (await mailsTo(email)).at(-1);
    expect(mail?.text).toContain('already subscribed');
    expect(await stateOf(email)).toBe('confirmed');
    await api.fetch(withToken(newsletterCalls.unsubscribe, tokenIn(mail?.unsubscribeUrl ?? '')), { method: 'POST' });
    expect(await stateOf(email)).toBe('unsubscribed');
  });

  test('confirming twice welcomes once, and takes nothing from the links of others', async () => {
    const [email, other] = [newEmail(), newEmail()];
    await subscribe(other);
    await subscribe(email);
    const token = await newestToken(email);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await mailsTo(email)).toHaveLength(2);
    expect((await confirm(await newestToken(other))).status).toBe(200);
  });

  test('a link works for seven days and is forgotten after thirty', async () => {
    const email = newEmail();
    await subscribe(email);
    const token = await newestToken(email);
    await passTime(email, 7 * DAY_MS);
    const late = await confirm(token);
    expect(late.status).toBe(410);
    expect(await late.json()).toMatchObject({ code: 'link-expired' });
    expect(await stateOf(email)).toBe('pending');

    const other = await subscribed();
    await passTime(email, 23 * DAY_MS);
    await removeAt(api, Date.now());
    expect(await stateOf(email)).toBeUndefined();
    expect((await confirm(token)).status).toBe(404);
    expect(await stateOf(other)).toBe('confirmed');
  });

  test('the link that subscribed a visitor does not undo their unsubscribing; a new one subscribes again', async () => {
    const email = newEmail();
    await subscribe(email);
    const token = await newestToken(email);
    await confirm(token);
    const unsubscribe = withToken(newsletterCalls.unsubscribe, await newestToken(email));
    await api.fetch(unsubscribe, { method: 'POST' });
    expect((await confirm(token)).status).toBe(410);
    expect(await stateOf(email)).toBe('unsubscribed');

    await passTime(email, DAY_MS);
    await subscribe(email);
    expect(await stateOf(email), 'only the owner of the mailbox can come back').toBe('unsubscribed');
    expect((await confirm(await newestToken(email))).status).toBe(200);
    expect(await stateOf(email)).toBe('confirmed');
    await api.fetch(unsubscribe, { method: 'POST' });
    expect(await stateOf(email), 'an older mail unsubscribes too').toBe('unsubscribed');
  });

  test('who unsubscribes by mistake can subscribe again at once, five times a day', async () => {
    const email = newEmail();
    for (let time = 1; time <= 5; time += 1) {
      await subscribe(email);
      await subscribe(email);
      expect((await confirm(await newestToken(email))).status).toBe(200);
      expect(await mailsTo(email), 'a question and a welcome each time').toHaveLength(2);
      await api.fetch(withToken(newsletterCalls.unsubscribe, await newestToken(email)), { method: 'POST' });
      expect(await stateOf(email)).toBe('unsubscribed');
      expect(await mailsTo(email), 'none that waits says otherwise').toEqual([]);
    }
    await subscribe(email);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('who unsubscribed before the clock was set back can subscribe again, too', async () => {
    const email = await subscribed();
    await api.fetch(withToken(newsletterCalls.unsubscribe, await newestToken(email)), { method: 'POST' });
    await passTime(email, -MINUTE_MS);
    await subscribe(email);
    const token = await newestToken(email);
    await removeAt(api, Date.now());
    expect((await confirm(token)).status).toBe(200);
    expect(await stateOf(email)).toBe('confirmed');
  });

  test('an ended subscription is only a keyed hash, even after asking again without confirming', async () => {
    const email = await subscribed();
    const unsubscribe = () => api.fetch(withToken(newsletterCalls.unsubscribe, link), { method: 'POST' });
    const link = await newestToken(email);
    await unsubscribe();
    const kept = async () => JSON.stringify(await api.db.selectFrom('subscribers').selectAll().execute());
    expect(await kept()).not.toContain(email);
    expect(await mailsTo(email), 'nor is it kept in a mail that waits').toEqual([]);
    expect(await find(email)).toMatchObject([{ email: '', emailKey: sealedKey(SECRET, email), state: 'unsubscribed' }]);
    expect(sealedKey(new InstallationSecret('another secret'), email)).not.toBe(sealedKey(SECRET, email));

    await passTime(email, DAY_MS);
    await subscribe(email.toUpperCase());
    expect(await find(email), 'one subscriber, who can be mailed to').toMatchObject([
      { email: email.toUpperCase(), state: 'unsubscribed' },
    ]);
    await passTime(email, 29 * DAY_MS);
    await removeAt(api, Date.now());
    expect(await kept()).toContain(email.toUpperCase());
    await passTime(email, 2 * DAY_MS);
    await removeAt(api, Date.now());
    expect((await kept()).toLowerCase()).not.toContain(email);
    expect((await unsubscribe()).status, 'links work on').toBe(200);

    await subscribe(email);
    const question = tokenIn((await mailsTo(email)).at(-1)!.text);
    expect((await unsubscribe()).status).toBe(200);
    expect((await confirm(question)).status, 'unsubscribing takes the question back').toBe(410);
    expect(await find(email)).toMatchObject([{ email: '', state: 'unsubscribed' }]);
  });

  test.runIf(kind === 'postgres')('subscribing while unsubscribing is not over waits for it: one row', async () => {
    const email = await subscribed();
    const [{ id } = expect.fail()] = await find(email);
    const other = await beginBeside(api.db);
    await unsubscribeSubscriber(other, id, new Date().toISOString(), () => sealedKey(SECRET, email));
    const asking = subscribe(email);
    await lockAwaited(api.db);
    await other.commit().execute();
    expect((await asking).status).toBe(202);
    expect(await find(email)).toMatchObject([{ id, email, emailKey: emailKey(email), state: 'unsubscribed' }]);
  });

  test.runIf(kind === 'postgres')('an address that is entered again while it is being sealed stays', async () => {
    const email = await subscribed();
    await api.fetch(withToken(newsletterCalls.unsubscribe, await newestToken(email)), { method: 'POST' });
    await subscribe(email);
    const [{ id } = expect.fail()] = await find(email);
    const [longAgo, since] = ['2000-01-01T00:00:00.000Z', '2000-01-02T00:00:00.000Z'];
    await api.db.updateTable('subscribers').set({ askedAt: longAgo }).where('id', '=', id).execute();
    const other = await beginBeside(api.db);
    const again = { id: randomUUID(), email, key: emailKey(email), sealed: [sealedKey(SECRET, email)] };
    await findOrAddSubscriber(other, { ...again, now: new Date().toISOString() });
    const sealedKeyOf = (each: string) => sealedKey(SECRET, each);
    const sealing = api.db
      .transaction()
      .execute((tx) => sealUnsubscribed(tx, { time: since, limit: 200, sealedKeyOf }));
    await lockAwaited(api.db);
    await other.commit().execute();
    expect(await sealing).toBeGreaterThan(0);
    expect(await find(email)).toMatchObject([{ id, email, emailKey: emailKey(email), state: 'unsubscribed' }]);
  });

  test.runIf(kind === 'postgres')(
    'the link of a subscriber who is deleted in the meantime is one that nobody knows',
    async () => {
      const email = await subscribed();
      const link = withToken(newsletterCalls.unsubscribe, await newestToken(email));
      const other = await beginBeside(api.db);
      await other.deleteFrom('subscribers').where('email', '=', email).execute();
      const asking = api.fetch(link, { method: 'POST' });
      await lockAwaited(api.db);
      await other.commit().execute();
      expect((await asking).status).toBe(404);
    },
  );

  test('two subscriptions of one address can be asked for again, and become one when they are sealed', async () => {
    const [email, other] = [await subscribed(), await subscribed()];
    const old = await newestToken(email);
    await api.fetch(withToken(newsletterCalls.unsubscribe, old), { method: 'POST' });
    // As an earlier version made it, if they subscribed at the moment when the other one was being sealed.
    const id = randomUUID();
    await api.db
      .insertInto('subscribers')
      .values({ id, email, emailKey: emailKey(email), state: 'confirmed', askedAt: new Date().toISOString() })
      .execute();
    const token = randomUUID();
    const hash = createHash('sha256').update(token).digest('base64url');
    await api.db
      .insertInto('subscriberTokens')
      .values({ hash, subscriberId: id, purpose: 'unsubscribe', createdAt: new Date().toISOString() })
      .execute();
    expect((await subscribe(email)).status).toBe(202);
    for (const each of [token, old])
      expect((await api.fetch(withToken(newsletterCalls.unsubscribe, each), { method: 'POST' })).status).toBe(200);
    expect(await find(email)).toMatchObject([{ id, email: '', state: 'unsubscribed' }]);
    await api.fetch(withToken(newsletterCalls.unsubscribe, await newestToken(other)), { method: 'POST' });
    expect(await stateOf(other), 'links of others stay theirs').toBe('unsubscribed');
  });

  test('a token is good for its own purpose only, and the database does not know it', async () => {
    const email = await subscribed();
    const [question, welcome] = (await mailsTo(email)).map(({ text }) => tokenIn(text));
    expect((await confirm(welcome ?? '')).status).toBe(404);
    expect((await api.fetch(withToken(newsletterCalls.unsubscribe, question ?? ''), { method: 'POST' })).status).toBe(
      404,
    );
    const hashes = await api.db.selectFrom('subscriberTokens').select('hash').execute();
    expect(hashes.map(({ hash }) => hash)).not.toContain(question);
    for (const token of ['', 'x', 'x'.repeat(2_000), '%00']) {
      expect((await confirm(token)).status).toBe(404);
      expect((await api.fetch(withToken(newsletterCalls.unsubscribe, token), { method: 'POST' })).status).toBe(404);
    }
    expect((await api.fetch(newsletterCalls.unsubscribe, { method: 'POST' })).status).toBe(422);
  });

  test('what is not an address is refused, with the texts of the form', async () => {
    const refusal = async (body: unknown) =>
      ((await (await api.fetch(newsletterCalls.subscribe, json(body))).json()) as Problem).errors;
    expect(await refusal({ email: ' ' })).toEqual([{ field: 'email', message: FIELD_EMPTY }]);
    expect(await refusal({})).toEqual([{ field: 'email', message: FIELD_EMPTY }]);
    expect(await refusal({ email: 'ada@example' })).toEqual([{ field: 'email', message: INVALID_EMAIL }]);
  });

  test('pages of other sites can neither subscribe nor confirm', async () => {
    const email = newEmail();
    const headers = { origin: 'http://evil.test' };
    expect((await api.fetch(newsletterCalls.subscribe, json({ email }, headers))).status).toBe(403);
    expect((await api.fetch(newsletterCalls.confirm, json({ token: 'x' }, headers))).status).toBe(403);
    expect(await stateOf(email)).toBeUndefined();
  });

  test('one visitor asks for a limited number of mails', async () => {
    const client = '192.0.2.9';
    for (let n = 0; n < SIGN_UPS_PER_HOUR; n += 1) await (await subscribe('none', client)).body?.cancel();
    expect((await subscribe(newEmail(), client)).status).toBe(429);
    expect((await subscribe(newEmail())).status).toBe(202);
  });

  test('neither addresses nor tokens are in the log', async () => {
    const email = await subscribed();
    await api.fetch(withToken(newsletterCalls.unsubscribe, await newestToken(email)), { method: 'POST' });
    expect(api.log.join('\n')).not.toMatch(/@example\.com|token=/);
  });
});
