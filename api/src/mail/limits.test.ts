/** Nobody can fill a stranger's mailbox, through any of the forms and from any number of IP addresses. */
import { accountCalls } from 'shared/contracts/account';
import { applicationCall } from 'shared/contracts/careers';
import { newsletterCalls } from 'shared/contracts/newsletter';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { json, startApi, type TestApi } from '../../test/support/api.ts';
import { applicationForm } from '../../test/support/applications.ts';
import { databaseKinds } from '../../test/support/database.ts';
import { confirmedVisitor, mailsTo, registrationOf, visit } from '../../test/support/visitor.ts';

const HOUR_MS = 60 * 60 * 1000;

describe.each(databaseKinds)('mails to strangers on %s', (kind) => {
  let api: TestApi;
  let other: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
    other = await startApi(kind, {}, { beside: api });
  });
  afterAll(async () => {
    await other.close();
    await api.close();
  });
  afterEach(async () => {
    await api.db.deleteFrom('outbox').execute();
  });

  let count = 0;
  const apply = async (email: string, instance = api) => {
    const response = await instance.fetch(applicationCall, {
      method: 'POST',
      body: applicationForm({ email, about: `number ${(count += 1)}` }),
    });
    return { status: response.status, shape: Object.keys((await response.json()) as object) };
  };
  const subscribe = (email: string) => api.fetch(newsletterCalls.subscribe, json({ email }));
  const register = (email: string) => visit(api).post(accountCalls.register, registrationOf(email));
  const toCompany = async () =>
    (await api.db.selectFrom('outbox').select('id').where('recipient', '=', 'careers@site.test').execute()).length;
  /** As if all tries so far had happened earlier. */
  const passTime = async (time: number) => {
    for (const { key, times } of await api.db.selectFrom('attempts').selectAll().execute()) {
      const shifted = JSON.stringify((JSON.parse(times) as number[]).map((at) => at - time));
      await api.db.updateTable('attempts').set({ times: shifted }).where('key', '=', key).execute();
    }
  };

  test('three receipts a day; what is beyond is stored, the company is told, and the answer is the same', async () => {
    const email = 'receipts@example.com';
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => apply(email, n % 2 === 0 ? api : other)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 201, shape: ['id'] })]),
    );
    expect(await mailsTo(api, email)).toHaveLength(3);
    expect(await toCompany()).toBe(8);
    expect(await api.db.selectFrom('applications').select('id').where('email', '=', email).execute()).toHaveLength(8);
    await passTime(23 * HOUR_MS);
    await apply(email);
    expect(await mailsTo(api, email)).toHaveLength(3);
    await passTime(2 * HOUR_MS);
    await apply(email);
    expect(await mailsTo(api, email)).toHaveLength(4);
  });

  test('other spellings of an address are the same mailbox', async () => {
    const spellings = [
      'ada.box@example.com',
      'ADA.BOX@example.com',
      'ada.box+one@example.com',
      'ada.box+two@Example.COM',
      'ada.box+3@example.com',
      '"ada.box"@example.com',
      '"a\\da.b\\ox+4"@example.com',
    ];
    for (const email of spellings) expect((await apply(email)).status).toBe(201);
    const sent = await api.db
      .selectFrom('outbox')
      .select('recipient')
      .where('recipient', '<>', 'careers@site.test')
      .execute();
    expect(sent.map(({ recipient }) => recipient)).toEqual(spellings.slice(0, 3));
  });

  test('all kinds together are ten a day, but a link to the own account always arrives', async () => {
    const email = 'everything@example.com';
    for (let round = 0; round < 5; round += 1) {
      await register(email);
      await apply(email);
      expect((await subscribe(email)).status).toBe(202);
      await passTime(16 * 60 * 1000);
    }
    const topics = (await mailsTo(api, email)).map(({ topic }) => topic);
    expect(topics.filter((topic) => topic === 'account')).toHaveLength(5);
    expect(topics.filter((topic) => topic !== 'account')).toHaveLength(6);
    // Eleven: the link of the last round came after ten, and nothing else did.
    expect(topics).toHaveLength(11);
    await apply(email);
    await subscribe(email);
    expect(await mailsTo(api, email)).toHaveLength(11);
    await register(email);
    expect((await mailsTo(api, email)).filter(({ topic }) => topic === 'account')).toHaveLength(6);
  });

  test('variants of an address that have no account fill no mailbox, and lock nobody out', async () => {
    const variants = Array.from({ length: 11 }, (_, n) => `ada.obi+${n}@gmail.com`);
    await confirmedVisitor(api, variants[0]!);
    await api.db.deleteFrom('outbox').execute();
    await passTime(25 * HOUR_MS);
    for (const email of [...variants.slice(1), 'ada.obi+11@gmail.com', 'adaobi@googlemail.com'])
      expect((await register(email)).status).toBe(202);
    const recipients = async () => {
      const mails = await api.db.selectFrom('outbox').select('recipient').orderBy('createdAt').execute();
      return mails.map(({ recipient }) => recipient);
    };
    expect(await recipients()).toEqual(variants.slice(1));
    const forgotten = (email: string) => visit(api).post(accountCalls.forgotPassword, { email });
    for (const email of ['ada.obi+11@gmail.com', variants[0]!, 'adaobi@gmail.com'])
      expect((await forgotten(email)).status).toBe(202);
    await register('adaobi@gmail.com');
    expect((await recipients()).slice(10)).toEqual([variants[0], 'adaobi@gmail.com']);
  });

  test('another address gets its mails', async () => {
    for (let n = 0; n < 5; n += 1) await apply(`person${n}@example.com`);
    expect(await api.db.selectFrom('outbox').select('id').execute()).toHaveLength(10);
  });
});
