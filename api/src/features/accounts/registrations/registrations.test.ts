/** Registering an address that another registers too, or has registered: who gets the account. */
import { StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import { ACCOUNT_HEADER, accountCalls, accountLinks } from 'shared/contracts/account';
import { referralCalls, type OwnReferrals } from 'shared/contracts/referrals';
import { CONFIRM_HOURS } from 'shared/rules/limits';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { forgetExpired } from '../deletion.ts';
import { hashOfToken, mailedToken } from '../../../mail/mailed-token.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { openDatabase } from '../../../database/open.ts';
import { migrateAnyway } from '../../../database/migrate.ts';
import { CHEAP_PASSWORDS, PUBLIC_URL, SECRET, startApi, type TestApi } from '../../../../test/support/api.ts';
import { databaseKinds, makePlace } from '../../../../test/support/database.ts';
import {
  confirmedVisitor,
  goodPassword,
  mailedLink,
  mailedLinks,
  mailsTo,
  memberOf,
  newEmail,
  pageOf,
  problemOf,
  registrationOf,
  visit,
  type TestVisitor,
} from '../../../../test/support/visitor.ts';

const STRANGERS_PASSWORD = 'four yellow shuttles';
const NEW_PASSWORD = 'five white bobbins';
const HOUR_MS = 60 * 60 * 1000;

describe.each(databaseKinds)('registrations on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  const login = async (email: string, password: string) =>
    (await visit(api).post(accountCalls.login, { email, password })).status;
  const register = async (who: TestVisitor, email: string, password = goodPassword, ref?: string) => {
    const response = await who.post(accountCalls.register, {
      ...registrationOf(email, password),
      ...(ref ? { ref } : {}),
    });
    expect(response.status).toBe(202);
  };
  const open = async (who: TestVisitor, link: string) => pageOf(await who.get(link));
  const confirm = (who: TestVisitor, body: object = {}) => who.post(accountCalls.confirm, body);
  const confirmAnew = (who: TestVisitor, password = NEW_PASSWORD) =>
    who.post(accountCalls.confirmAnew, { username: 'Zuri Eze', password, term: true });

  /** A stranger with a referral link, and what it has brought. */
  const attacker = async () => {
    const member = await memberOf(api, newEmail());
    const { code } = (await (await member.post(referralCalls.link)).json()) as { code: string };
    const referrals = async () =>
      ((await (await member.get(referralCalls.overview)).json()) as OwnReferrals).overview!.referrals;
    return { code, referrals };
  };
  const expectOwner = async (email: string, password: string) => {
    expect(await login(email, STRANGERS_PASSWORD), "the stranger's password").toBe(401);
    expect(await login(email, password), "the owner's password").toBe(200);
  };
  const rowsOf = async (email: string) => ({
    registrations: (await api.db.selectFrom('registrations').select('id').where('email', '=', email).execute()).length,
    links: (await api.db.selectFrom('registrationLinks').select('hash').where('email', '=', email).execute()).length,
    users: (await api.db.selectFrom('users').select('id').where('email', '=', email).execute()).length,
  });

  describe("a stranger who registers another's address", () => {
    const orders: [string, ('stranger' | 'owner')[]][] = [
      ['before the owner', ['stranger', 'owner']],
      ['after the owner', ['owner', 'stranger']],
      ['before and after', ['stranger', 'owner', 'stranger']],
      ['so often before that the owner gets no mail', ['stranger', 'stranger', 'stranger', 'owner']],
    ];
    const begin = async (order: ('stranger' | 'owner')[]) => {
      const { code, referrals } = await attacker();
      const [email, owner] = [newEmail(), visit(api)];
      for (const who of order)
        await (who === 'owner' ? register(owner, email) : register(visit(api), email, STRANGERS_PASSWORD, code));
      return { email, owner, referrals };
    };

    test.each(orders)(
      '%s: every link is good, and one click in the browser that registered makes the account of the owner',
      async (_when, order) => {
        for (const which of ['newest', 'oldest'] as const) {
          const { email, owner, referrals } = await begin(order);
          const links = await mailedLinks(api, email);
          expect(links).toHaveLength(Math.min(3, order.length));
          expect(await open(owner, (which === 'newest' ? links[0] : links.at(-1))!)).toBe(
            '/register/confirm?account=…',
          );
          expect((await confirm(owner)).status).toBe(200);
          await expectOwner(email, goodPassword);
          expect(await referrals()).toEqual([]);
          expect(await rowsOf(email)).toEqual({ registrations: 0, links: 0, users: 1 });
        }
      },
    );

    test.each(orders)('%s: in another browser the password says whose registration it is', async (_when, order) => {
      const { email, referrals } = await begin(order);
      const elsewhere = visit(api);
      expect(await open(elsewhere, await mailedLink(api, email))).toBe('/register/confirm?by=password&account=…');
      expect(await problemOf(await confirm(elsewhere))).toMatchObject({
        status: 422,
        errors: [{ field: 'password', message: 'field must not be empty' }],
      });
      expect((await confirm(elsewhere, { password: goodPassword })).status).toBe(200);
      await expectOwner(email, goodPassword);
      expect(await referrals()).toEqual([]);
    });

    test('gets nothing from an owner who has not registered: no code of the stranger counts', async () => {
      const { email, referrals } = await begin(['stranger', 'stranger']);
      const owner = visit(api);
      expect(await open(owner, await mailedLink(api, email))).toBe('/register/confirm?by=password&account=…');
      expect(await problemOf(await confirm(owner, { password: NEW_PASSWORD }))).toMatchObject({
        status: 422,
        errors: [{ field: 'password' }],
      });
      expect(await problemOf(await confirmAnew(owner, 'password1'))).toMatchObject({
        status: 422,
        errors: [{ field: 'password' }],
      });
      expect((await confirmAnew(owner)).status).toBe(200);
      await expectOwner(email, NEW_PASSWORD);
      expect(await referrals()).toEqual([]);
      expect(await api.db.selectFrom('users').select('name').where('email', '=', email).execute()).toEqual([
        { name: 'Zuri Eze' },
      ]);
      expect(await rowsOf(email)).toEqual({ registrations: 0, links: 0, users: 1 });
    });

    test('cannot use the secret of a browser for another address, nor a secret of no browser', async () => {
      const [email, stranger] = [newEmail(), visit(api)];
      await register(visit(api), email);
      await register(stranger, newEmail(), STRANGERS_PASSWORD);
      const link = await mailedLink(api, email);
      for (const secret of [stranger.cookies.get('registration')!, '', 'x', '%00', 'null']) {
        stranger.cookies.set('registration', secret);
        expect(await open(stranger, link)).toBe('/register/confirm?by=password&account=…');
        expect((await confirm(stranger)).status).toBe(422);
      }
    });

    test('by the hundreds leaves at most a hundred, and the owner gets in with a new password', async () => {
      const [email, owner] = [newEmail(), visit(api)];
      await register(owner, email);
      const now = Date.now();
      const rows = Array.from({ length: 120 }, (_, n) => ({
        id: `${email} ${n}`,
        email,
        name: 'X',
        password: 'x',
        ref: null,
        browser: null,
        createdAt: new Date(now).toISOString(),
        expiresAt: new Date(now + 2 * HOUR_MS * CONFIRM_HOURS + n).toISOString(),
      }));
      await api.db.insertInto('registrations').values(rows).execute();
      await register(visit(api), email, STRANGERS_PASSWORD);
      const kept = await api.db.selectFrom('registrations').select('id').where('email', '=', email).execute();
      expect(new Set(kept.map(({ id }) => id)), 'the newest').toEqual(new Set(rows.slice(20).map(({ id }) => id)));
      const neighboursEmail = newEmail();
      for (const _ of [1, 2]) await register(visit(api), neighboursEmail);
      expect((await rowsOf(neighboursEmail)).registrations, 'of another address').toBe(2);
      await open(owner, await mailedLink(api, email));
      expect((await confirmAnew(owner)).status).toBe(200);
      await expectOwner(email, NEW_PASSWORD);
    });
  });

  test('the code of a registration counts when that registration is confirmed, by browser or password', async () => {
    for (const way of ['browser', 'password']) {
      const { code, referrals } = await attacker();
      const [email, friend] = [newEmail(), visit(api)];
      await register(friend, email, goodPassword, code);
      const who = way === 'browser' ? friend : visit(api);
      await open(who, await mailedLink(api, email));
      expect((await confirm(who, way === 'browser' ? {} : { password: goodPassword })).status).toBe(200);
      expect(await referrals(), way).toHaveLength(1);
    }
  });

  test('registering twice in one browser keeps the newer password', async () => {
    const [email, owner] = [newEmail(), visit(api)];
    await register(owner, email, STRANGERS_PASSWORD);
    await register(owner, email);
    await open(owner, (await mailedLinks(api, email)).at(-1)!);
    await confirm(owner);
    await expectOwner(email, goodPassword);
  });

  test('a link may be opened until it is used; then it and all others of the address are old', async () => {
    const [email, owner, other, neighbour] = [newEmail(), visit(api), visit(api), visit(api)];
    const neighboursEmail = newEmail();
    await register(neighbour, neighboursEmail);
    await open(neighbour, await mailedLink(api, neighboursEmail));
    await register(owner, email);
    await register(visit(api), email, STRANGERS_PASSWORD);
    const links = await mailedLinks(api, email);
    for (const link of [...links, ...links]) expect(await open(owner, link)).toBe('/register/confirm?account=…');
    await open(other, links[1]!);
    expect((await confirm(owner)).status).toBe(200);
    for (const link of links) expect(await open(owner, link)).toBe('/register?error=link-expired');
    for (const response of [
      await confirm(other, { password: STRANGERS_PASSWORD }),
      await confirmAnew(other),
      await confirm(visit(api)),
    ]) {
      expect(await problemOf(response)).toMatchObject({ status: 410, code: 'link-expired' });
    }
    await expectOwner(email, goodPassword);
    expect((await confirm(neighbour)).status, 'of another address').toBe(200);
  });

  test('the links of two addresses, open in one browser: each page confirms its own, or none', async () => {
    const owner = visit(api);
    const pages = [newEmail(), newEmail()].map((email) => ({ email, account: '' }));
    for (const page of pages) {
      for (const _ of [1, 2]) await register(owner, page.email);
      const accounts = [];
      for (const link of await mailedLinks(api, page.email)) {
        const location = (await owner.get(link)).headers.get('location')!;
        expect(location).not.toContain(encodeURIComponent(page.email));
        accounts.push(new URL(location, PUBLIC_URL).searchParams.get('account'));
      }
      expect(accounts, 'both links are for one address').toEqual([accounts[0], accounts[0]]);
      page.account = accounts[0]!;
    }
    const [first, last] = pages as [(typeof pages)[0], (typeof pages)[0]];
    const [ofFirst, ofLast] = pages.map(({ account }) => ({ [ACCOUNT_HEADER]: account }));
    const typed = { username: 'Zuri Eze', password: NEW_PASSWORD, term: true };
    for (const refused of [
      await owner.post(accountCalls.confirm, { password: goodPassword }, ofFirst),
      await owner.post(accountCalls.confirmAnew, typed, ofFirst),
      await owner.get(accountCalls.confirm, ofFirst),
    ])
      expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'other-account' });
    expect(await rowsOf(last.email)).toMatchObject({ registrations: 2, users: 0 });
    expect(await (await owner.get(accountCalls.confirm, ofLast)).json()).toEqual({ email: last.email });
    expect((await owner.post(accountCalls.confirm, {}, ofLast)).status).toBe(200);
    expect(await rowsOf(first.email)).toMatchObject({ registrations: 2, users: 0 });

    await owner.get(await mailedLink(api, first.email));
    expect((await owner.post(accountCalls.confirm, { password: goodPassword }, ofFirst)).status).toBe(200);
    for (const { email } of pages) expect(await login(email, goodPassword)).toBe(200);
  });

  test('of several who confirm one address at once, with different links, one gets the account', async () => {
    const email = newEmail();
    const browsers = Array.from({ length: 6 }, () => visit(api));
    for (const [n, browser] of browsers.entries()) await register(browser, email, `${goodPassword} ${n}`);
    const links = await mailedLinks(api, email);
    for (const [n, browser] of browsers.entries()) await open(browser, links[n % links.length]!);
    const answers = await Promise.all(browsers.map((browser) => confirm(browser)));
    // A request between the winner's two steps is asked for the password of a registration that has just gone.
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 410 || status === 422)).toBe(
      true,
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await login(email, `${goodPassword} ${winner}`)).toBe(200);
  });

  test('a link is old after 24 hours, and what was not confirmed is forgotten', async () => {
    const [email, owner] = [newEmail(), visit(api)];
    await register(owner, email);
    const link = await mailedLink(api, email);
    await open(owner, link);
    const later = new Date(Date.now() + CONFIRM_HOURS * HOUR_MS + 1_000).toISOString();
    for (const table of ['registrations', 'registrationLinks'] as const) {
      expect(
        await api.db
          .selectFrom(table)
          .select('email')
          .where('email', '=', email)
          .where('expiresAt', '>', later)
          .execute(),
      ).toEqual([]);
    }
    await api.db
      .updateTable('registrationLinks')
      .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
      .where('email', '=', email)
      .execute();
    expect(await problemOf(await confirm(owner))).toMatchObject({ status: 410, code: 'link-expired' });
    expect(await open(owner, link)).toBe('/register?error=link-expired');
    await forgetExpired(api.db, Date.now() + CONFIRM_HOURS * HOUR_MS + 1_000);
    expect(await rowsOf(email)).toEqual({ registrations: 0, links: 0, users: 0 });
  });

  test('a browser that has lost the token is told to open the link again, which still works', async () => {
    const [email, owner] = [newEmail(), visit(api)];
    await register(owner, email);
    const link = await mailedLink(api, email);
    await open(owner, link);
    owner.cookies.delete('confirm');
    for (const response of [await confirm(owner), await confirmAnew(owner), await owner.get(accountCalls.confirm)]) {
      const { status, code, detail } = await problemOf(response);
      expect([status, code, detail]).toEqual([410, 'link-expired', expect.stringContaining('Open that link')]);
    }
    await open(owner, link);
    expect((await confirm(owner)).status).toBe(200);
    expect((await problemOf(await confirm(owner))).detail, 'as after a second click').toContain('our email');
  });

  test('an old registration cannot be confirmed, neither by its browser nor by its password', async () => {
    const [email, owner] = [newEmail(), visit(api)];
    await register(owner, email);
    await api.db
      .updateTable('registrations')
      .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
      .where('email', '=', email)
      .execute();
    expect(await open(owner, await mailedLink(api, email))).toBe('/register/confirm?by=password&account=…');
    expect((await confirm(owner, { password: goodPassword })).status).toBe(422);
  });

  test('ten wrong passwords in ten minutes, from any browsers; the one that registered still gets in', async () => {
    const [email, owner] = [newEmail(), visit(api)];
    await register(owner, email);
    const link = await mailedLink(api, email);
    const tries = await Promise.all(
      Array.from({ length: 14 }, async (_, n) => {
        const elsewhere = visit(api);
        await open(elsewhere, link);
        return await confirm(elsewhere, { password: `wrong guess ${n}` });
      }),
    );
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(10);
    const refused = tries.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(500);
    await open(owner, link);
    expect((await confirm(owner)).status).toBe(200);
  });

  describe('an address with an account', () => {
    test('is registered again by anybody without anything that could be confirmed', async () => {
      const [email, stranger] = [newEmail(), visit(api)];
      const owner = await confirmedVisitor(api, email);
      const before = await mailedLinks(api, email);
      await register(stranger, email, STRANGERS_PASSWORD);
      expect((await mailsTo(api, email))[0]?.subject).toContain('already have');
      expect(await mailedLinks(api, email)).toEqual(before);
      // Not even with the token that the mail would have had.
      const token = mailedToken(SECRET, (await mailsTo(api, email))[0]!.id);
      await open(stranger, `${accountLinks.confirm}?token=${token}`);
      expect((await confirm(stranger)).status).toBe(410);
      await expectOwner(email, goodPassword);
      expect((await owner.post(accountCalls.login, { email, password: goodPassword })).status).toBe(200);
    });

    test('takes what others have registered with it along when it is deleted', async () => {
      const email = newEmail();
      const owner = await memberOf(api, email);
      await register(visit(api), email, STRANGERS_PASSWORD);
      expect((await owner.post(accountCalls.deleteAccount, { password: goodPassword })).status).toBe(200);
      expect(await rowsOf(email)).toEqual({ registrations: 0, links: 0, users: 0 });
    });
  });

  test('a member who forgets the password before confirming gets a link to choose one', async () => {
    const [email, elsewhere] = [newEmail(), visit(api)];
    await register(visit(api), email);
    expect((await elsewhere.post(accountCalls.forgotPassword, { email })).status).toBe(202);
    const [mail] = await mailsTo(api, email);
    expect(mail?.subject).toMatch(/^Confirm your .+ account$/);
    expect(await open(elsewhere, await mailedLink(api, email))).toBe('/register/confirm?by=new-password&account=…');
    expect((await confirmAnew(elsewhere)).status).toBe(200);
    expect(await login(email, NEW_PASSWORD)).toBe(200);
    expect(await login(email, goodPassword)).toBe(401);
  });

  test('a forgotten password of an address that is not registered mails nothing', async () => {
    const email = newEmail();
    expect((await visit(api).post(accountCalls.forgotPassword, { email })).status).toBe(202);
    expect(await mailsTo(api, email)).toEqual([]);
  });

  test('neither the secret of a browser nor the token of a link is in the database or in the log', async () => {
    const [email, owner] = [newEmail(), visit(api)];
    await register(owner, email);
    const link = await mailedLink(api, email);
    await open(owner, link);
    const tables = await Promise.all([
      mailsTo(api, email),
      api.db.selectFrom('registrations').selectAll().execute(),
      api.db.selectFrom('registrationLinks').selectAll().execute(),
    ]);
    for (const secret of [owner.cookies.get('registration')!, link.split('token=')[1]!]) {
      expect(secret.length).toBeGreaterThanOrEqual(43);
      expect(JSON.stringify(tables)).not.toContain(secret);
      expect(api.log.join('\n')).not.toContain(secret);
    }
  });

  test('an invalid or unknown code is neither an error nor a referral', async () => {
    for (const ref of [
      '',
      'x',
      'NOBODYHASX',
      '2345678ABC',
      `${'2'.repeat(500)}`,
      7,
      null,
      { toString: 1 },
      ["'; drop table users; --"],
    ]) {
      const email = newEmail();
      const visitor = visit(api);
      expect(
        (await visitor.post(accountCalls.register, { ...registrationOf(email), ref })).status,
        JSON.stringify(ref),
      ).toBe(202);
      await open(visitor, await mailedLink(api, email));
      expect((await confirm(visitor)).status).toBe(200);
    }
  });
});

