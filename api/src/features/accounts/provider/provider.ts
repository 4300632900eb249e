/**
 * Logging in through an identity provider: OpenID Connect's code flow with PKCE, state and nonce. The visitor's browser
 * goes there and comes back in the same window; whatever goes wrong ends on the login page with a reason.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { getOAuthState } from 'better-auth/api';
import type { FastifyBaseLogger } from 'fastify';
import { accountLinks, type LoginError } from 'shared/contracts/account';
import { href, loginFor, ownPath, paths } from 'shared/contracts/paths';
import { REFERRAL_QUERY } from 'shared/contracts/referrals';
import { innermostMessage } from 'shared/node/innermost-message';
import { referralCode } from 'shared/rules/referrals/referral';
import { z } from 'zod';
import { isRefusedReference } from '../../../database/problem.ts';
import { UnknownOutcomeError } from '../../../database/unknown-outcome.ts';
import type { Env } from '../../../env.ts';
import { deleteRegistrations, lockEmail } from '../registrations/registration-repository.ts';
import * as users from '../repository.ts';
import { type Auth, createAuth, visitorHeaders } from '../better-auth.ts';
import { exposingDatabaseIf } from '../database-failure.ts';
import type { AccountDependencies, Visitor } from '../dependencies.ts';
import { type Identity, identityOf, nameOf } from './identity.ts';
import { followNewKeys } from './new-keys.ts';
import type { SignUp } from './sign-up.ts';

/** Better Auth's name for it, part of {@link accountLinks.providerCallback}. */
const PROVIDER_ID = 'google';
/** How long the provider may take to describe itself, and to exchange a code. */
const DISCOVERY_DEADLINE_MS = 4_000;
const EXCHANGE_DEADLINE_MS = 10_000;

/** Is called once the sign-in at hand has made an account, or logged a person in. */
const noteStored = new AsyncLocalStorage<() => void>();

/** Where a browser is sent, with cookies. */
interface Redirect {
  location: string;
  cookies: string[];
}

export interface IdentityProvider {
  /** Whether this installation has one. */
  isConfigured: boolean;
  /**
   * Begins a sign-in.
   * @param next path of this site where the visitor should be afterwards
   * @param ref code of the referral link that led here, or nothing: it travels with the provider's state
   */
  begin: (visitor: Visitor, next: string, ref: string) => Promise<Redirect>;
  /** Ends the sign-in: the visitor is back. @param query with question mark, as the provider made it */
  finish: (visitor: Visitor, query: string) => Promise<Redirect>;
}

type ProviderEnv = Pick<Env, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'>;

