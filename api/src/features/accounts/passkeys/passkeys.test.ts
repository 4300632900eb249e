import { type Account, accountCalls, type PasskeyOptions } from 'shared/contracts/account';
import type { Problem } from 'shared/contracts/problem';
import { PASSKEYS_MAX } from 'shared/rules/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLIC_URL, startApi, type TestApi } from '../../../../test/support/api.ts';
import { Authenticator } from '../../../../test/support/authenticator.ts';
import { beginBeside, databaseKinds, lockAwaited } from '../../../../test/support/database.ts';
import { whileFull } from '../../../../test/support/full-database.ts';
import {
  goodPassword,
  mailsTo,
  memberOf,
  problemOf,
  type TestVisitor,
  visit,
} from '../../../../test/support/visitor.ts';
import { deleteUser, findUserByEmail } from '../repository.ts';

const MINUTE_MS = 60_000;
let count = 0;
const newEmail = () => `passkey-${(count += 1)}@example.com`;

describe.each(databaseKinds)('passkeys on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  const optionsOf = async (response: Response) => {
    expect(response.status).toBe(200);
    return ((await response.json()) as PasskeyOptions).options;
  };
  const add = async (visitor: TestVisitor, device: Authenticator, name = 'My phone') => {
    const options = await optionsOf(await visitor.post(accountCalls.passkeyOptions, { name }));
    return await visitor.post(accountCalls.addPasskey, { name, response: device.create(options) });
  };
  const loginWith = async (visitor: TestVisitor, device: Authenticator, how?: Parameters<Authenticator['sign']>[1]) => {
    const options = await optionsOf(await visitor.post(accountCalls.passkeyLoginOptions));
    return await visitor.post(accountCalls.passkeyLogin, { response: device.sign(options, how) });
  };
  const challengeOf = (visitor: TestVisitor): string => {
    const challenge = visitor.cookies.get('passkey-challenge');
    expect(challenge).toMatch(/^.{32,}$/);
    return challenge!;
  };
  const accountOf = async (visitor: TestVisitor) => (await (await visitor.get(accountCalls.account)).json()) as Account;
  const subjectsTo = async (email: string) => (await mailsTo(api, email)).map(({ subject }) => subject);
  const stillLoggedIn = async (visitor: TestVisitor) => (await visitor.get(accountCalls.account)).status === 200;
  /** Makes the sessions of an account this old. */
  const age = async (email: string, time: number) => {
    const { id } = await api.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const createdAt = new Date(Date.now() - time).toISOString();
    await api.db.updateTable('sessions').set({ createdAt }).where('userId', '=', id).execute();
  };
  const memberWith = async (device: Authenticator) => {
    const email = newEmail();
    const member = await memberOf(api, email);
    expect((await add(member, device)).status).toBe(200);
    return { email, member };
  };

  test('is added, named and listed, a mail reports it, and it logs in', async () => {
    const device = new Authenticator(PUBLIC_URL);
    const { email, member } = await memberWith(device);
    expect((await accountOf(member)).passkeys).toEqual([
      { id: expect.any(String), name: 'My phone', createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) },
    ]);
    const [mail] = await mailsTo(api, email);
    expect(mail).toMatchObject({ subject: 'A passkey was added to your Portloom account' });
    expect(mail!.text).toContain('called "My phone"');

    const browser = visit(api, '192.0.2.77');
    const options = await optionsOf(await browser.post(accountCalls.passkeyLoginOptions));
    const response = device.sign(options);
    const answer = await browser.post(accountCalls.passkeyLogin, { response }, { 'user-agent': 'The other browser' });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { status: 'signed-in', id: expect.any(String) as string, name: 'Ada Obi' },
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { sessions } = await accountOf(browser);
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
      userAgent: 'The other browser',
      ipAddress: '192.0.2.77',
    });
    expect(browser.received.join()).toMatch(/session=[^;]+;.*HttpOnly/);
    expect(JSON.stringify(await (await browser.get(accountCalls.session)).json())).not.toContain('token');
  });

  test('logging in ends the session that the browser had', async () => {
    const device = new Authenticator(PUBLIC_URL);
    const { member } = await memberWith(device);
    const before = new Map(member.cookies);
    expect((await loginWith(member, device)).status).toBe(200);
    const old = visit(api);
    for (const [name, value] of before) old.cookies.set(name, value);
    expect(await stillLoggedIn(old)).toBe(false);
    expect(await stillLoggedIn(member)).toBe(true);
  });

  test('an answer counts once, for its own challenge, its own browser and this site', async () => {
    const device = new Authenticator(PUBLIC_URL);
    await memberWith(device);
    const browser = visit(api);
    const options = await optionsOf(await browser.post(accountCalls.passkeyLoginOptions));
    const response = device.sign(options);
    const elsewhere = visit(api);
    await elsewhere.post(accountCalls.passkeyLoginOptions);
    expect((await elsewhere.post(accountCalls.passkeyLogin, { response })).status, "another browser's").toBe(401);
    const challenge = challengeOf(browser);
    expect((await browser.post(accountCalls.passkeyLogin, { response })).status).toBe(200);
    browser.cookies.set('passkey-challenge', challenge);
    expect((await browser.post(accountCalls.passkeyLogin, { response })).status, 'again').toBe(401);
    for (const [how, what] of [
      [{ origin: 'https://evil.test' }, 'another site'],
      [{ origin: `${PUBLIC_URL}:8443` }, 'another port'],
      [{ verifies: false }, 'without asking its user'],
    ] as const)
      expect((await loginWith(visit(api), device, how)).status, what).toBe(401);
    expect((await loginWith(visit(api), device)).status, 'control').toBe(200);
  });

  test('no answer tells whether there is an account or a passkey', async () => {
    const device = new Authenticator(PUBLIC_URL);
    const { member } = await memberWith(device);
    const [stranger, owner] = await Promise.all(
      [visit(api), member].map(async (visitor) => optionsOf(await visitor.post(accountCalls.passkeyLoginOptions))),
    );
    expect({ ...owner, challenge: '' }).toEqual({ ...stranger, challenge: '' });
    expect(stranger).not.toHaveProperty('allowCredentials');
    expect(stranger).toMatchObject({ userVerification: 'required', rpId: 'site.test' });
    const known = (await accountOf(member)).passkeys.length;
    expect(known).toBe(1);
    const { credentialId } = await api.db
      .selectFrom('passkeys')
      .select('credentialId')
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    const forger = new Authenticator(PUBLIC_URL);
    const answers = await Promise.all(
      [credentialId, 'bm9ib2R5cw'].map(async (id) => {
        const answer = await loginWith(visit(api), forger, { id });
        const { requestId: _, ...body } = (await answer.json()) as Problem & { requestId: string };
        return { status: answer.status, body };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'wrong-credentials' } });
  });

  test('a stranger who finds a browser logged in needs the password to add or to remove one', async () => {
    const device = new Authenticator(PUBLIC_URL);
    const { email, member } = await memberWith(device);
    const { id } = (await accountOf(member)).passkeys[0]!;
    await add(member, new Authenticator(PUBLIC_URL), 'My laptop');
    await age(email, 11 * MINUTE_MS);
    for (const [call, body] of [
      [accountCalls.passkeyOptions, { name: '' }],
      [accountCalls.removePasskey, { id }],
    ] as const) {
      const refused = await member.post(call, body);
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({
        errors: [{ field: 'password', message: expect.stringMatching(/enter your password, too/) }],
      });
      const wrong = await member.post(call, { ...body, password: 'not the password' });
      expect([wrong.status, await wrong.json()]).toMatchObject([422, { errors: [{ field: 'password' }] }]);
      expect((await member.post(call, { ...body, password: goodPassword })).status).toBe(200);
    }
    expect((await accountOf(member)).passkeys).toMatchObject([{ name: 'My laptop' }]);
    expect(await subjectsTo(email)).toContain('A passkey was removed from your Portloom account');
    expect((await loginWith(visit(api), device)).status, 'a removed one').toBe(401);
    expect((await member.post(accountCalls.removePasskey, { id, password: goodPassword })).status).toBe(404);
  });

  test('a login from before the clock was set back by a day is not recent for a day', async () => {
    const email = newEmail();
    const member = await memberOf(api, email);
    await age(email, -24 * 60 * MINUTE_MS);
    expect((await member.post(accountCalls.passkeyOptions, { name: '' })).status).toBe(422);
    await age(email, 0);
    expect((await member.post(accountCalls.passkeyOptions, { name: '' })).status).toBe(200);
  });

  test("nobody touches another member's passkeys", async () => {
    const device = new Authenticator(PUBLIC_URL);
    const { member } = await memberWith(device);
    const { id } = (await accountOf(member)).passkeys[0]!;
    const other = await memberOf(api, newEmail());
    expect((await other.post(accountCalls.removePasskey, { id })).status).toBe(404);
    const options = await optionsOf(await member.post(accountCalls.passkeyOptions));
    other.cookies.set('passkey-challenge', challengeOf(member));
    const made = new Authenticator(PUBLIC_URL).create(options);
    expect((await other.post(accountCalls.addPasskey, { name: '', response: made })).status).toBe(422);
    expect((await accountOf(other)).passkeys).toEqual([]);
    for (const call of [accountCalls.passkeyOptions, accountCalls.addPasskey, accountCalls.removePasskey])
      expect((await visit(api).post(call, { id, name: '', response: made })).status, call).toBe(401);
    expect((await accountOf(member)).passkeys).toHaveLength(1);
  });

  test('what cannot be a passkey is refused with a message, and nothing is stored or mailed', async () => {
    const email = newEmail();
    const member = await memberOf(api, email);
    const mails = (await mailsTo(api, email)).length;
    for (const make of [
      (device: Authenticator, options: Record<string, unknown>) => device.create(options, { verifies: false }),
      (device: Authenticator, options: Record<string, unknown>) =>
        device.create(options, { origin: 'https://evil.test' }),
      (device: Authenticator) => device.create({ challenge: 'another' }),
      () => ({ id: 'x' }),
      () => ({ id: 'x', response: { transports: 5, attestationObject: 'AAAA', clientDataJSON: '{}' } }),
    ]) {
      const options = await optionsOf(await member.post(accountCalls.passkeyOptions));
      const response = make(new Authenticator(PUBLIC_URL), options);
      const refused = await member.post(accountCalls.addPasskey, { name: 'x', response });
      expect([refused.status, await refused.json()]).toMatchObject([422, { errors: [{ field: 'response' }] }]);
    }
    for (const response of [undefined, null, 5, [], {}, { id: 5 }, { id: 'x'.repeat(2_000) }])
      for (const call of [accountCalls.addPasskey, accountCalls.passkeyLogin]) {
        const { status } = await member.post(call, { response });
        expect([400, 422]).toContain(status);
      }
    expect((await member.post(accountCalls.passkeyLogin, { response: { id: 'x', response: { a: [] } } })).status).toBe(
      401,
    );
    expect((await accountOf(member)).passkeys).toEqual([]);
    expect((await mailsTo(api, email)).length).toBe(mails);
  });

  test('a passkey that cannot be reported by mail is not added', async () => {
    const email = newEmail();
    const member = await memberOf(api, email);
    const options = await optionsOf(await member.post(accountCalls.passkeyOptions));
    await api.db.schema.alterTable('outbox').renameTo('elsewhere').execute();
    try {
      const response = new Authenticator(PUBLIC_URL).create(options);
      expect((await member.post(accountCalls.addPasskey, { name: '', response })).status).toBeGreaterThanOrEqual(500);
    } finally {
      await api.db.schema.alterTable('elsewhere').renameTo('outbox').execute();
    }
    expect((await accountOf(member)).passkeys).toEqual([]);
  });

  test('a database that is full is no fault of the passkey', async () => {
    const device = new Authenticator(PUBLIC_URL);
    const { member } = await memberWith(device);
    const answerOf = async (answer: Response) => [answer.status, ((await answer.json()) as Problem).code];
    await whileFull({ db: api.db, kind }, 'sessions', async () =>
      expect(await answerOf(await loginWith(visit(api), device))).toEqual([507, 'storage-full']),
    );
    await whileFull({ db: api.db, kind }, 'passkeys', async () =>
      expect(await answerOf(await add(member, new Authenticator(PUBLIC_URL)))).toEqual([507, 'storage-full']),
    );
    expect((await loginWith(visit(api), device)).status).toBe(200);
    expect((await accountOf(member)).passkeys).toHaveLength(1);
  });

  test.runIf(kind === 'postgres')('a passkey is added while the account is deleted: the visitor is told', async () => {
    const email = newEmail();
    const member = await memberOf(api, email);
    const options = await optionsOf(await member.post(accountCalls.passkeyOptions));
    const deleting = await beginBeside(api.db);
    await deleteUser(deleting, (await findUserByEmail(api.db, email))!.id);
    const response = new Authenticator(PUBLIC_URL).create(options);
    const adding = member.post(accountCalls.addPasskey, { name: '', response });
    await lockAwaited(api.db);
    await deleting.commit().execute();
    expect((await problemOf(await adding)).code).toBe('login-required');
  });

  test('an account can have only so many', async () => {
    const { member } = await memberWith(new Authenticator(PUBLIC_URL));
    for (let n = 2; n < PASSKEYS_MAX; n += 1)
      expect((await add(member, new Authenticator(PUBLIC_URL), '')).status).toBe(200);
    // Two begin while there is room for one.
    const session = new Map(member.cookies);
    const begun = [];
    for (const browser of [visit(api), visit(api)]) {
      for (const [name, value] of session) browser.cookies.set(name, value);
      const options = await optionsOf(await browser.post(accountCalls.passkeyOptions, { name: '' }));
      begun.push(() =>
        browser.post(accountCalls.addPasskey, { name: '', response: new Authenticator(PUBLIC_URL).create(options) }),
      );
    }
    const answers = await Promise.all(begun.map((finish) => finish()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const { passkeys } = await accountOf(member);
    expect(passkeys).toHaveLength(PASSKEYS_MAX);
    const times = passkeys.map(({ createdAt }) => createdAt);
    expect(times, 'the newest first').toEqual(times.toSorted().toReversed());
    const refused = await member.post(accountCalls.passkeyOptions, { name: '' });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { detail: expect.stringMatching(/at most 20 passkeys/) },
    ]);
  });

  test('a new password leaves them, and its mail reports that; deleting the account does not', async () => {
    const device = new Authenticator(PUBLIC_URL);
    const { email, member } = await memberWith(device);
    const change = { current: goodPassword, password: 'four yellow shuttles' };
    expect((await member.post(accountCalls.changePassword, change)).status).toBe(200);
    expect((await mailsTo(api, email))[0]!.text).toContain('One passkey can still log in to it.');
    expect((await loginWith(visit(api), device)).status).toBe(200);
    expect((await member.post(accountCalls.deleteAccount, { password: change.password })).status).toBe(200);
    expect((await loginWith(visit(api), device)).status).toBe(401);
  });

  test('one IP address cannot begin or try for ever', async () => {
    const statuses = async (visitor: TestVisitor, call: string, body: unknown) => {
      const found = new Set<number>();
      for (let n = 0; n < 101; n += 1) found.add((await visitor.post(call, body)).status);
      return [...found];
    };
    const signed = { response: { id: 'bm9ib2R5cw', response: {} } };
    expect(await statuses(visit(api, '192.0.2.90'), accountCalls.passkeyLoginOptions, {})).toEqual([200, 429]);
    expect(await statuses(visit(api, '192.0.2.91'), accountCalls.passkeyLogin, signed)).toEqual([401, 429]);
  });

  test('other sites can do none of this', async () => {
    const member = await memberOf(api, newEmail());
    for (const call of [
      accountCalls.passkeyLoginOptions,
      accountCalls.passkeyLogin,
      accountCalls.passkeyOptions,
      accountCalls.addPasskey,
      accountCalls.removePasskey,
    ])
      expect((await member.post(call, {}, { origin: 'https://evil.test' })).status, call).toBe(403);
  });
});
