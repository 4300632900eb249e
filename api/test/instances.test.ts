/** Several API processes on one database: what one of them knows, all of them know. */
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { accountCalls } from 'shared/contracts/account';
import { contactCall } from 'shared/contracts/contact';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../src/database/schema.ts';
import { hashPassword } from '../src/features/accounts/passwords/passwords.ts';
import { insertUser, setPassword } from '../src/features/accounts/repository.ts';
import { json, PUBLIC_URL } from './support/api.ts';
import { goodMessage, storedMessages } from './support/contact.ts';
import { databaseKinds, makeMigratedPlace, openMigrated, type Place } from './support/database.ts';
import { type ApiProcess, startProcess } from './support/process.ts';
import { type MailServer, startMailServer } from './support/smtp.ts';
import { goodPassword } from './support/visitor.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(databaseKinds)('three instances on one %s', (kind) => {
  let place: Place;
  let db: Db;
  let mails: MailServer;
  let apis: ApiProcess[];
  beforeAll(async () => {
    place = await makeMigratedPlace(kind);
    mails = await startMailServer();
    db = await openMigrated(place);
    const longAgo = new Date(Date.now() - 400 * DAY_MS).toISOString();
    const old = Array.from({ length: 450 }, (_, n) => ({ key: `old-${n}`, times: '[]', lastAt: longAgo }));
    await db.insertInto('attempts').values(old).execute();
    const env = { SMTP_URL: mails.url, PUBLIC_URL };
    apis = await Promise.all([1, 2, 3].map(() => startProcess(place, env)));
  });
  afterAll(async () => {
    await Promise.all(apis.map((api) => api.end('SIGKILL')));
    await db.destroy();
    await mails.down();
    await place.remove();
  });

  /** @returns the results of all instances */
  const everywhere = <Result>(ask: (api: ApiProcess) => Promise<Result>) => Promise.all(apis.map(ask));
  const post = (api: ApiProcess, path: string, body: object, cookie = '') =>
    api.fetch(path, json(body, { origin: PUBLIC_URL, cookie }));
  const addMember = async (email: string) => {
    const now = new Date().toISOString();
    const user = await insertUser(db, { name: 'Ada Obi', email, now });
    await setPassword(db, user!.id, { hash: await hashPassword(goodPassword), now });
  };
  const logIn = async (api: ApiProcess, email: string) => {
    const response = await post(api, accountCalls.login, { email, password: goodPassword });
    expect(response.status).toBe(200);
    return response.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
  };

  test('a session that one opens is known to all, and gone from all when another ends it', async () => {
    await addMember('session@example.com');
    const cookie = await logIn(apis[0]!, 'session@example.com');
    const states = () =>
      everywhere(async (api) => (await api.fetch(accountCalls.session, { headers: { cookie } })).text());
    for (const state of await states()) expect(state).toContain('signed-in');
    const second = await logIn(apis[1]!, 'session@example.com');
    expect((await post(apis[2]!, accountCalls.endOtherSessions, {}, second)).status).toBeLessThan(300);
    for (const state of await states()) expect(state).not.toContain('signed-in');
  });

  test('tries at a password are counted together', async () => {
    await addMember('guessed@example.com');
    const guess = async (n: number) =>
      (await post(apis[n % 3]!, accountCalls.login, { email: 'guessed@example.com', password: 'wrong' })).status;
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  test('what is sent to all with one key is done once, and all give the same answer', async () => {
    const before = (await storedMessages(db)).ids.length;
    const headers = { [IDEMPOTENCY_HEADER]: 'one-for-all' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, n) =>
        (await apis[n % 3]!.fetch(contactCall, json(goodMessage, headers))).text(),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect((await storedMessages(db)).ids).toHaveLength(before + 1);
  });

  test('every mail is sent by one of them', async () => {
    const done = async () => (await db.selectFrom('outbox').select('id').where('state', '<>', 'sent').execute()).length;
    await expect.poll(done).toBe(0);
    mails.received.length = 0;
    await Promise.all(Array.from({ length: 60 }, (_, n) => apis[n % 3]!.fetch(contactCall, json(goodMessage))));
    await expect.poll(done).toBe(0);
    expect(mails.received).toHaveLength(60);
    expect(new Set(mails.received.map(({ messageId }) => messageId)).size).toBe(60);
  });

  test('they clean up together, and nothing of it goes wrong', async () => {
    const old = () => db.selectFrom('attempts').select('key').where('key', 'like', 'old-%').execute();
    await expect.poll(async () => (await old()).length).toBe(0);
    for (const api of apis) expect(api.output()).not.toMatch(/housekeeping failed|"level":[56]0/);
  });
});
