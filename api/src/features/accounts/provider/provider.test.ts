import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { accountCalls, accountLinks } from 'shared/contracts/account';
import { referralCalls } from 'shared/contracts/referrals';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '../passwords/passwords.ts';
import { setPassword } from '../repository.ts';
import { CHEAP_PASSWORDS, PUBLIC_URL, startApi, type TestApi } from '../../../../test/support/api.ts';
import { beginBeside, databaseKinds, lockAwaited } from '../../../../test/support/database.ts';
import { whileFull } from '../../../../test/support/full-database.ts';
import {
  confirmedVisitor,
  goodPassword,
  mailedLink,
  memberOf,
  registrationOf,
  visit,
  type TestVisitor,
} from '../../../../test/support/visitor.ts';

const CLIENT = 'website';
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const strangersKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });

type Claims = Record<string, unknown>;
interface Token {
  header?: Claims;
  claims?: Claims;
  key?: typeof keys.privateKey | null;
}

/** A provider that says what a test wants it to say. */
interface Forger {
  issuer: string;
  /** How the next identity token differs from a good one; undefined: there is no token. */
  forge: Token | undefined;
  /** What the provider says about the owner of the access token; undefined: it cannot be asked. */
  userInfo: Claims | undefined;
  /** The issuer that it gives in its metadata, instead of the real one. */
  alias: string | undefined;
  /** A path that redirects to the same path below `/elsewhere`, which answers in its place. */
  moved: string | undefined;
  /** The ways to send it the secret that its metadata names. */
  secretBy: string[] | undefined;
  /** In which way it last got the secret. */
  secretGot: string;
  /** What is wrong with its metadata, from the second time on that it is asked for them. */
  trouble: 'silence' | 'no keys' | 'status 500' | undefined;
  /** How often it was asked for them. */
  described: number;
  /** The nonce of the last sign-in that began. */
  nonce: string;
  /** Those of sign-ins with their own code, by code. */
  nonces: Map<string, string>;
  /** Id of its key, in new tokens. */
  kid: string;
  /** How often its keys were asked for. */
  keysAsked: number;
  server: Server;
}

async function startForger(): Promise<Forger> {
  const forger = {
    forge: {} as Token | undefined,
    nonce: '',
    nonces: new Map(),
    kid: 'one',
    keysAsked: 0,
    described: 0,
  } as Forger;
  forger.server = createServer(async (request, response) => {
    const sent = new URLSearchParams(await text(request));
    const code = sent.get('code') ?? '';
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    if (pathname === '/.well-known/openid-configuration') forger.described += 1;
    const trouble = forger.described > 1 ? forger.trouble : undefined;
    if (trouble === 'silence') return;
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer: forger.alias ?? forger.issuer,
        authorization_endpoint: `${forger.issuer}/authorize`,
        token_endpoint: `${forger.issuer}/token`,
        ...(trouble !== 'no keys' && { jwks_uri: `${forger.issuer}/keys` }),
        userinfo_endpoint: `${forger.issuer}/userinfo`,
        id_token_signing_alg_values_supported: ['RS256'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        ...(forger.secretBy && { token_endpoint_auth_methods_supported: forger.secretBy }),
      }),
      '/keys': () => {
        forger.keysAsked += 1;
        return { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: forger.kid, alg: 'RS256', use: 'sig' }] };
      },
      '/token': () => {
        const inBody = sent.has('client_secret') && 'in the body';
        forger.secretGot = [request.headers.authorization, inBody].filter(Boolean).join();
        return {
          access_token: 'x',
          token_type: 'Bearer',
          expires_in: 60,
          ...(forger.forge ? { id_token: sign(forger, forger.forge, forger.nonces.get(code)) } : {}),
        };
      },
    };
    if (forger.userInfo) answers['/userinfo'] = () => forger.userInfo;
    if (pathname === forger.moved) return void response.writeHead(302, { location: `/elsewhere${pathname}` }).end();
    const answer = answers[pathname.replace(/^\/elsewhere/, '')]?.();
    const status = trouble === 'status 500' ? 500 : answer ? 200 : 404;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  forger.server.listen(0, '127.0.0.1');
  await once(forger.server, 'listening');
  forger.issuer = `http://127.0.0.1:${(forger.server.address() as AddressInfo).port}`;
  return forger;
}

