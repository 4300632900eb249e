/**
 * Logging in through an identity provider: OpenID Connect's code flow with PKCE, state and nonce. The visitor's browser
 * goes there and comes back in the same window; whatever goes wrong ends on the login page with a reason.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { accountLinks, type LoginError } from 'shared/contracts/account';
import { href, loginFor, ownPath, paths } from 'shared/contracts/paths';
import { REFERRAL_QUERY } from 'shared/contracts/referrals';
import { NAME_MAX } from 'shared/rules/limits';
import { isLine } from 'shared/rules/text';
import { z } from 'zod';
import type { Env } from '../env.ts';
import * as users from '../repositories/users.ts';
import { confirmed, registered } from '../services/referrals.ts';
import type { AccountDependencies, Visitor } from './accounts.ts';
import { type Auth, createAuth, visitorHeaders } from './better-auth.ts';

/** Better Auth's name for it, part of {@link accountLinks.providerCallback}. */
const PROVIDER_ID = 'google';
/** How long the provider may take to describe itself, and to exchange a code, in milliseconds. */
const DISCOVERY_DEADLINE = 4_000;
const EXCHANGE_DEADLINE = 10_000;

/** Where a browser is sent, with cookies. */
interface Redirect {
  location: string;
  cookies: string[];
}

export interface IdentityProvider {
  /**
   * Begins.
   * @param next path of this site where the visitor shall be afterwards
   * @param ref code of the referral link that led here, or nothing: it travels with the provider's state
   */
  begin: (visitor: Visitor, next: string, ref: string) => Promise<Redirect>;
  /** Ends: the visitor is back. @param query with question mark, as the provider made it */
  finish: (visitor: Visitor, query: string) => Promise<Redirect>;
}

type Claims = Record<string, unknown>;
type ProviderEnv = Pick<Env, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'>;