test.each(databaseKinds)(
  'on %s, who had registered before the tables changed is let in by the mailed link and the password',
  async (kind) => {
    const place = await makePlace(kind);
    const old = openDatabase(place);
    await migrateAnyway(old, '025-resent-mails');
    const now = new Date().toISOString();
    const expiresAt = new Date(Date.now() + 24 * HOUR_MS).toISOString();
    const [waiting, member] = ['waiting@example.com', 'member@example.com'];
    for (const [email, emailVerified] of [
      [waiting, 0],
      [member, 1],
    ] as const) {
      const user = { id: email, name: 'Ada Obi', email, emailVerified, image: null, createdAt: now, updatedAt: now };
      await old.insertInto('users').values(user).execute();
      const password = await hashPassword(goodPassword, CHEAP_PASSWORDS);
      const none = {
        scope: null,
        accessToken: null,
        refreshToken: null,
        idToken: null,
        accessTokenExpiresAt: null,
        refreshTokenExpiresAt: null,
      };
      await old
        .insertInto('credentials')
        .values({
          ...none,
          id: email,
          userId: email,
          providerId: 'credential',
          accountId: email,
          password,
          createdAt: now,
          updatedAt: now,
        })
        .execute();
    }
    await old.insertInto('referralCodes').values({ userId: member, code: 'ABCDEFGH23', createdAt: now }).execute();
    await sql`
      insert into pending_referrals (user_id, referrer_id, registered_at) values (${waiting}, ${member}, ${now})
    `.execute(old);
    await old
      .insertInto('accountTokens')
      .values({
        hash: hashOfToken('the-token-of-the-mail'),
        userId: waiting,
        purpose: 'confirm' as 'reset',
        expiresAt,
      })
      .execute();
    await old.destroy();

    const api = await startApi(kind, {}, { beside: { place } as TestApi });
    try {
      expect(await api.db.selectFrom('users').select('email').execute()).toEqual([{ email: member }]);
      const visitor = visit(api);
      expect(pageOf(await visitor.get(`${accountLinks.confirm}?token=the-token-of-the-mail`))).toBe(
        '/register/confirm?by=password&account=…',
      );
      expect((await visitor.post(accountCalls.confirm, { password: 'not this one' })).status).toBe(422);
      expect((await visitor.post(accountCalls.confirm, { password: goodPassword })).status).toBe(200);
      for (const email of [waiting, member])
        expect((await visitor.post(accountCalls.login, { email, password: goodPassword })).status).toBe(200);
      expect(await api.db.selectFrom('referrals').select('referrerId').execute()).toEqual([{ referrerId: member }]);
    } finally {
      await api.close();
      await place.remove();
    }
  },
);