function sign(
  forger: Forger,
  { header = {}, claims = {}, key = keys.privateKey }: Token,
  nonce = forger.nonce,
): string {
  const now = Math.floor(Date.now() / 1000);
  const good = {
    iss: forger.issuer,
    aud: CLIENT,
    sub: 'ngozi',
    email: 'ngozi@example.com',
    email_verified: true,
    name: 'Ngozi Eze',
    nonce,
    iat: now,
    exp: now + 60,
  };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'RS256', kid: forger.kid, typ: 'JWT', ...header })}.${encode({ ...good, ...claims })}`;
  return `${signed}.${key ? createSign('sha256').update(signed).sign(key).toString('base64url') : ''}`;
}

describe.each(databaseKinds)('the identity provider on %s', (kind) => {
  let api: TestApi;
  let forger: Forger;
  let visitor: TestVisitor;
  beforeAll(async () => {
    forger = await startForger();
    api = await startApi(kind, { OIDC_ISSUER: forger.issuer, OIDC_CLIENT_ID: CLIENT, OIDC_CLIENT_SECRET: 'secret' });
  });
  afterAll(async () => {
    await api.close();
    forger.server.close();
  });
  beforeEach(() => {
    visitor = visit(api);
    forger.forge = {};
    forger.userInfo = undefined;
    forger.moved = undefined;
    forger.alias = undefined;
    forger.secretBy = undefined;
  });

  /** Goes to the provider. @returns what it was sent with */
  const begin = async (who = visitor, next = '/career') => {
    const response = await who.get(`${accountLinks.provider}?next=${encodeURIComponent(next)}`);
    const sent = new URL(response.headers.get('location')!).searchParams;
    forger.nonce = sent.get('nonce') ?? '';
    return sent;
  };
  /** Comes back. @returns where the browser is sent then */
  const finish = async (query: Record<string, string>, who = visitor) => {
    const headers = { accept: 'text/html' };
    const response = await who.get(`${accountLinks.providerCallback}?${new URLSearchParams(query)}`, headers);
    expect(response.status).toBe(303);
    return new URL(response.headers.get('location')!, PUBLIC_URL);
  };
  const isLoggedIn = async (who = visitor) =>
    ((await (await who.get(accountCalls.session)).json()) as { status: string }).status === 'signed-in';

  test('is offered where it is configured, and nowhere else', async () => {
    expect(await (await visitor.get(accountCalls.signInMethods)).json()).toEqual({ provider: true });
    const without = await startApi(kind);
    try {
      expect(await (await visit(without).get(accountCalls.signInMethods)).json()).toEqual({ provider: false });
    } finally {
      await without.close();
    }
  });

  test('is asked for a code with PKCE, state and nonce, and what it says opens a session', async () => {
    const sent = await begin();
    expect(sent.get('response_type')).toBe('code');
    expect(sent.get('code_challenge_method')).toBe('S256');
    expect(sent.get('redirect_uri')).toBe(PUBLIC_URL + accountLinks.providerCallback);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(sent.get(name)?.length, name).toBeGreaterThanOrEqual(32);
    expect(sent.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email', 'profile']));
    expect((await finish({ code: 'x', state: sent.get('state')! })).pathname).toBe('/career');
    expect(await isLoggedIn()).toBe(true);
    const kept = await api.db
      .selectFrom('credentials')
      .select(['accessToken', 'refreshToken', 'idToken', 'accountId'])
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({
      accessToken: null,
      refreshToken: null,
      idToken: null,
      accountId: `${forger.issuer} ngozi`,
    });
  });

  const BASIC = `Basic ${Buffer.from(`${CLIENT}:secret`).toString('base64')}`;
  test.each([
    ['any way', ['client_secret_basic', 'client_secret_post'], 'in the body'],
    ['the body', ['private_key_jwt', 'client_secret_post'], 'in the body'],
    ['a header', ['client_secret_basic'], BASIC],
    // The default then (OpenID Connect Discovery 1.0, section 3).
    ['a way that it does not name', undefined, BASIC],
  ])('gets its secret as it takes it: in %s', async (_name, ways, expected) => {
    forger.secretBy = ways;
    const another = await startApi(
      kind,
      { OIDC_ISSUER: forger.issuer, OIDC_CLIENT_ID: CLIENT, OIDC_CLIENT_SECRET: 'secret' },
      { beside: api },
    );
    try {
      const who = visit(another);
      const sent = await begin(who);
      expect((await finish({ code: 'x', state: sent.get('state')! }, who)).pathname).toBe('/career');
      expect(forger.secretGot).toBe(expected);
    } finally {
      await another.close();
    }
  });

  const forgeries: [string, Token][] = [
    ['alg none', { header: { alg: 'none' }, key: null }],
    ['no signature', { key: null }],
    ["a stranger's signature", { key: strangersKeys.privateKey }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['another nonce', { claims: { nonce: 'of-another-sign-in-that-was-overheard' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an authorised party that is another client', { claims: { azp: 'somebody-else' } }],
    ['several audiences and no authorised party', { claims: { aud: [CLIENT, 'somebody-else'] } }],
    ['a confirmation of the address that is text', { claims: { email_verified: 'true' } }],
    ['a confirmation of the address that is a number', { claims: { email_verified: 1 } }],
    ['a line break in the address', { claims: { email: 'ngozi@example.com\r\nBcc: all@example.com' } }],
    ['NUL in the address', { claims: { email: 'ngozi\u0000@example.com' } }],
    ['an invalid email address', { claims: { email: 'ngozi' } }],
    ['an address that is a list', { claims: { email: ['ngozi@example.com'] } }],
    ['NUL in the subject', { claims: { sub: 'ngo\u0000zi' } }],
    ['half a character in the subject', { claims: { sub: 'ngozi\ud800' } }],
    ['a subject that is an object', { claims: { sub: { toString: 1 } } }],
    ['an endless subject', { claims: { sub: 'x'.repeat(256) } }],
    ['no subject', { claims: { sub: undefined } }],
    ['no end', { claims: { exp: undefined } }],
    ['an end in the past', { claims: { exp: Math.floor(Date.now() / 1000) - 3_600 } }],
  ];
  test.each(forgeries)('an identity token with %s opens nothing', async (_name, token) => {
    forger.forge = token;
    const sent = await begin();
    const end = await finish({ code: 'x', state: sent.get('state')! });
    expect(end.pathname).toBe('/login');
    expect(end.searchParams.get('error')).toBe('failed');
    expect(await isLoggedIn()).toBe(false);
  });

  test('its new key counts at once, and unknown ones do not make the API ask for its keys all the time', async () => {
    const arrive = async () => {
      const sent = await begin();
      return (await finish({ code: 'x', state: sent.get('state')! })).searchParams.get('error');
    };
    expect(await arrive()).toBe(null);
    forger.kid = 'two';
    forger.keysAsked = 0;
    expect(await arrive()).toBe(null);
    expect(await isLoggedIn()).toBe(true);
    forger.forge = { header: { kid: 'unknown' } };
    const begun = performance.now();
    for (let n = 0; n < 3; n += 1) expect(await arrive()).toBe('failed');
    expect(forger.keysAsked).toBeLessThanOrEqual(2 + (performance.now() - begun) / 1_000);
  });

  test('a new person who comes from two browsers at the same moment is in with both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = `twice-${round}@example.com`;
      forger.forge = { claims: { sub: email, email } };
      const browsers = [visit(api), visit(api)];
      const states: string[] = [];
      for (const [n, browser] of browsers.entries()) {
        const sent = await begin(browser);
        forger.nonces.set(`code-${n}`, sent.get('nonce')!);
        states.push(sent.get('state')!);
      }
      const ends = await Promise.all(
        browsers.map((browser, n) => finish({ code: `code-${n}`, state: states[n]! }, browser)),
      );
      expect(ends.map(({ pathname }) => pathname)).toEqual(['/career', '/career']);
      for (const browser of browsers) expect(await isLoggedIn(browser)).toBe(true);
      const ids = api.db.selectFrom('users').select('id').where('email', '=', email);
      expect(await ids.execute()).toHaveLength(1);
      expect(await api.db.selectFrom('credentials').select('id').where('userId', 'in', ids).execute()).toHaveLength(1);
    }
  });

  test('an answer without an identity token opens nothing, whatever an access token says', async () => {
    forger.forge = undefined;
    for (const said of [
      undefined,
      { sub: 'ngozi', email: 'ngozi@example.com', email_verified: true, name: 'Ngozi Eze' },
    ]) {
      forger.userInfo = said;
      const sent = await begin();
      expect((await finish({ code: 'x', state: sent.get('state')! })).searchParams.get('error')).toBe('failed');
      expect(await isLoggedIn()).toBe(false);
    }
  });

  test('a token for several clients opens a session when it names this one', async () => {
    forger.forge = {
      claims: { sub: 'several', email: 'several@example.com', aud: [CLIENT, 'somebody-else'], azp: CLIENT },
    };
    const sent = await begin();
    expect((await finish({ code: 'x', state: sent.get('state')! })).pathname).toBe('/career');
    expect(await isLoggedIn()).toBe(true);
  });

  test("a member gets into their account, however the provider writes the address's domain", async () => {
    await confirmedVisitor(api, 'ada@xn--bcher-kva.example');
    forger.forge = { claims: { sub: 'bücher', email: 'Ada@Bücher.example', email_verified: true } };
    const sent = await begin();
    expect((await finish({ code: 'x', state: sent.get('state')! })).pathname).toBe('/career');
    const accounts = await api.db.selectFrom('users').select('email').where('email', 'like', '%@%cher%').execute();
    expect(accounts).toEqual([{ email: 'ada@xn--bcher-kva.example' }]);
  });

  describe('a provider that does not put the address into the token', () => {
    const without = { email: undefined, email_verified: undefined, sub: 'asked' };
    const said = { sub: 'asked', email: 'asked@example.com', email_verified: true, name: 'Asked' };
    test.each<[string, Claims | undefined, string | null]>([
      ['says it when it is asked', said, null],
      ['does not answer for another subject', { ...said, sub: 'somebody-else' }, 'failed'],
      ['does not vouch for it by text', { ...said, email_verified: 'true' }, 'failed'],
      ['does not answer', undefined, 'failed'],
    ])('%s', async (_what, userInfo, error) => {
      forger.forge = { claims: without };
      forger.userInfo = userInfo;
      const sent = await begin();
      expect((await finish({ code: 'x', state: sent.get('state')! })).searchParams.get('error')).toBe(error);
      expect(await isLoggedIn()).toBe(error === null);
    });
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'a reason called %s is no reason that we know',
    async (error) => {
      const sent = await begin();
      const end = await finish({ error, state: sent.get('state')! });
      expect(end.pathname).toBe('/login');
      expect(end.searchParams.get('error')).toBe('failed');
    },
  );

  describe('an address that a stranger has registered', () => {
    const said = (email: string) => ({ claims: { sub: email, email, email_verified: true } });
    const arrive = async () => {
      const sent = await begin();
      return await finish({ code: 'x', state: sent.get('state')! });
    };

    test("becomes its owner's, who comes through the provider: what the stranger typed opens nothing", async () => {
      const [email, stranger] = ['wanted@example.com', visit(api)];
      const attacker = await memberOf(api, 'attacker@example.com');
      const { code } = (await (await attacker.post(referralCalls.link)).json()) as { code: string };
      await stranger.post(accountCalls.register, { ...registrationOf(email), ref: code });
      const link = await mailedLink(api, email);
      await stranger.get(link);
      forger.forge = said(email);
      expect((await arrive()).pathname).toBe('/career');
      expect(await isLoggedIn()).toBe(true);
      expect((await stranger.post(accountCalls.confirm)).status).toBe(410);
      expect((await stranger.get(link)).headers.get('location')).toBe('/register?error=link-expired');
      expect((await stranger.post(accountCalls.login, { email, password: goodPassword })).status).toBe(401);
      expect(await api.db.selectFrom('registrations').select('id').where('email', '=', email).execute()).toEqual([]);
      expect(await api.db.selectFrom('referrals').select('id').execute()).toEqual([]);
    });

    test('and that an older version kept as a user: its password and its sessions go before it is joined', async () => {
      const email = 'older@example.com';
      const now = new Date().toISOString();
      const user = {
        id: 'older',
        name: 'Stranger',
        email,
        emailVerified: 0,
        image: null,
        createdAt: now,
        updatedAt: now,
      };
      await api.db.insertInto('users').values(user).execute();
      await setPassword(api.db, 'older', { hash: await hashPassword(goodPassword, CHEAP_PASSWORDS), now });
      const session = {
        id: 'older',
        token: 'older',
        userId: 'older',
        expiresAt: '2999-01-01T00:00:00.000Z',
        ipAddress: null,
        userAgent: null,
        createdAt: now,
        updatedAt: now,
      };
      await api.db.insertInto('sessions').values(session).execute();
      forger.forge = said(email);
      expect((await arrive()).pathname).toBe('/career');
      expect(await (await visitor.get(accountCalls.session)).json()).toMatchObject({
        status: 'signed-in',
        name: 'Ngozi Eze',
      });
      expect((await visit(api).post(accountCalls.login, { email, password: goodPassword })).status).toBe(401);
      expect(await api.db.selectFrom('sessions').select('id').where('id', '=', 'older').execute()).toEqual([]);
    });
  });

  test('the code of a referral link counts for the sign-in that began with it, if the account is new', async () => {
    const referrer = await memberOf(api, 'referrer@example.com');
    const { code } = (await (await referrer.post(referralCalls.link)).json()) as { code: string };
    const referrals = async () => (await api.db.selectFrom('referrals').select('id').execute()).length;
    const through = async (query: Record<string, string>, email: string) => {
      forger.forge = { claims: { sub: email, email } };
      const browser = visit(api);
      const sent = new URL(
        (await browser.get(`${accountLinks.provider}?${new URLSearchParams(query)}`)).headers.get('location')!,
      ).searchParams;
      forger.nonce = sent.get('nonce') ?? '';
      return await finish({ code: 'x', state: sent.get('state')! }, browser);
    };
    const before = await referrals();
    // A person who has an account, with a page to return to that looks like the one that new people are sent to.
    await through({}, 'here@example.com');
    for (const page of ['/register', accountLinks.providerCallback, '/auth/x/../callback/google']) {
      const end = await through({ next: `${page}?ref=${code}&next=/career` }, 'here@example.com');
      expect(end.pathname).not.toMatch(/^\/auth/);
    }
    await through({ ref: code }, 'here@example.com');
    await through({ ref: 'no code at all' }, 'without@example.com');
    expect(await referrals()).toBe(before);
    expect((await through({ ref: code, next: '/career' }, 'friend@example.com')).pathname).toBe('/career');
    expect(await referrals()).toBe(before + 1);

    // Otherwise the referral would be lost: the next time the account is not new.
    await whileFull({ db: api.db, kind }, 'referrals', async () => {
      const end = await through({ ref: code }, 'later@example.com');
      expect(end.searchParams.get('error'), 'the fault is ours').toBe('unreachable');
    });
    await through({ ref: code }, 'later@example.com');
    expect(await referrals()).toBe(before + 2);
  });

  test('a visitor it may have signed in or up before it failed is not told that nothing was changed', async () => {
    const finishAs = async (sub: string) => {
      const email = `${sub}@example.com`;
      forger.forge = { claims: { sub, email } };
      const state = (await begin()).get('state')!;
      return async () => {
        expect((await finish({ code: 'x', state })).searchParams.get('error'), sub).toBe('maybe-signed-in');
        expect(await api.db.selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1);
      };
    };
    await whileFull({ db: api.db, kind }, 'sessions', await finishAs('no-room-for-a-session'));
    const finishing = await finishAs('halfway');
    await sql`alter table registrations rename to registrations_gone`.execute(api.db);
    try {
      await finishing();
    } finally {
      await sql`alter table registrations_gone rename to registrations`.execute(api.db);
    }
  });

  test.runIf(kind === 'postgres')(
    'an account that has just been deleted opens nothing, and is not printed',
    async () => {
      const sub = 'leaving';
      forger.forge = { claims: { sub, email: `${sub}@example.com` } };
      await finish({ code: 'x', state: (await begin()).get('state')! });
      using printed = vi.spyOn(console, 'error');
      const deleting = await beginBeside(api.db);
      await deleting.deleteFrom('users').where('email', '=', `${sub}@example.com`).execute();
      const other = visit(api);
      const finishing = finish({ code: 'x', state: (await begin(other)).get('state')! }, other);
      await lockAwaited(api.db);
      await deleting.commit().execute();
      expect((await finishing).search).toBe('?error=failed');
      expect(await isLoggedIn(other)).toBe(false);
      expect(printed).not.toHaveBeenCalled();
    },
  );

  test('a state that was not given to this browser, or was used, opens nothing', async () => {
    const sent = await begin();
    const state = sent.get('state')!;
    const other = visit(api);
    for (const [who, given] of [
      [visitor, 'made-up'],
      [other, state],
    ] as const) {
      expect((await finish({ code: 'x', state: given }, who)).searchParams.get('error')).toBe('failed');
      expect(await isLoggedIn(who)).toBe(false);
    }
    const again = await begin();
    await finish({ code: 'x', state: again.get('state')! });
    await visitor.logout();
    expect((await finish({ code: 'x', state: again.get('state')! })).searchParams.get('error')).toBe('failed');
    expect(await isLoggedIn()).toBe(false);
  });

  test('an email address that it does not vouch for opens nothing and reveals nothing', async () => {
    const known = 'known@example.com';
    await confirmedVisitor(api, known);
    for (const email of [known, 'unknown@example.com']) {
      forger.forge = { claims: { sub: 'somebody-else', email, email_verified: false } };
      const sent = await begin();
      expect((await finish({ code: 'x', state: sent.get('state')! })).searchParams.get('error'), email).toBe(
        'email-not-verified',
      );
      expect(await isLoggedIn()).toBe(false);
    }
  });

  test('a member who has it linked logs in, whatever it says about the email address since', async () => {
    for (const email_verified of [true, false]) {
      forger.forge = { claims: { sub: 'amara', email: 'amara@example.com', email_verified } };
      const sent = await begin();
      expect((await finish({ code: 'x', state: sent.get('state')! })).pathname).toBe('/career');
    }
    expect(await isLoggedIn()).toBe(true);
  });

  test.each([
    ['no name', { name: undefined }, 'chidi'],
    ['an empty one', { name: ' ', preferred_username: 'Chidi O.' }, 'Chidi O.'],
    ['one with control characters', { name: 'Chidi\u0000\n' }, 'chidi'],
    ['an endless one', { name: 'x'.repeat(5_000) }, 'x'.repeat(100)],
    ['one that would be cut within a character', { name: `x${'😀'.repeat(60)}` }, `x${'😀'.repeat(49)}`],
    ['one that nobody sees', { name: '\u200b' }, 'chidi'],
  ])('gives an account a name, also with %s', async (what, claims, name) => {
    forger.forge = { claims: { sub: what, email: `chidi@${what.replaceAll(' ', '-')}.example`, ...claims } };
    const sent = await begin();
    await finish({ code: 'x', state: sent.get('state')! });
    expect(await (await visitor.get(accountCalls.session)).json()).toMatchObject({ status: 'signed-in', name });
  });

  test('opens an account without a password, which takes a fresh session to be deleted', async () => {
    forger.forge = { claims: { sub: 'leaving', email: 'leaving@example.com' } };
    const signIn = async () => {
      const sent = await begin();
      await finish({ code: 'x', state: sent.get('state')! });
    };
    await signIn();
    const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000).toISOString();
    await api.db
      .updateTable('sessions')
      .set({ createdAt: elevenMinutesAgo })
      .where('userId', 'in', (query) =>
        query.selectFrom('users').select('id').where('email', '=', 'leaving@example.com'),
      )
      .execute();
    expect((await visitor.post(accountCalls.deleteAccount, {})).status).toBe(401);
    expect(await isLoggedIn()).toBe(true);
    await signIn();
    expect((await visitor.post(accountCalls.deleteAccount, {})).status).toBe(200);
    expect(await isLoggedIn()).toBe(false);
  });

  test('is not asked if it calls itself by another name', async () => {
    forger.alias = 'https://accounts.google.com';
    const refused = await visitor.get(accountLinks.provider);
    expect(new URL(refused.headers.get('location')!, PUBLIC_URL).searchParams.get('error')).toBe('provider-down');
  });

  test('neither another site nor an image in a post can start it: the visitor sees the login page first', async () => {
    const ask = async (site: string, target = 'document') => {
      const response = await api.fetch(`${accountLinks.provider}?next=/career`, {
        redirect: 'manual',
        headers: { 'sec-fetch-site': site, 'sec-fetch-dest': target },
      });
      return { location: response.headers.get('location')!, cookies: response.headers.getSetCookie() };
    };
    const refused = { location: '/login?next=%2Fcareer', cookies: [] };
    expect(await ask('cross-site')).toEqual(refused);
    expect(await ask('same-origin', 'image')).toEqual(refused);
    for (const site of ['same-origin', 'same-site', 'none']) {
      expect((await ask(site)).location).toMatch(`${forger.issuer}/authorize?`);
    }
  });

  test('a page whose address is too long once it is encoded is not led to', async () => {
    const ask = async (length: number) => {
      const headers = { 'sec-fetch-site': 'cross-site' };
      const next = `/${'é'.repeat(length)}`;
      const response = await api.fetch(`${accountLinks.provider}?${new URLSearchParams({ next })}`, {
        redirect: 'manual',
        headers,
      });
      return response.headers.get('location');
    };
    expect(await ask(300)).toMatch(/^\/login\?next=%2F%25C3/);
    expect(await ask(1_900)).toBe('/login');
  });

  test('an image in a post cannot finish it either, and uses nothing up: the visitor can', async () => {
    const query = { code: 'x', state: (await begin()).get('state')! };
    const callback = `${accountLinks.providerCallback}?${new URLSearchParams(query)}`;
    const refused = await visitor.get(callback, { 'sec-fetch-dest': 'image' });
    expect(refused.headers.get('location')).toBe('/login');
    expect(await isLoggedIn()).toBe(false);
    expect((await finish(query)).pathname).toBe('/career');
    expect(await isLoggedIn()).toBe(true);
  });

  test('is not followed to another place, neither by its description nor by what it says of a person', async () => {
    forger.moved = '/.well-known/openid-configuration';
    const refused = await visitor.get(accountLinks.provider);
    expect(new URL(refused.headers.get('location')!, PUBLIC_URL).searchParams.get('error')).toBe('provider-down');
    expect(api.log.findLast((line) => line.includes('cannot be reached'))).toContain('unexpected redirect');

    forger.moved = '/userinfo';
    forger.forge = { claims: { email: undefined, email_verified: undefined, sub: 'moved' } };
    forger.userInfo = { sub: 'moved', email: 'moved@example.com', email_verified: true };
    const sent = await begin();
    expect((await finish({ code: 'x', state: sent.get('state')! })).searchParams.get('error')).toBe('failed');
    expect(await isLoggedIn()).toBe(false);
  });

  test('one IP address cannot make the API ask it for ever', async () => {
    const browser = visit(api, '192.0.2.88');
    const places = [];
    for (let n = 0; n <= 60; n += 1) {
      const response = await browser.get(`${accountLinks.providerCallback}?code=1&state=2`);
      places.push(response.headers.get('location')!);
    }
    expect(places.filter((place) => place.includes('too-many-requests'))).toEqual([places.at(-1)]);
    expect((await browser.get(accountLinks.provider)).headers.get('location')).toContain('/authorize?');
  });

  test('an answer in the name of another issuer opens nothing', async () => {
    const sent = await begin();
    const end = await finish({ code: 'x', state: sent.get('state')!, iss: 'https://accounts.google.com' });
    expect(end.searchParams.get('error')).toBe('failed');
    expect(await isLoggedIn()).toBe(false);
  });

  test.each(['//evil.test/', 'https://evil.test/', '/\\evil.test', '/%09/evil.test'.replace('%09', '\t')])(
    'never leads on to %j',
    async (next) => {
      const sent = await begin(visitor, next);
      expect((await finish({ code: 'x', state: sent.get('state')! })).origin).toBe(PUBLIC_URL);
    },
  );

  test('codes and states are not in the log', async () => {
    const sent = await begin();
    await finish({ code: 'a-secret-code', state: sent.get('state')! });
    expect(api.log.join('\n')).not.toMatch(new RegExp(`a-secret-code|${sent.get('state')}`));
  });
});

test.each(['silence', 'no keys', 'status 500'] as const)(
  'a provider that fails just as its first visitor comes (%s) is down for that one, and not for good',
  async (trouble) => {
    const forger = await startForger();
    const env = { OIDC_ISSUER: forger.issuer, OIDC_CLIENT_ID: CLIENT, OIDC_CLIENT_SECRET: 'secret' };
    const api = await startApi('sqlite', env);
    const begun = async () => {
      const response = await visit(api).get(accountLinks.provider);
      return [response.status, response.headers.get('location')];
    };
    try {
      forger.trouble = trouble;
      expect(await begun()).toEqual([303, `${PUBLIC_URL}/login?error=provider-down`]);
      forger.trouble = undefined;
      expect(await begun()).toEqual([303, expect.stringMatching(`^${forger.issuer}/authorize`)]);
    } finally {
      await api.close();
      forger.server.closeAllConnections();
      forger.server.close();
    }
  },
);
