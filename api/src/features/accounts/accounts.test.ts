import { hash } from '@node-rs/argon2';
import { ACCOUNT_HEADER, accountCalls, accountLinks, type Account } from 'shared/contracts/account';
import { company } from 'shared/content/company';
import { COMMON_PASSWORD } from 'shared/rules/accounts/account';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CompiledQuery } from 'kysely';
import type { Db } from '../../database/schema.ts';
import { countAttempt, giveBackAttempt } from '../../database/attempts.ts';
import { forgottenOfIp, loginOfAccount, newPasswordsOfEmail, registrationsOfIp } from './limits.ts';
import { SITE_PASSWORD } from './passwords/passwords.ts';
import { endSessions, findUserByEmail, holdPassword, setPassword } from './repository.ts';
import { CHEAP_PASSWORDS, PUBLIC_URL, startApi, type TestApi } from '../../../test/support/api.ts';
import { beginBeside, databaseKinds, lockAwaited } from '../../../test/support/database.ts';
import { tablesReadThrough } from '../../../test/support/plans.ts';
import {
  confirmedVisitor,
  goodPassword,
  mailedLink,
  mailsTo,
  memberOf,
  pageOf,
  problemOf,
  registrationOf,
  visit,
  type TestVisitor,
} from '../../../test/support/visitor.ts';

const OTHER_PASSWORD = 'four yellow shuttles';

/** Calls `tell` before each statement, including those in transactions. */
function statementsOf(db: Db, tell: (statement: CompiledQuery) => void | Promise<void>) {
  type Executor = ReturnType<Db['getExecutor']>;
  // What all executors have in common.
  const shared = Object.getPrototypeOf(Object.getPrototypeOf(db.getExecutor())) as Executor;
  // oxlint-disable-next-line typescript/unbound-method
  const run = shared.executeQuery;
  return vi.spyOn(shared, 'executeQuery').mockImplementation(async function (this: Executor, statement) {
    const told = tell(statement);
    if (told) await told;
    return await run.call(this, statement);
  } as Executor['executeQuery']);
}

