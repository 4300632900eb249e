import { sql } from 'kysely';
import { contactCall, type ContactReceipt } from 'shared/contracts/contact';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import type { Problem } from 'shared/contracts/problem';
import { HOP_IP_HEADER, HOP_TOKEN_HEADER } from 'shared/node/hop';
import { INVALID_EMAIL } from 'shared/rules/email';
import { FIELD_EMPTY } from 'shared/rules/form-check';
import { INVALID_PHONE } from 'shared/rules/phone';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, PUBLIC_URL, startApi, type TestApi } from '../../../test/support/api.ts';
import { goodMessage, storedMessages } from '../../../test/support/contact.ts';
import { beginBeside, databaseKinds, lockAwaited } from '../../../test/support/database.ts';
import { once } from '../../database/idempotency.ts';

describe.each(databaseKinds)('contact on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  const send = (body: unknown, headers?: Record<string, string>) => api.fetch(contactCall, json(body, headers));
  const refusal = async (body: unknown) => {
    const response = await send(body);
    return { status: response.status, problem: (await response.json()) as Problem };
  };

  test('a message is stored, trimmed, with the mail about it', async () => {
    const wakes = api.wakes();
    const response = await send({ ...goodMessage, fullName: '  Ada Obi ' });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: string };

    const row = await api.db.selectFrom('contactMessages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(Object.values(goodMessage), 'each field is tried').not.toContain('');
    expect(row).toMatchObject(goodMessage);
    const mail = await api.db.selectFrom('outbox').selectAll().where('topicId', '=', id).executeTakeFirstOrThrow();
    expect(mail).toMatchObject({
      recipient: 'office@site.test',
      replyTo: goodMessage.email,
      state: 'pending',
      attempts: 0,
    });
    for (const value of Object.values(goodMessage)) expect(mail.text).toContain(value);
    expect(mail.text).toMatch(/Received on \d+ \w+ \d{4} at \d\d:\d\d UTC, number/);
    expect(api.wakes()).toBe(wakes + 1);
    // Version 7 begins with the time: rows stored together are close together in the indexes (decision 134).
    for (const each of [id, mail.id]) expect(each).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/);
  });

  test('the three checks come in their order, with the texts of the specification', async () => {
    const empty = await refusal({ ...goodMessage, subject: ' ', message: '', email: 'x', phone: '1' });
    expect(empty).toMatchObject({ status: 422, problem: { code: 'validation-failed', detail: FIELD_EMPTY } });
    expect(empty.problem.errors).toEqual([
      { field: 'subject', message: FIELD_EMPTY },
      { field: 'message', message: FIELD_EMPTY },
    ]);
    expect((await refusal({ ...goodMessage, email: 'x', phone: '1' })).problem.errors).toEqual([
      { field: 'email', message: INVALID_EMAIL },
    ]);
    expect((await refusal({ ...goodMessage, phone: '1' })).problem.errors).toEqual([
      { field: 'phone', message: INVALID_PHONE },
    ]);
    expect((await refusal({})).problem.errors).toHaveLength(5);
  });

  test('a client that prefers text gets the sentence alone', async () => {
    for (const accept of ['text/plain', 'text/plain, application/json;q=0.5', 'text/plain;q=0.9,*/*;q=0.1']) {
      const response = await send({ ...goodMessage, phone: '1' }, { accept });
      expect(response.status).toBe(422);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(await response.text()).toBe(INVALID_PHONE);
    }
    for (const accept of ['*/*', 'application/json', 'application/problem+json, text/plain;q=0.9', 'text/html']) {
      const response = await send({ ...goodMessage, phone: '1' }, { accept });
      expect(response.headers.get('content-type')).toContain('application/problem+json');
    }
  });

  test('a repetition with the same key is one message and one answer', async () => {
    const headers = { [IDEMPOTENCY_HEADER]: `key-${kind}` };
    const before = (await storedMessages(api.db)).ids.length;
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(goodMessage, headers)));
    const answers = await Promise.all(responses.map((response) => response.text()));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers).size).toBe(1);
    expect((await storedMessages(api.db)).ids.length).toBe(before + 1);

    const other = await send({ ...goodMessage, message: 'Something else' }, headers);
    expect(other.status).toBe(422);
    expect(await other.json()).toMatchObject({ code: 'idempotency-key-reused' });
    expect((await storedMessages(api.db)).ids.length).toBe(before + 1);

    await send(goodMessage, { [IDEMPOTENCY_HEADER]: `another-${kind}` });
    expect(await (await send(goodMessage, headers)).text(), 'not the answer to another one').toBe(answers[0]);
  });

  test.runIf(kind === 'postgres')('what is known of a key stays until its repetition is answered', async () => {
    const key = 'repeated-late';
    const submission = { scope: 'contact', key, content: goodMessage };
    const first = (await (await send(goodMessage, { [IDEMPOTENCY_HEADER]: key })).json()) as ContactReceipt;
    const repeating = await beginBeside(api.db);
    const notAgain = () => Promise.reject(new Error('This was carried out twice.'));
    expect(await once(repeating, submission, notAgain)).toEqual(first);
    // As housekeeping and `delete-person` do.
    const deleting = api.db.deleteFrom('idempotencyKeys').execute();
    await lockAwaited(api.db);
    await repeating.commit().execute();
    await deleting;
    expect(await (await send(goodMessage, { [IDEMPOTENCY_HEADER]: key })).json()).not.toEqual(first);
  });

  test.each(['', 'with space', 'x'.repeat(256)])('the key %j is refused', async (key) => {
    expect((await send(goodMessage, { [IDEMPOTENCY_HEADER]: key })).status).toBe(400);
  });

  test.runIf(kind === 'postgres')('nobody waits for old keys that another is deleting', async () => {
    const key = 'old-key-of-a-person';
    expect((await send(goodMessage, { [IDEMPOTENCY_HEADER]: key })).status).toBe(201);
    const old = api.db.updateTable('idempotencyKeys').set({ createdAt: '2026-01-01T00:00:00.000Z' });
    await old.where('key', '=', `contact:${key}`).execute();
    const deleting = await beginBeside(api.db);
    await deleting.deleteFrom('idempotencyKeys').where('key', '=', `contact:${key}`).execute();
    expect((await send(goodMessage, { [IDEMPOTENCY_HEADER]: 'another-key' })).status).toBe(201);
    await deleting.commit().execute();
  });

  test('a refused message does not use its key up', async () => {
    const headers = { [IDEMPOTENCY_HEADER]: `second-try-${kind}` };
    expect((await send({ ...goodMessage, phone: '1' }, headers)).status).toBe(422);
    expect((await send(goodMessage, headers)).status).toBe(201);
  });

  test('a message is never stored without its mail', async () => {
    const before = (await storedMessages(api.db)).ids.length;
    await sql`alter table outbox rename to outbox_gone`.execute(api.db);
    const response = await send(goodMessage);
    await sql`alter table outbox_gone rename to outbox`.execute(api.db);
    expect(response.status).toBe(500);
    const answer = await response.text();
    const { code, detail, requestId } = JSON.parse(answer) as Problem;
    expect(code).toBe('internal-error');
    expect(detail).toMatch(/^Something went wrong on our side, so we do not know whether that was done\./);
    expect(requestId).toBe(response.headers.get('x-request-id'));
    expect(detail, 'a visitor can name the line in the log').toContain(`name request ${requestId}.`);
    expect(api.log.some((line) => line.includes(requestId!) && line.includes('request failed'))).toBe(true);
    expect(answer).not.toMatch(/outbox|sql|at .*\.ts/i);
    const after = await storedMessages(api.db);
    expect(after).toMatchObject({ withoutMail: [] });
    expect(after.ids.length).toBe(before);
  });

  test.each(['http://evil.test', 'null', `${PUBLIC_URL}.evil.test`, 'https://site.test'])(
    'a page of %s cannot send',
    async (origin) => {
      const before = (await storedMessages(api.db)).ids.length;
      const response = await send(goodMessage, { origin });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'cross-site-request' });
      expect((await storedMessages(api.db)).ids.length).toBe(before);
    },
  );

  test('a page of the site can send', async () => {
    expect((await send(goodMessage, { origin: PUBLIC_URL })).status).toBe(201);
  });

  test('nobody sends more than 30 messages a minute', async () => {
    const client = '192.0.2.7';
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      const response = await api.fetch(contactCall, { ...json({}), client });
      statuses.push(response.status);
      if (n === 30) {
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await response.json()).toMatchObject({ code: 'too-many-requests' });
      } else await response.body?.cancel();
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), 429]);
    expect((await send({})).status).toBe(422);
  });

  test('an address that the shell does not vouch for is not believed', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) {
      const headers = { [HOP_IP_HEADER]: `198.51.100.${n}`, [HOP_TOKEN_HEADER]: 'forged' };
      const response = await fetch(api.origin + contactCall, json({}, headers));
      statuses.push(response.status);
      await response.body?.cancel();
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test('what a visitor wrote is not in the log', async () => {
    await send({ ...goodMessage, message: 'a very private sentence' });
    await send({ ...goodMessage, email: 'private-address' });
    expect(api.log.join('\n')).not.toMatch(/private|ada@example\.com|08031234567/);
  });
});