export function identityProvider(deps: AccountDependencies, env: ProviderEnv, log: FastifyBaseLogger): IdentityProvider {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  let auth: Auth | undefined;

  const failed = (reason: LoginError, next: string): Redirect => ({
    location: `${deps.publicUrl}${loginFor(next, reason)}`,
    cookies: [],
  });

  /**
   * Made when the provider has answered for the first time: one that is away neither holds up the start of the API nor
   * stays away for good. @returns nothing while the provider does not answer
   */
  async function reachable(): Promise<Auth | undefined> {
    if (!issuer || !clientId || !clientSecret || !(await isUp(issuer, log))) return undefined;
    const { genericOAuth } = await import('better-auth/plugins/generic-oauth');
    const config: Parameters<typeof genericOAuth>[0]['config'][number] = {
      providerId: PROVIDER_ID,
      discoveryUrl: discoveryUrl(issuer),
      requireIdTokenVerification: true,
      clientId,
      clientSecret,
      scopes: ['openid', 'profile', 'email'],
      pkce: true,
      accountSubject: ({ profile }) => subjectOf(profile),
      mapProfileToUser: async (profile) => ({
        name: nameOf(profile),
        // An address that the provider does not vouch for leads to no account, and tells nothing about one.
        ...(profile['emailVerified'] === true || (await users.isKnownIdentity(deps.db, PROVIDER_ID, subjectOf(profile))) ? {} : { email: '' }),
      }),
    };
    return (auth ??= createAuth({ ...deps, log, provider: genericOAuth({ config: [config] }) }));
  }

  /** Another issuer's people are other people, even with the same number. */
  const subjectOf = (profile: Claims): string => (profile['sub'] ? `${issuer} ${String(profile['sub'])}` : '');

  /** Somebody new came through a referral link; the provider has confirmed the address. */
  async function refer(up: Auth, cookies: string[], code: string): Promise<void> {
    const cookie = cookies.map((given) => given.split(';', 1)[0]).join('; ');
    const found = await up.api.getSession({ headers: visitorHeaders({ ip: '', headers: { cookie } }) });
    if (!found) return;
    await deps.db.transaction().execute(async (tx) => {
      await registered(tx, deps.referrals, found.user, code);
      await confirmed(tx, deps.referrals, found.user);
    });
    deps.wakeOutbox();
  }

  return {
    async begin(visitor, wish, ref) {
      const next = ownPath(wish);
      if (!clientId || !clientSecret) return failed('provider-off', next);
      const up = await reachable();
      if (!up) return failed('provider-down', next);
      const { headers, response } = await up.api.signInSocial({
        body: {
          provider: PROVIDER_ID,
          callbackURL: `${deps.publicUrl}${next}`,
          ...(ref ? { newUserCallbackURL: `${deps.publicUrl}${href(paths.register)}?${new URLSearchParams({ [REFERRAL_QUERY]: ref, next })}` } : {}),
          errorCallbackURL: `${deps.publicUrl}${loginFor(next)}`,
          disableRedirect: true,
        },
        headers: visitorHeaders(visitor),
        returnHeaders: true,
      });
      if (!response.url) return failed('failed', next);
      return { location: response.url, cookies: headers.getSetCookie() };
    },

    async finish(visitor, query) {
      const up = await reachable();
      if (!up) return failed(clientId && clientSecret ? 'provider-down' : 'provider-off', '/');
      const headers = visitorHeaders(visitor);
      const before = await up.api.getSession({ headers });
      const request = new Request(`${deps.publicUrl}${accountLinks.providerCallback}${query}`, { headers });
      const answer = await Promise.race([up.handler(request), delay(EXCHANGE_DEADLINE, undefined, { ref: false })]);
      if (!answer) return failed('provider-down', '/');
      const cookies = answer.headers.getSetCookie();
      const location = new URL(answer.headers.get('location') ?? `${href(paths.login)}?error=no-location`, deps.publicUrl);
      const code = location.pathname === href(paths.login) && location.searchParams.get('error');
      if (code) {
        log.warn({ code }, 'sign-in at the provider failed');
        return { location: failed(reasons[code] ?? 'failed', ownPath(location.searchParams.get('next'))).location, cookies };
      }
      if (before) await users.endSessions(deps.db, before.user.id, { only: before.session.id });
      const ref = location.pathname === href(paths.register) && location.searchParams.get(REFERRAL_QUERY);
      if (!ref) return { location: location.href, cookies };
      await refer(up, cookies, ref);
      return { location: `${deps.publicUrl}${ownPath(location.searchParams.get('next'))}`, cookies };
    },
  };
}

/** Better Auth's codes, and those of OAuth that mean the same. */
const reasons: Record<string, LoginError> = {
  access_denied: 'cancelled',
  account_not_linked: 'account-not-linked',
  email_not_found: 'email-not-verified',
  email_not_verified: 'email-not-verified',
  temporarily_unavailable: 'provider-down',
  server_error: 'provider-down',
};

/** What an account is called that a provider describes: its words are as little to be trusted as a form's. */
function nameOf({ name, preferred_username: handle, email }: Claims): string {
  const texts = [name, handle, String(email).split('@', 1)[0]].map((value) => (typeof value === 'string' ? value.trim().slice(0, NAME_MAX) : ''));
  return texts.find((text) => text !== '' && isLine(text)) ?? '';
}

const discoveryUrl = (issuer: string): string => `${issuer}/.well-known/openid-configuration`;
const discovery = z.object({ issuer: z.string() });

async function isUp(issuer: string, log: FastifyBaseLogger): Promise<boolean> {
  try {
    const response = await fetch(discoveryUrl(issuer), { signal: AbortSignal.timeout(DISCOVERY_DEADLINE) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const described = discovery.parse(await response.json()).issuer;
    if (described.replace(/\/$/, '') !== issuer) throw new Error(`it calls itself ${described}`);
    return true;
  } catch (error) {
    log.warn({ issuer, error: String(error) }, 'the identity provider cannot be reached');
    return false;
  }
}