describe.each(databaseKinds)('accounts on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  let count = 0;
  const newEmail = () => `ada${(count += 1)}@example.com`;
  const sessionOf = async (visitor: TestVisitor) => await (await visitor.get(accountCalls.session)).json();
  const login = (visitor: TestVisitor, email: string, password = goodPassword) =>
    visitor.post(accountCalls.login, { email, password });

  describe('registering', () => {
    test("a password may hold this site's name among other words", async () => {
      const registration = { ...registrationOf(newEmail()), password: `${company.name} weaves at night` };
      expect((await visit(api).post(accountCalls.register, registration)).status).toBe(202);
    });

    test('mails a link; once it is confirmed, the account can be used', async () => {
      const email = newEmail();
      const visitor = visit(api);
      const typed = { ...registrationOf(`  \u202a${email.toUpperCase()}\u202c `), username: ' Ada Obi ' };
      expect((await visitor.post(accountCalls.register, typed)).status).toBe(202);
      expect(await problemOf(await login(visitor, email))).toMatchObject({ status: 401, code: 'wrong-credentials' });

      const opened = await visitor.get(await mailedLink(api, email));
      expect(opened.status).toBe(303);
      expect(pageOf(opened)).toBe('/register/confirm?account=…');
      expect((await login(visitor, email)).status).toBe(401);
      expect((await visitor.post(accountCalls.confirm)).status).toBe(200);

      const loggedIn = await login(visitor, email);
      expect(loggedIn.status).toBe(200);
      expect(loggedIn.headers.get('cache-control')).toBe('no-store');
      const session = (await loggedIn.json()) as object;
      expect(session).toEqual({ status: 'signed-in', id: expect.any(String) as string, name: 'Ada Obi' });
      expect(await sessionOf(visitor)).toEqual(session);
    });

    test('with a domain in letters that ASCII lacks, which some browsers send as they are', async () => {
      const [typed, sent] = ['ada@bücher.example', 'ada@xn--bcher-kva.example'];
      const visitor = visit(api);
      expect((await visitor.post(accountCalls.register, registrationOf(typed))).status).toBe(202);
      await visitor.get(await mailedLink(api, sent));
      expect((await visitor.post(accountCalls.confirm)).status).toBe(200);
      for (const spelling of [typed, sent]) expect((await login(visit(api), spelling)).status).toBe(200);
      await visit(api).post(accountCalls.forgotPassword, { email: typed });
      expect((await mailsTo(api, sent))[0]?.subject).toMatch(/new password/);
    });

    test('keeps the password as Argon2id, at the cost that OWASP recommends', async () => {
      const usual = await startApi(kind, {}, { isPasswordCostUsual: true });
      try {
        await confirmedVisitor(usual, newEmail());
        const rows = await usual.db.selectFrom('credentials').select('password').execute();
        expect(rows.length).toBeGreaterThan(0);
        for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      } finally {
        await usual.close();
      }
    });

    test('accepts the password however a keyboard writes accents, also one that was kept as it was', async () => {
      const words = 'Òjó ń rọ̀ lọ́sàn';
      const [composed, decomposed] = [words.normalize('NFC'), words.normalize('NFD')];
      for (const typed of [composed, decomposed]) {
        const email = newEmail();
        const visitor = visit(api);
        await visitor.post(accountCalls.register, registrationOf(email, typed));
        await visitor.get(await mailedLink(api, email));
        await visitor.post(accountCalls.confirm);
        for (const form of [composed, decomposed]) expect((await login(visit(api), email, form)).status).toBe(200);
        const { id } = (await findUserByEmail(api.db, email))!;
        await setPassword(api.db, id, { hash: await hash(decomposed, CHEAP_PASSWORDS), now: new Date().toISOString() });
        expect((await login(visit(api), email, decomposed)).status).toBe(200);
      }
    });

    test('is answered at a full tenth of a second, whether the address has an account or not', async () => {
      const known = newEmail();
      await confirmedVisitor(api, known);
      const times: number[] = [];
      for (const email of [known, newEmail(), known, newEmail()]) {
        const begun = performance.now();
        expect((await visit(api).post(accountCalls.register, registrationOf(email))).status).toBe(202);
        times.push(performance.now() - begun);
      }
      expect(Math.min(...times)).toBeGreaterThanOrEqual(100);
    });

    test('the cookie cannot be read by scripts, and its token is in no body', async () => {
      const visitor = await memberOf(api, newEmail());
      const line = visitor.received.find((each) => each.startsWith('session='));
      expect(line).toMatch(/HttpOnly/);
      expect(line).toMatch(/SameSite=Lax/);
      expect(line).toMatch(/Path=\//);
      const token = decodeURIComponent(visitor.cookies.get('session') ?? '').split('.')[0]!;
      expect(token).toMatch(/^[A-Za-z0-9]{32,}$/);
      for (const path of [accountCalls.session, accountCalls.account]) {
        expect(await (await visitor.get(path)).text()).not.toContain(token);
      }
    });

    test.each([
      ['password', { password: 'password1' }, COMMON_PASSWORD],
      ['password', { password: company.name }, SITE_PASSWORD],
      ['password', { password: `${company.name.toUpperCase()}-Admin_2026!` }, SITE_PASSWORD],
      ['password', { password: 'short' }, 'Use at least 8 characters; this has 5.'],
      ['email', { email: 'nobody' }, 'invalid Email'],
      ['username', { username: ' ' }, 'field must not be empty'],
      ['term', { term: false }, 'Accept the terms and conditions to register.'],
    ])('refuses a wrong %s at the field', async (field, wrong, message) => {
      const response = await visit(api).post(accountCalls.register, { ...registrationOf(newEmail()), ...wrong });
      expect(await problemOf(response)).toMatchObject({ status: 422, errors: [{ field, message }] });
    });
  });

  test('what a stranger types as a name is not mailed to others', async () => {
    const email = newEmail();
    const typed = { username: 'You have won, see evil.test', next: '/you-have-won?see=evil.test' };
    await visit(api).post(accountCalls.register, { ...registrationOf(email), ...typed });
    await visit(api).post(accountCalls.forgotPassword, { email });
    const mails = await mailsTo(api, email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Confirm'),
      expect.stringContaining('Confirm'),
    ]);
    expect(JSON.stringify(mails)).not.toContain('evil.test');
  });

  test.each([
    ['/referral', '/register/confirm?by=password&account=…&next=%2Freferral'],
    ['//evil.test', '/register/confirm?by=password&account=…'],
    ['/post/7', '/register/confirm?by=password&account=…'],
  ])('the mailed link knows that the visitor came from %s', async (next, page) => {
    const email = newEmail();
    await visit(api).post(accountCalls.register, { ...registrationOf(email), next });
    const opened = await visit(api).get(await mailedLink(api, email));
    expect(pageOf(opened)).toBe(page);
  });

  test('a mailed link that has been changed leads to no other site', async () => {
    const email = newEmail();
    await visit(api).post(accountCalls.register, registrationOf(email));
    const opened = await visit(api).get(`${await mailedLink(api, email)}&next=//evil.test&by=//evil.test`);
    expect(pageOf(opened)).toBe('/register/confirm?by=password&account=…');
  });

  describe('sessions', () => {
    test('logging in again begins a new one and ends the old one', async () => {
      const email = newEmail();
      const visitor = await memberOf(api, email);
      const old = visitor.cookies.get('session')!;
      await login(visitor, email);
      expect(visitor.cookies.get('session')).not.toBe(old);
      visitor.cookies.set('session', old);
      expect(await sessionOf(visitor)).toEqual({ status: 'anonymous' });
    });

    test('a session that a visitor was given by a stranger is not the one that is opened', async () => {
      const email = newEmail();
      const owner = await confirmedVisitor(api, email);
      owner.cookies.set('session', 'planted.c2lnbmF0dXJl');
      await login(owner, email);
      expect(owner.cookies.get('session')).not.toContain('planted');
    });

    test('a cookie that was kept opens nothing after logging out', async () => {
      const visitor = await memberOf(api, newEmail());
      const kept = visitor.cookies.get('session')!;
      const response = await visitor.logout();
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe('/');
      expect(visitor.cookies.has('session')).toBe(false);
      visitor.cookies.set('session', kept);
      expect(await sessionOf(visitor)).toEqual({ status: 'anonymous' });
    });

    test('that cannot be ended are not said to have ended', async () => {
      const visitor = await memberOf(api, newEmail());
      await api.db.schema.alterTable('sessions').renameTo('sessionsAway').execute();
      const response = await visitor
        .logout()
        .finally(() => api.db.schema.alterTable('sessionsAway').renameTo('sessions').execute());
      expect(response.status).toBe(500);
      expect(await sessionOf(visitor)).toMatchObject({ status: 'signed-in' });
    });

    test('last 14 days, whether they are used or not', async () => {
      const email = newEmail();
      const visitor = await memberOf(api, email);
      const sessions = () =>
        api.db
          .selectFrom('sessions')
          .innerJoin('users', 'users.id', 'userId')
          .select(['sessions.id', 'sessions.createdAt', 'expiresAt'])
          .where('email', '=', email)
          .executeTakeFirstOrThrow();
      const { id, createdAt, expiresAt } = await sessions();
      const days = (Date.parse(expiresAt) - Date.parse(createdAt)) / (24 * 60 * 60 * 1000);
      expect(days).toBeCloseTo(14, 2);
      const expireAt = (time: number) =>
        api.db
          .updateTable('sessions')
          .set({ expiresAt: new Date(time).toISOString() })
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
      await expireAt(Date.now() + 60_000);
      const before = await sessions();
      expect(await sessionOf(visitor)).toMatchObject({ status: 'signed-in' });
      expect(await sessions(), 'it is not extended').toEqual(before);
      await expireAt(Date.now() - 1_000);
      expect(await sessionOf(visitor)).toEqual({ status: 'anonymous' });
    });

    describe('of a password that was changed during a login with it', () => {
      const openSessions = async (email: string) =>
        await api.db
          .selectFrom('sessions')
          .innerJoin('users', 'users.id', 'userId')
          .select('sessions.id')
          .where('email', '=', email)
          .execute();

      test('do not begin', async () => {
        const email = newEmail();
        const owner = await memberOf(api, email);
        const change = { current: goodPassword, password: OTHER_PASSWORD };
        let changed: Response | undefined;
        const listen = statementsOf(api.db, async ({ sql }) => {
          if (changed || !sql.startsWith('insert into "sessions"')) return;
          listen.mockRestore();
          changed = await owner.post(accountCalls.changePassword, change);
        });
        const late = await login(visit(api), email);
        expect(changed?.status).toBe(200);
        expect(await problemOf(late)).toMatchObject({ status: 401, code: 'wrong-credentials' });
        expect(await openSessions(email), "its owner's").toHaveLength(1);
        expect((await login(visit(api), email, OTHER_PASSWORD)).status).toBe(200);
      });

      test.runIf(kind === 'postgres')('wait for the end of the change', async () => {
        const email = newEmail();
        await confirmedVisitor(api, email);
        const { id } = (await findUserByEmail(api.db, email))!;
        const other = await beginBeside(api.db);
        await setPassword(other, id, { hash: 'another', now: new Date().toISOString() });
        await endSessions(other, id);
        const late = login(visit(api), email);
        await lockAwaited(api.db);
        await other.commit().execute();
        expect((await late).status).toBe(401);
        expect(await openSessions(email)).toEqual([]);
      });
    });

    test('are listed, and the others can be ended, by their owner only', async () => {
      const email = newEmail();
      const [first, second] = [await memberOf(api, email), visit(api, '192.0.2.77')];
      await login(second, email);
      const stranger = await memberOf(api, newEmail());
      const { sessions } = (await (await first.get(accountCalls.account)).json()) as Account;
      expect(
        sessions.map(({ isCurrent }) => isCurrent),
        'the newest first',
      ).toEqual([false, true]);
      const other = sessions.find(({ isCurrent }) => !isCurrent)!;
      expect(other.ipAddress).toBe('192.0.2.77');

      await stranger.post(accountCalls.endSession, { id: other.id });
      expect(await sessionOf(second)).toMatchObject({ status: 'signed-in' });
      await first.post(accountCalls.endSession, { id: other.id });
      expect(await sessionOf(second)).toEqual({ status: 'anonymous' });
      expect(await sessionOf(first)).toMatchObject({ status: 'signed-in' });
    });
  });

  describe('a forgotten password', () => {
    test('is replaced after a mailed link: every session ends, the owner is told, the link works once', async () => {
      const email = newEmail();
      const [member, elsewhere] = [await memberOf(api, email), visit(api)];
      const neighboursEmail = newEmail();
      const neighbour = await confirmedVisitor(api, neighboursEmail);
      await neighbour.post(accountCalls.forgotPassword, { email: neighboursEmail });
      await neighbour.get(await mailedLink(api, neighboursEmail));
      expect((await elsewhere.post(accountCalls.forgotPassword, { email })).status).toBe(202);
      const link = await mailedLink(api, email);
      const { id } = (await sessionOf(member)) as { id: string };
      const mine = { [ACCOUNT_HEADER]: id };
      expect((await elsewhere.get(accountCalls.newPassword)).status, 'without a link').toBe(410);
      expect((await elsewhere.get(link)).headers.get('location')).toBe(`/update-password?account=${id}`);
      expect(await (await elsewhere.get(accountCalls.newPassword, mine)).json()).toEqual({ email });
      expect((await neighbour.get(accountCalls.newPassword, mine)).status, 'for a page of another account').toBe(409);
      expect(await problemOf(await elsewhere.post(accountCalls.newPassword, { password: 'password1' }))).toMatchObject({
        status: 422,
      });
      const other = await neighbour.post(accountCalls.newPassword, { password: OTHER_PASSWORD }, mine);
      expect(await problemOf(other), 'for a page of another account').toMatchObject({ code: 'other-account' });
      expect((await elsewhere.post(accountCalls.newPassword, { password: OTHER_PASSWORD }, mine)).status).toBe(200);

      expect(await sessionOf(member)).toEqual({ status: 'anonymous' });
      expect(await sessionOf(elsewhere)).toEqual({ status: 'anonymous' });
      expect((await mailsTo(api, email))[0]?.subject).toContain('was changed');
      expect((await login(member, email)).status).toBe(401);
      expect((await login(member, email, OTHER_PASSWORD)).status).toBe(200);
      expect((await elsewhere.get(link)).headers.get('location')).toBe('/forget-password?error=link-expired');
      const theirs = await neighbour.post(accountCalls.newPassword, { password: OTHER_PASSWORD });
      expect(theirs.status, 'the link of another account').toBe(200);
    });

    test('of several who use one link at once, one sets the password', async () => {
      const email = newEmail();
      await confirmedVisitor(api, email);
      const visitor = visit(api);
      await visitor.post(accountCalls.forgotPassword, { email });
      await visitor.get(await mailedLink(api, email));
      const passwords = Array.from({ length: 8 }, (_, n) => `${OTHER_PASSWORD} ${n}`);
      const answers = await Promise.all(
        passwords.map((password) => visitor.post(accountCalls.newPassword, { password })),
      );
      const won = answers.flatMap(({ status }, n) => (status === 200 ? [passwords[n]!] : []));
      expect(won).toHaveLength(1);
      expect((await login(visit(api), email, won[0])).status).toBe(200);
    });

    test.runIf(kind === 'postgres')(
      'is replaced, or not, beside whatever else ends its links: another link, a changed password, a deleted account',
      async () => {
        /** Answers of two at once, the second of which uses a link: neither has the password before both ask for it. */
        const beside = async (first: (member: TestVisitor, other: TestVisitor) => Promise<Response>) => {
          const email = newEmail();
          const [member, ...visitors] = [await memberOf(api, email), visit(api), visit(api)];
          for (const visitor of visitors) {
            await visitor.post(accountCalls.forgotPassword, { email });
            await visitor.get(await mailedLink(api, email));
          }
          const { id } = (await findUserByEmail(api.db, email))!;
          const holding = await beginBeside(api.db);
          await holdPassword(holding, id);
          const answers = [first(member, visitors[0]!)];
          await lockAwaited(api.db, 1);
          answers.push(visitors[1]!.post(accountCalls.newPassword, { password: OTHER_PASSWORD }));
          await lockAwaited(api.db, 2);
          await holding.commit().execute();
          const [before, after] = await Promise.all(answers);
          return [before!.status, await problemOf(after!)];
        };
        const expired = expect.objectContaining({ code: 'link-expired' }) as object;
        const password = `${OTHER_PASSWORD} too`;
        expect(await beside((_, other) => other.post(accountCalls.newPassword, { password }))).toEqual([200, expired]);
        const change = { current: goodPassword, password };
        expect(await beside((member) => member.post(accountCalls.changePassword, change))).toEqual([200, expired]);
        const deletion = { password: goodPassword };
        expect(await beside((member) => member.post(accountCalls.deleteAccount, deletion))).toEqual([200, expired]);
      },
    );

    test('the token is neither in the database nor in the log', async () => {
      const email = newEmail();
      await confirmedVisitor(api, email);
      await visit(api).post(accountCalls.forgotPassword, { email });
      const link = await mailedLink(api, email);
      await visit(api).get(link);
      const token = link.split('token=')[1]!;
      const tables = await Promise.all([mailsTo(api, email), api.db.selectFrom('accountTokens').selectAll().execute()]);
      expect(JSON.stringify(tables)).not.toContain(token);
      expect(api.log.join('\n')).not.toContain(token);
    });

    test('a link is old after 30 minutes', async () => {
      const email = newEmail();
      await confirmedVisitor(api, email);
      const visitor = visit(api);
      await visitor.post(accountCalls.forgotPassword, { email });
      await visitor.get(await mailedLink(api, email));
      const soon = new Date(Date.now() + 30 * 60_000 + 1_000).toISOString();
      expect(
        await api.db
          .selectFrom('accountTokens')
          .select('hash')
          .where('purpose', '=', 'reset')
          .where('expiresAt', '>', soon)
          .execute(),
      ).toEqual([]);
      await api.db
        .updateTable('accountTokens')
        .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
        .where('purpose', '=', 'reset')
        .execute();
      expect(await problemOf(await visitor.post(accountCalls.newPassword, { password: OTHER_PASSWORD }))).toMatchObject(
        { status: 410, code: 'link-expired' },
      );
    });
  });

  describe("one's own account", () => {
    test('changes the password: the other sessions end, a mail tells', async () => {
      const email = newEmail();
      const [here, there] = [await memberOf(api, email), visit(api)];
      await login(there, email);
      const wrong = await here.post(accountCalls.changePassword, { current: 'not this one', password: OTHER_PASSWORD });
      expect(await problemOf(wrong)).toMatchObject({ status: 422, errors: [{ field: 'current' }] });
      const guessed = await here.post(accountCalls.changePassword, { current: goodPassword, password: 'password1' });
      expect((await problemOf(guessed)).errors).toEqual([{ field: 'password', message: COMMON_PASSWORD }]);
      expect(
        (await here.post(accountCalls.changePassword, { current: goodPassword, password: OTHER_PASSWORD })).status,
      ).toBe(200);
      expect(await sessionOf(here)).toMatchObject({ status: 'signed-in' });
      expect(await sessionOf(there)).toEqual({ status: 'anonymous' });
      expect((await mailsTo(api, email))[0]?.subject).toContain('was changed');
    });

    test.each([
      [accountCalls.changePassword, { current: goodPassword, password: OTHER_PASSWORD }],
      [accountCalls.endSession, { id: '' }],
      [accountCalls.endOtherSessions, {}],
      [accountCalls.passkeyOptions, { name: '' }],
      [accountCalls.deleteAccount, { password: goodPassword }],
    ])('%s is for the account that the page shows, not for one that has logged in since', async (call, body) => {
      const [shown, other] = [await memberOf(api, newEmail()), await memberOf(api, newEmail())];
      const { id } = (await sessionOf(shown)) as { id: string };
      const refused = await other.post(call, body, { [ACCOUNT_HEADER]: id });
      expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'other-account' });
      expect(await sessionOf(other)).toMatchObject({ status: 'signed-in' });
      expect((await shown.post(call, body, { [ACCOUNT_HEADER]: id })).status).toBe(200);
    });

    test('changes the password once, of several at once that know the same one', async () => {
      const email = newEmail();
      const member = await memberOf(api, email);
      const passwords = Array.from({ length: 8 }, (_, n) => `${OTHER_PASSWORD} ${n}`);
      const answers = await Promise.all(
        passwords.map((password) => member.post(accountCalls.changePassword, { current: goodPassword, password })),
      );
      const won = answers.flatMap(({ status }, n) => (status === 200 ? [passwords[n]!] : []));
      expect(won).toHaveLength(1);
      const [lost] = answers.filter(({ status }) => status !== 200);
      expect(await problemOf(lost!)).toMatchObject({ status: 422, errors: [{ field: 'current' }] });
      expect((await login(visit(api), email, won[0])).status).toBe(200);
    });

    test('is deleted once, of several at once, and then has no password to be changed', async () => {
      const member = await memberOf(api, newEmail());
      const change = { current: goodPassword, password: OTHER_PASSWORD };
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          n < 6
            ? member.post(accountCalls.deleteAccount, { password: goodPassword })
            : member.post(accountCalls.changePassword, change),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.slice(0, 6).filter((status) => status === 200).length).toBeLessThanOrEqual(1);
      expect(statuses.filter((status) => ![200, 401, 422].includes(status))).toEqual([]);
    });

    test.runIf(kind === 'sqlite')('is deleted without a look at those of others', async () => {
      const visitor = await memberOf(api, newEmail());
      const remove = async () => {
        expect((await visitor.post(accountCalls.deleteAccount, { password: goodPassword })).status).toBe(200);
      };
      expect(await tablesReadThrough(api.db, remove)).toEqual([]);
    });

    test('is deleted with everything that belongs to it', async () => {
      const [email, neighbour] = [newEmail(), newEmail()];
      const neighboursVisit = await memberOf(api, neighbour);
      const visitor = await memberOf(api, email);
      const { id } = await api.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
      expect((await visitor.post(accountCalls.deleteAccount, { password: 'not this one' })).status).toBe(422);
      expect((await visitor.post(accountCalls.deleteAccount, { password: goodPassword })).status).toBe(200);
      expect(visitor.cookies.has('session')).toBe(false);
      for (const table of ['sessions', 'credentials', 'accountTokens'] as const) {
        expect(await api.db.selectFrom(table).select('userId').where('userId', '=', id).execute()).toEqual([]);
      }
      const [last, ...more] = await mailsTo(api, email);
      expect(more).toEqual([]);
      expect(last!.subject).toContain('was deleted');
      expect(last!.text).toContain('If it was not you, write to us.');
      expect(await mailsTo(api, neighbour), 'nothing of anybody else').toHaveLength(1);
      expect(await sessionOf(neighboursVisit)).toMatchObject({ status: 'signed-in' });
      expect((await login(visit(api), email)).status).toBe(401);
    });

    test.runIf(kind === 'postgres')(
      'is not there for a login, or a forgotten password, that it is deleted under',
      async () => {
        const email = newEmail();
        await confirmedVisitor(api, email);
        const other = await beginBeside(api.db);
        await other.deleteFrom('users').where('email', '=', email).execute();
        const asked = [login(visit(api), email), visit(api).post(accountCalls.forgotPassword, { email })];
        await lockAwaited(api.db, 2);
        await other.commit().execute();
        expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([401, 202]);
        const subjects = (await mailsTo(api, email)).map(({ subject }) => subject);
        expect(subjects.filter((subject) => /new password/i.test(subject))).toEqual([]);
      },
    );

    test.each([
      accountCalls.changePassword,
      accountCalls.endSession,
      accountCalls.endOtherSessions,
      accountCalls.deleteAccount,
    ])('%s needs a session', async (path) => {
      expect(await problemOf(await visit(api).post(path))).toMatchObject({ status: 401, code: 'login-required' });
    });
  });

  test('the link in a mail works, whatever its owner is called', async () => {
    const email = newEmail();
    const member = visit(api);
    await member.post(accountCalls.register, { ...registrationOf(email), username: 'Ada {token}' });
    await member.get(await mailedLink(api, email));
    expect((await member.post(accountCalls.confirm)).status).toBe(200);
    await member.post(accountCalls.forgotPassword, { email });
    const [mail] = await mailsTo(api, email);
    expect(mail!.text).toMatch(/^Hello Ada \{ token \},/);
    expect((await visit(api).get(await mailedLink(api, email))).status).toBe(303);
    expect(mail!.text.split('{token}')).toHaveLength(2);
  });

  test("an image in a post opens no emailed link: it would take the place of the reader's own", async () => {
    const email = newEmail();
    const writer = visit(api);
    const reader = visit(api);
    const look = async () => reader.get(await mailedLink(api, email), { 'sec-fetch-dest': 'image' });
    await writer.post(accountCalls.register, registrationOf(email));
    expect((await look()).headers.get('location')).toBe('/register?error=link-expired');
    await writer.get(await mailedLink(api, email));
    await writer.post(accountCalls.confirm);
    await writer.post(accountCalls.forgotPassword, { email });
    expect((await look()).headers.get('location')).toBe('/forget-password?error=link-expired');
    expect(reader.received).toEqual([]);
  });

  test.each(['', 'token=', 'token=x&token=y', `token=${'x'.repeat(201)}`])(
    'an emailed link that is damaged (?%s) ends on the page that offers another one',
    async (query) => {
      for (const [link, page] of [
        [accountLinks.confirm, '/register?error=link-expired'],
        [accountLinks.newPassword, '/forget-password?error=link-expired'],
      ] as const) {
        const answer = await visit(api).get(`${link}?${query}`);
        expect([answer.status, answer.headers.get('location')]).toEqual([303, page]);
      }
    },
  );

  test('what fails while a browser opens a link ends on a page, and for programs as a problem', async () => {
    const away = ['registrationLinks', 'accountTokens', 'attempts'] as const;
    for (const table of away) await api.db.schema.alterTable(table).renameTo(`${table}Away`).execute();
    try {
      for (const [link, error] of [
        [`${accountLinks.confirm}?token=x`, 'unreachable'],
        [`${accountLinks.newPassword}?token=x`, 'unreachable'],
        [accountLinks.provider, 'unreachable'],
        // The visitor may have been logged in before it failed.
        [accountLinks.providerCallback, 'maybe-signed-in'],
      ] as const) {
        const open = (accept: string) => api.fetch(link, { redirect: 'manual', headers: { accept } });
        const page = await open('text/html,application/xhtml+xml,*/*;q=0.8');
        expect([page.status, page.headers.get('location')], link).toEqual([303, `/login?error=${error}`]);
        expect(page.headers.get('cache-control'), link).toBe('no-store');
        expect((await open('application/json')).status, link).toBe(500);
      }
    } finally {
      for (const table of away) await api.db.schema.alterTable(`${table}Away`).renameTo(table).execute();
    }
  });

  describe("an account's existence", () => {
    /** Each request has its own id. */
    const bodyOf = async (response: Response) =>
      (await response.text()).replace(/"requestId":"[\da-f-]{36}"/, '"requestId":"…"');
    const calls: [string, (email: string) => [string, object]][] = [
      ['login', (email) => [accountCalls.login, { email, password: 'not the right one' }]],
      ['register', (email) => [accountCalls.register, registrationOf(email)]],
      ['forgotten password', (email) => [accountCalls.forgotPassword, { email }]],
    ];
    test.each(calls)('learns nothing from the answers of %s', async (_name, callFor) => {
      const known = newEmail();
      await confirmedVisitor(api, known);
      const answers = await Promise.all(
        [known, newEmail()].map(async (email) => {
          const response = await visit(api).post(...callFor(email));
          const headers = Object.fromEntries(
            [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
          );
          // The secret of a registration is random; everything else about its cookie is the same.
          if (headers['set-cookie'])
            headers['set-cookie'] = headers['set-cookie'].replace(/^registration=[\w-]{43};/, 'registration=…;');
          return { status: response.status, headers, body: await bodyOf(response) };
        }),
      );
      expect(answers[0]).toEqual(answers[1]);
    });

    /** The statements of a request, and in how many transactions they ran. */
    const workOf = async (path: string, body: object) => {
      const statements: string[] = [];
      const listen = statementsOf(api.db, ({ sql }) => void statements.push(sql));
      const transaction = vi.spyOn(api.db, 'transaction');
      await visit(api).post(path, body);
      const transactions = transaction.mock.calls.length;
      listen.mockRestore();
      transaction.mockRestore();
      return { statements, transactions };
    };

    test.each(calls)('takes no other work than an unknown one, so time tells nothing: %s', async (name, callFor) => {
      const known = newEmail();
      await confirmedVisitor(api, known);
      const nobodys = await workOf(...callFor(newEmail()));
      const theirs = await workOf(...callFor(known));
      expect(nobodys.statements.length).toBeGreaterThan(2);
      // A mail that goes nowhere takes different statements, but as many.
      if (name === 'forgotten password') expect(theirs.statements).toHaveLength(nobodys.statements.length);
      else expect(theirs.statements).toEqual(nobodys.statements);
      expect(theirs.transactions).toBe(nobodys.transactions);
    });

    test('a mail that is held back from a mailbox takes as many statements as one', async () => {
      const variantOf = newEmail().split('@')[0]!;
      const [known, unknown] = ['known', 'unknown'].map((tag) => `${variantOf}+${tag}@example.com`) as [string, string];
      await confirmedVisitor(api, known);
      for (let n = 0; n < 10; n += 1)
        await visit(api).post(accountCalls.register, registrationOf(`${variantOf}+${n}@example.com`));
      for (const [name, callFor] of calls) {
        const theirs = await workOf(...callFor(known));
        const unknowns = await workOf(...callFor(unknown));
        expect(unknowns.statements, name).toHaveLength(theirs.statements.length);
        expect(unknowns.transactions, name).toBe(theirs.transactions);
      }
      expect(await mailsTo(api, known)).toHaveLength(3);
      expect(await mailsTo(api, unknown)).toEqual([]);
    });

    test('a forgotten password takes the same for who has only registered as for nobody', async () => {
      const [registered, nobody] = [newEmail(), newEmail()];
      await visit(api).post(accountCalls.register, registrationOf(registered));
      const nobodys = await workOf(accountCalls.forgotPassword, { email: nobody });
      const theirs = await workOf(accountCalls.forgotPassword, { email: registered });
      expect(theirs.statements).toHaveLength(nobodys.statements.length);
      expect(theirs.transactions).toBe(nobodys.transactions);
      expect(await mailsTo(api, nobody)).toEqual([]);
      expect(await mailsTo(api, registered)).toHaveLength(2);
    });

    test('a wrong password is answered at a full tenth of a second, whether the address has an account', async () => {
      const known = newEmail();
      await confirmedVisitor(api, known);
      for (const email of [known, newEmail()]) {
        const begun = performance.now();
        expect((await login(visit(api), email, OTHER_PASSWORD)).status).toBe(401);
        expect(performance.now() - begun).toBeGreaterThanOrEqual(100);
      }
    });

    test('learns nothing by registering an address and logging in with that password', async () => {
      const known = newEmail();
      await confirmedVisitor(api, known);
      const answers = [known, newEmail()].map(async (email) => {
        await visit(api).post(accountCalls.register, registrationOf(email, OTHER_PASSWORD));
        const response = await login(visit(api), email, OTHER_PASSWORD);
        return { status: response.status, body: await bodyOf(response), cookies: response.headers.getSetCookie() };
      });
      const [first, second] = await Promise.all(answers);
      expect(first).toEqual(second);
    });
  });

  describe('guessing', () => {
    test('ten tries on an account in ten minutes, even from many IPs at once; its owner gets in', async () => {
      const email = newEmail();
      const owner = await confirmedVisitor(api, email);
      const tries = await Promise.all(
        Array.from({ length: 60 }, (_, n) => login(visit(api), email, `wrong guess ${n}`)),
      );
      expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
      expect(tries.filter(({ status }) => status === 429)).toHaveLength(50);
      const refused = await login(visit(api), email);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);

      // A browser that its owner has used …
      expect((await login(owner, email)).status).toBe(200);
      expect((await login(visit(api), email)).status, 'which gives nobody else another try').toBe(429);
      // … and one in which a mailed link was opened.
      const other = visit(api);
      await other.post(accountCalls.forgotPassword, { email });
      await other.get(await mailedLink(api, email));
      await other.post(accountCalls.newPassword, { password: OTHER_PASSWORD });
      expect((await login(other, email, OTHER_PASSWORD)).status).toBe(200);
    });

    test('knowing an old password gives no more tries at the new one, not even with old devices', async () => {
      const email = newEmail();
      const owner = await memberOf(api, email);
      const devices = [visit(api), visit(api), visit(api)];
      for (const device of devices) expect((await login(device, email)).status).toBe(200);
      await owner.post(accountCalls.changePassword, { current: goodPassword, password: OTHER_PASSWORD });
      const tries = await Promise.all(
        devices.flatMap((device) => Array.from({ length: 8 }, (_, n) => login(device, email, `wrong guess ${n}`))),
      );
      expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
      expect((await login(owner, email, OTHER_PASSWORD)).status).toBe(200);
    });

    test('ten tries at the current password of a session that was left open; a right one is no try', async () => {
      const visitor = await memberOf(api, newEmail());
      const change = (current: string, password: string) =>
        visitor.post(accountCalls.changePassword, { current, password });
      for (const [current, next] of [
        [goodPassword, OTHER_PASSWORD],
        [OTHER_PASSWORD, goodPassword],
      ] as const)
        expect((await change(current, next)).status).toBe(200);
      const tries = await Promise.all(Array.from({ length: 12 }, (_, n) => change(`wrong guess ${n}`, OTHER_PASSWORD)));
      expect(tries.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(422), 429, 429]);
      expect((await visitor.post(accountCalls.deleteAccount, { password: goodPassword })).status).toBe(429);
    });

    test('a mailed link sets ten passwords in ten minutes at most: each costs a hash before one wins', async () => {
      const [email, newcomers] = [newEmail(), newEmail()];
      const owner = await confirmedVisitor(api, email);
      await owner.post(accountCalls.forgotPassword, { email });
      await owner.get(await mailedLink(api, email));
      const newcomer = visit(api);
      await newcomer.post(accountCalls.register, registrationOf(newcomers));
      await newcomer.get(await mailedLink(api, newcomers));
      for (const owner of [email, newcomers])
        for (let n = 0; n < 10; n += 1) await countAttempt(api.db, [newPasswordsOfEmail(owner)]);
      const reset = () => owner.post(accountCalls.newPassword, { password: OTHER_PASSWORD });
      const typed = { username: 'Ada Obi', password: OTHER_PASSWORD, term: true };
      const confirmAnew = () => newcomer.post(accountCalls.confirmAnew, typed);
      expect([(await reset()).status, (await confirmAnew()).status]).toEqual([429, 429]);

      for (const owner of [email, newcomers]) await giveBackAttempt(api.db, newPasswordsOfEmail(owner).of);
      expect([(await reset()).status, (await confirmAnew()).status], 'the links are still good').toEqual([200, 200]);
    });

    test('an email address that nobody owns has the same limits', async () => {
      const email = newEmail();
      const tries = await Promise.all(Array.from({ length: 12 }, () => login(visit(api), email)));
      expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
    });

    test('one IP address may not try many accounts', async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 11; n += 1) {
        const batch = Array.from({ length: 10 }, (_, m) =>
          login(visit(api, `2001:db8:1:2::${n}${m}`), `nobody${n}-${m}@example.com`),
        );
        statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
      }
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    });

    test.each([
      ['registers', registrationsOfIp, accountCalls.register, () => registrationOf(newEmail())],
      ['asks for new passwords', forgottenOfIp, accountCalls.forgotPassword, () => ({ email: newEmail() })],
    ])('one IP address that %s is refused above its limit, and no other', async (_what, limitOf, call, body) => {
      const ip = '198.51.100.9';
      const statusOf = async (client?: string) => (await visit(api, client).post(call, body())).status;
      const limit = limitOf(ip);
      for (let n = 1; n < limit.max; n += 1) await countAttempt(api.db, [limit]);
      const [one, two, another] = await Promise.all([statusOf(ip), statusOf(ip), statusOf()]);
      expect([one, two].toSorted()).toEqual([202, 429]);
      expect(another).toBe(202);
    });

    test.each([
      accountCalls.changePassword,
      accountCalls.endSession,
      accountCalls.endOtherSessions,
      accountCalls.deleteAccount,
      accountCalls.passkeyOptions,
      accountCalls.addPasskey,
      accountCalls.removePasskey,
    ])('%s is refused to one IP address above thirty times a minute, whatever it says', async (call) => {
      const somebody = visit(api, '198.51.100.30');
      const tries = await Promise.all(Array.from({ length: 31 }, () => somebody.post(call)));
      expect(tries.filter(({ status }) => status === 429)).toHaveLength(1);
      expect((await visit(api).post(call)).status).not.toBe(429);
    });

    test('before the clock was set back by a day locks nobody out for a day', async () => {
      const email = newEmail();
      await confirmedVisitor(api, email);
      const tomorrow = Date.now() + 24 * 60 * 60_000;
      const limit = loginOfAccount(email);
      for (let n = 0; n < limit.max; n += 1) expect(await countAttempt(api.db, [limit], tomorrow)).toBe(0);
      expect(await countAttempt(api.db, [limit], tomorrow)).toBeGreaterThan(0);
      expect((await login(visit(api), email)).status).toBe(200);
    });

    test('nobody can fill a mailbox', async () => {
      const email = newEmail();
      await confirmedVisitor(api, email);
      const before = (await mailsTo(api, email)).length;
      for (let n = 0; n < 5; n += 1)
        expect((await visit(api).post(accountCalls.forgotPassword, { email })).status).toBe(202);
      expect((await mailsTo(api, email)).length - before).toBe(3);
    });
  });

  test('who has used one of the links that came gets another at once, though it ended all of them', async () => {
    const email = newEmail();
    const ask = () => visit(api).post(accountCalls.forgotPassword, { email });
    const open = async () => {
      const visitor = visit(api);
      await visitor.get(await mailedLink(api, email));
      return visitor;
    };
    await visit(api).post(accountCalls.register, registrationOf(email));
    for (let n = 0; n < 4; n += 1) await ask();
    const registered = await open();
    const typed = { username: 'Ada Obi', password: goodPassword, term: true };
    expect((await registered.post(accountCalls.confirmAnew, typed)).status).toBe(200);
    const change = { current: goodPassword, password: goodPassword };
    for (const use of [
      async () => (await open()).post(accountCalls.newPassword, { password: goodPassword }),
      async () => {
        await registered.post(accountCalls.login, { email, password: goodPassword });
        return registered.post(accountCalls.changePassword, change);
      },
      async () => (await open()).post(accountCalls.newPassword, { password: goodPassword }),
    ]) {
      await ask();
      expect((await use()).status).toBe(200);
    }
  });

  describe('pages of other sites', () => {
    const routes = [
      accountCalls.register,
      accountCalls.confirm,
      accountCalls.confirmAnew,
      accountCalls.login,
      accountCalls.forgotPassword,
      accountCalls.newPassword,
      accountCalls.changePassword,
      accountCalls.endSession,
      accountCalls.endOtherSessions,
      accountCalls.deleteAccount,
      accountLinks.logout,
    ];
    let visitor: TestVisitor;
    beforeAll(async () => {
      visitor = await memberOf(api, newEmail());
    });
    test.each(routes)('cannot make a visitor call %s', async (path) => {
      const before = JSON.stringify([...visitor.cookies]);
      for (const origin of ['http://evil.test', 'null', `${PUBLIC_URL}.evil.test`, undefined]) {
        const headers = {
          ...(origin ? { origin } : {}),
          cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; '),
        };
        for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
          const body = JSON.stringify({ current: goodPassword, password: goodPassword });
          const response = await api.fetch(path, {
            method: 'POST',
            body,
            headers: { ...headers, 'content-type': type },
          });
          expect(response.status, `${origin} ${type}`).toBe(403);
          expect(response.headers.getSetCookie()).toEqual([]);
          expect(((await response.json()) as { detail: string }).detail).toMatch(
            origin ? /^This was sent from a page at another address/ : /the header Origin is missing/,
          );
        }
      }
      expect(JSON.stringify([...visitor.cookies])).toBe(before);
      expect(await sessionOf(visitor)).toMatchObject({ status: 'signed-in' });
    });
  });

  test('neither addresses nor passwords are in the log', () => {
    expect(api.log.join('\n')).not.toMatch(/@example\.com|green looms|yellow shuttles/);
  });
});