export function identityProvider(
  deps: AccountDependencies,
  env: ProviderEnv,
  log: FastifyBaseLogger,
): IdentityProvider {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  let auth: Auth | undefined;

  const failed = (reason: LoginError, next: string): Redirect => ({
    location: `${deps.publicUrl}${loginFor(next, reason)}`,
    cookies: [],
  });

  /**
   * Created when the provider first answers: one that is down neither holds up the start of the API nor stays
   * unavailable for good. @returns nothing while the provider does not answer
   */
  async function reachable(): Promise<Auth | undefined> {
    const described = issuer && clientId && clientSecret ? await discover(issuer, log) : undefined;
    if (!issuer || !clientId || !clientSecret || !described) return undefined;
    const { genericOAuth } = await import('better-auth/plugins/generic-oauth');
    const config: Parameters<typeof genericOAuth>[0]['config'][number] = {
      providerId: PROVIDER_ID,
      discoveryUrl: discoveryUrl(issuer),
      requireIdTokenVerification: true,
      clientId,
      clientSecret,
      scopes: ['openid', 'profile', 'email'],
      pkce: true,
      authentication: described.token_endpoint_auth_methods_supported.includes('client_secret_post') ? 'post' : 'basic',
      // Better Auth has verified the token by then, if there is one: signature, issuer, audience, time, nonce.
      getUserInfo: ({ idToken, accessToken }) =>
        identityOf({ idToken, accessToken, clientId, userInfoUrl: described.userinfo_endpoint }),
      accountSubject: ({ profile }) => subjectOf(asIdentity(profile)),
      mapProfileToUser: async (profile) => {
        const identity = asIdentity(profile);
        // An address that the provider does not vouch for leads to no account, and tells nothing about one.
        const isVouchedFor = identity.emailVerified && identity.email !== '';
        // Anything there that its owner has not confirmed is not linked: a stranger may have made it.
        if (isVouchedFor) await users.deleteUnconfirmedUser(deps.db, identity.email);
        const isKnown = isVouchedFor || (await users.isKnownIdentity(deps.db, PROVIDER_ID, subjectOf(identity)));
        return { name: nameOf(identity), email: isKnown ? identity.email : '' };
      },
    };
    const up = (auth ??= createAuth({ ...deps, log, provider: genericOAuth({ config: [config] }), signUp }));
    // It reads the metadata by itself, once and without a deadline.
    if (!(await Promise.race([knowsProvider(up), delay(DISCOVERY_DEADLINE_MS, false, { ref: false })]))) {
      if (auth === up) auth = undefined;
      log.warn({ issuer }, 'the metadata of the identity provider came too late, or lacks what a sign-in needs');
      return undefined;
    }
    await followNewKeys(up);
    return up;
  }

  /** Another issuer's people are different people, even with the same `sub`. */
  const subjectOf = ({ sub }: Identity): string => `${issuer} ${sub}`;

  const locationOf = (answer: Response): URL =>
    new URL(answer.headers.get('location') ?? `${href(paths.login)}?error=no-location`, deps.publicUrl);

  /** Better Auth's code, with which it leads to the login page whatever has failed; null if nothing has. */
  const failureIn = (answer: Response): string | null => {
    const { pathname, searchParams } = locationOf(answer);
    return pathname === href(paths.login) ? searchParams.get('error') || null : null;
  };

  /** A new person may have come through a referral link: the account and the referral are made together. */
  const signUp: SignUp = {
    transaction: async (work) => {
      const result = await deps.mailer.transaction(work);
      noteStored.getStore()?.();
      return result;
    },
    complete: async (tx, user) => {
      const state: Record<string, unknown> | null = await getOAuthState();
      const code = referralCode(state?.[REFERRAL_QUERY]);
      if (code) await deps.referrals.refer(tx, user, code);
    },
  };

  /** The provider has confirmed the address: nothing else that was registered with it counts. */
  async function welcome(up: Auth, cookies: string[]): Promise<void> {
    const cookie = cookies.map((given) => given.split(';', 1)[0]).join('; ');
    const found = await up.api.getSession({ headers: visitorHeaders({ ip: '', headers: { cookie } }) });
    if (!found) return;
    await deps.db.transaction().execute(async (tx) => {
      await lockEmail(tx, found.user.email);
      await deleteRegistrations(tx, found.user.email);
    });
  }

  async function end(visitor: Visitor, query: string): Promise<Redirect> {
    const up = await reachable();
    if (!up) return failed(clientId && clientSecret ? 'provider-down' : 'provider-off', '/');
    const headers = visitorHeaders(visitor);
    const before = await up.api.getSession({ headers });
    const request = new Request(`${deps.publicUrl}${accountLinks.providerCallback}${query}`, { headers });
    let answer: Response | undefined;
    try {
      answer = await exposingDatabaseIf(
        (given) => given !== undefined && failureIn(given) !== null,
        () => Promise.race([up.handler(request), delay(EXCHANGE_DEADLINE_MS, undefined, { ref: false })]),
      );
    } catch (error) {
      // The account has just been deleted.
      if (isRefusedReference(error)) return failed('failed', '/');
      throw error;
    }
    if (!answer) return failed('provider-down', '/');
    const cookies = answer.headers.getSetCookie();
    const location = locationOf(answer);
    const code = failureIn(answer);
    if (code !== null) {
      log.warn({ code }, 'sign-in at the provider failed');
      const reason = Object.hasOwn(reasons, code) ? reasons[code]! : 'failed';
      return { ...failed(reason, ownPath(location.searchParams.get('next'))), cookies };
    }
    noteStored.getStore()?.();
    if (before) await users.endSessions(deps.db, before.user.id, { only: before.session.id });
    await welcome(up, cookies);
    return { location: location.href, cookies };
  }

  return {
    isConfigured: Boolean(clientId && clientSecret),
    async begin(visitor, wish, ref) {
      const next = pageOf(wish);
      if (!clientId || !clientSecret) return failed('provider-off', next);
      const up = await reachable();
      if (!up) return failed('provider-down', next);
      const { headers, response } = await up.api.signInSocial({
        body: {
          provider: PROVIDER_ID,
          callbackURL: `${deps.publicUrl}${next}`,
          ...(ref ? { additionalData: { [REFERRAL_QUERY]: ref } } : {}),
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
      let hasStored = false;
      try {
        return await noteStored.run(
          () => (hasStored = true),
          () => end(visitor, query),
        );
      } catch (error) {
        throw hasStored ? new UnknownOutcomeError(error as Error) : error;
      }
    },
  };
}

const knowsProvider = async (auth: Auth): Promise<boolean> =>
  (await auth.$context).socialProviders.some(({ id }) => id === PROVIDER_ID);

/** Better Auth hands on what `getUserInfo` gave it. */
const asIdentity = (profile: object): Identity => profile as Identity;

/** Better Auth's codes, and those of OAuth that mean the same. */
const reasons: Record<string, LoginError> = {
  access_denied: 'cancelled',
  email_not_found: 'email-not-verified',
  email_not_verified: 'email-not-verified',
  temporarily_unavailable: 'provider-down',
  server_error: 'provider-down',
};

/** A page to return to; nothing below `/auth` is one. */
function pageOf(wish: unknown): string {
  const path = ownPath(wish);
  return path.startsWith('/auth/') ? paths.home : path;
}

const discoveryUrl = (issuer: string): string => `${issuer}/.well-known/openid-configuration`;
/** OpenID Connect Discovery 1.0, section 3. */
const discovery = z.object({
  issuer: z.string(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});

/** The provider's metadata; nothing while it does not answer. */
async function discover(issuer: string, log: FastifyBaseLogger): Promise<z.output<typeof discovery> | undefined> {
  try {
    // Discovery allows no redirects (OpenID Connect Discovery 1.0, 4.2): one would lead to an unconfigured host.
    const response = await fetch(discoveryUrl(issuer), {
      redirect: 'error',
      signal: AbortSignal.timeout(DISCOVERY_DEADLINE_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const described = discovery.parse(await response.json());
    if (described.issuer.replace(/\/$/, '') !== issuer)
      throw new Error(`its metadata names another issuer, ${described.issuer}`);
    return described;
  } catch (error) {
    log.warn({ issuer, error: innermostMessage(error) }, 'the identity provider cannot be reached');
    return undefined;
  }
}