test('the database gets the same queries in the same order, with an account or without', async () => {
  const api = await startApi('sqlite');
  const asked: string[] = [];
  const spies = (['all', 'run'] as const).map((method) => {
    const original = StatementSync.prototype[method] as (this: StatementSync, ...values: unknown[]) => unknown;
    return vi.spyOn(StatementSync.prototype, method).mockImplementation(function (
      this: StatementSync,
      ...values: unknown[]
    ) {
      asked.push(this.sourceSQL);
      return original.apply(this, values);
    } as never);
  });
  try {
    const [known, unknown] = ['known@example.com', 'unknown@example.com'];
    await confirmedVisitor(api, known);
    // The confirmation took one of the three mails that an address may get: the third round sends none.
    await visit(api).post(accountCalls.register, registrationOf(unknown));
    for (const round of [1, 2, 3]) {
      const statements = [];
      for (const email of [known, unknown]) {
        asked.length = 0;
        expect((await visit(api).post(accountCalls.register, registrationOf(email))).status).toBe(202);
        statements.push([...asked]);
      }
      expect(statements[0]!.length, `round ${round}`).toBeGreaterThan(5);
      expect(statements[0], `round ${round}`).toEqual(statements[1]);
    }
  } finally {
    for (const spy of spies) spy.mockRestore();
    await api.close();
  }
});