test('over https the cookies are bound to this very host', async () => {
  const api = await startApi('sqlite', { PUBLIC_URL: 'https://site.test' });
  try {
    const send = (path: string, body: object, headers = {}) =>
      api.fetch(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { origin: 'https://site.test', 'content-type': 'application/json', ...headers },
      });
    const email = 'ada@example.com';
    const [browser] = (await send(accountCalls.register, registrationOf(email))).headers.getSetCookie();
    const [token] = (
      await api.fetch(await mailedLink(api, email, 'https://site.test'), { redirect: 'manual' })
    ).headers.getSetCookie();
    const headers = { cookie: [browser, token].map((line) => line!.split(';')[0]).join('; ') };
    const confirmed = (await send(accountCalls.confirm, {}, headers)).headers.getSetCookie();
    const loggedIn = (await send(accountCalls.login, { email, password: goodPassword })).headers.getSetCookie();
    const begun = (await send(accountCalls.passkeyLoginOptions, {})).headers.getSetCookie();
    const cookies = [browser!, token!, ...confirmed, ...loggedIn, ...begun];
    expect(cookies.map((line) => line.split('=')[0])).toEqual([
      '__Host-registration',
      '__Host-confirm',
      '__Host-confirm',
      '__Host-registration',
      '__Host-device',
      '__Host-session',
      '__Host-device',
      '__Host-passkey-challenge',
    ]);
    for (const line of cookies) expect(line).toMatch(/; Secure/);
  } finally {
    await api.close();
  }
});
