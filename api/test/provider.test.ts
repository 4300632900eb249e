import { createSign, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountCalls, accountLinks } from 'shared/contracts/account';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PUBLIC_URL, startApi, type TestApi } from './support/api.ts';
import { databaseKinds } from './support/database.ts';
import { confirmedVisitor, visit, type Visitor } from './support/visitor.ts';

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
  /** The next identity token differs so from a good one; nothing: there is none. */
  forge: Token | undefined;
  /** The nonce of the last sign-in that began. */
  nonce: string;
  server: Server;
}

async function startForger(): Promise<Forger> {
  const forger = { forge: {} as Token | undefined, nonce: '' } as Forger;
  forger.server = createServer((request, response) => {
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer: forger.issuer,
        authorization_endpoint: `${forger.issuer}/authorize`,
        token_endpoint: `${forger.issuer}/token`,
        jwks_uri: `${forger.issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
      }),
      '/keys': () => ({ keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] }),
      '/token': () => ({ access_token: 'x', token_type: 'Bearer', expires_in: 60, ...(forger.forge ? { id_token: sign(forger, forger.forge) } : {}) }),
    };
    const answer = answers[new URL(request.url ?? '/', 'http://x').pathname]?.();
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  });
  forger.server.listen(0, '127.0.0.1');
  await once(forger.server, 'listening');
  forger.issuer = `http://127.0.0.1:${(forger.server.address() as AddressInfo).port}`;
  return forger;
}

function sign(forger: Forger, { header = {}, claims = {}, key = keys.privateKey }: Token): string {
  const now = Math.floor(Date.now() / 1000);
  const good = { iss: forger.issuer, aud: CLIENT, sub: 'ngozi', email: 'ngozi@example.com', email_verified: true, name: 'Ngozi Eze', nonce: forger.nonce, iat: now, exp: now + 60 };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'RS256', kid: 'one', typ: 'JWT', ...header })}.${encode({ ...good, ...claims })}`;
  return `${signed}.${key ? createSign('sha256').update(signed).sign(key).toString('base64url') : ''}`;
}

describe.each(databaseKinds)('the identity provider on %s', (kind) => {
  let api: TestApi;
  let forger: Forger;
  let visitor: Visitor;
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
    const response = await who.get(`${accountLinks.providerCallback}?${new URLSearchParams(query)}`);
    expect(response.status).toBe(303);
    return new URL(response.headers.get('location')!, PUBLIC_URL);
  };
  const isLoggedIn = async (who = visitor) => ((await (await who.get(accountCalls.session)).json()) as { status: string }).status === 'signed-in';

  test('is asked for a code with PKCE, state and nonce, and what it says opens a session', async () => {
    const sent = await begin();
    expect(sent.get('response_type')).toBe('code');
    expect(sent.get('code_challenge_method')).toBe('S256');
    expect(sent.get('redirect_uri')).toBe(PUBLIC_URL + accountLinks.providerCallback);
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent.get(name)?.length, name).toBeGreaterThanOrEqual(32);
    expect(sent.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'email', 'profile']));
    expect((await finish({ code: 'x', state: sent.get('state')! })).pathname).toBe('/career');
    expect(await isLoggedIn()).toBe(true);
    const kept = await api.db.selectFrom('credentials').select(['access_token', 'refresh_token', 'id_token', 'account_id']).executeTakeFirstOrThrow();
    expect(kept).toEqual({ access_token: null, refresh_token: null, id_token: null, account_id: `${forger.issuer} ngozi` });
  });

  const forgeries: [string, Token][] = [
    ['alg none', { header: { alg: 'none' }, key: null }],
    ['no signature', { key: null }],
    ["a stranger's signature", { key: strangersKeys.privateKey }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['another nonce', { claims: { nonce: 'of-another-sign-in-that-was-overheard' } }],
    ['no nonce', { claims: { nonce: undefined } }],
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

  test('an answer without an identity token opens nothing', async () => {
    forger.forge = undefined;
    const sent = await begin();
    expect((await finish({ code: 'x', state: sent.get('state')! })).searchParams.get('error')).toBe('failed');
    expect(await isLoggedIn()).toBe(false);
  });

  test('a state that was not given to this browser, or was used, opens nothing', async () => {
    const sent = await begin();
    const state = sent.get('state')!;
    const other = visit(api);
    for (const [who, given] of [[visitor, 'made-up'], [other, state]] as const) {
      expect((await finish({ code: 'x', state: given }, who)).searchParams.get('error')).toBe('failed');
      expect(await isLoggedIn(who)).toBe(false);
    }
    const again = await begin();
    await finish({ code: 'x', state: again.get('state')! });
    await visitor.logout();
    expect((await finish({ code: 'x', state: again.get('state')! })).searchParams.get('error')).toBe('failed');
    expect(await isLoggedIn()).toBe(false);
  });

  test('an address that it does not vouch for opens nothing, and tells nothing about an account', async () => {
    const known = 'known@example.com';
    await confirmedVisitor(api, known);
    for (const email of [known, 'unknown@example.com']) {
      forger.forge = { claims: { sub: 'somebody-else', email, email_verified: false } };
      const sent = await begin();
      expect((await finish({ code: 'x', state: sent.get('state')! })).searchParams.get('error'), email).toBe('email-not-verified');
      expect(await isLoggedIn()).toBe(false);
    }
  });

  test('who has an account with it logs in, whatever it says about the address since', async () => {
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
  ])('gives an account a name, also with %s', async (what, claims, name) => {
    forger.forge = { claims: { sub: what, email: `chidi@${what.replaceAll(' ', '-')}.example`, ...claims } };
    const sent = await begin();
    await finish({ code: 'x', state: sent.get('state')! });
    expect(await (await visitor.get(accountCalls.session)).json()).toEqual({ status: 'signed-in', name });
  });

  test('an answer in the name of another issuer opens nothing', async () => {
    const sent = await begin();
    const end = await finish({ code: 'x', state: sent.get('state')!, iss: 'https://accounts.google.com' });
    expect(end.searchParams.get('error')).toBe('failed');
    expect(await isLoggedIn()).toBe(false);
  });

  test.each(['//evil.test/', 'https://evil.test/', '/\\evil.test', '/%09/evil.test'.replace('%09', '\t')])('never leads on to %j', async (next) => {
    const sent = await begin(visitor, next);
    expect((await finish({ code: 'x', state: sent.get('state')! })).origin).toBe(PUBLIC_URL);
  });

  test('codes and states are not in the log', async () => {
    const sent = await begin();
    await finish({ code: 'a-secret-code', state: sent.get('state')! });
    expect(api.log.join('\n')).not.toMatch(new RegExp(`a-secret-code|${sent.get('state')}`));
  });
});
