/**
 * Better Auth: sessions with their cookie, logging in, and the identity provider's protocol. Our own routes call it; it
 * is never mounted as a whole, so it answers only what docs/api.md lists (decision 020).
 */
import { randomUUID } from 'node:crypto';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { betterAuth } from 'better-auth/minimal';
import type { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { FastifyBaseLogger } from 'fastify';
import { PASSWORD_MAX, PASSWORD_MIN } from 'shared/rules/limits';
import { retentionTime } from 'shared/rules/retention';
import type { InstallationSecret } from 'shared/node/installation-secret';
import type { Db } from '../../database/schema.ts';
import { cookieAttributes, cookieName } from './cookies.ts';
import { noting } from './database-failure.ts';
import { CHALLENGE_COOKIE, passkeyPlugin, withoutPerson } from './passkeys/passkey-plugin.ts';
import { isProven } from './passwords/proven-password.ts';
import { completingSignUp, type SignUp } from './provider/sign-up.ts';

/** How long a session lasts. It is not extended: visitors who come back later log in again. */
const SESSION_S = retentionTime('sessions') / 1000;

/** Carries the visitor's IP address to Better Auth; nobody outside can send it, see {@link visitorHeaders}. */
const IP_HEADER = 'x-visitor-address';

interface AuthOptions {
  /** Or a transaction, for what must be written together with something of ours. */
  db: Db;
  publicUrl: string;
  /** The installation's secret. */
  secret: InstallationSecret;
  log: FastifyBaseLogger;
  /** The identity provider, for the instance that speaks with it. */
  provider?: ReturnType<typeof genericOAuth>;
  /** What else belongs to making an account for a person whom the provider vouches for. */
  signUp?: SignUp;
}

export type Auth = ReturnType<typeof createAuth>;

export function createAuth({ db, publicUrl, secret, log, provider, signUp }: AuthOptions) {
  // Its SQLite conventions for both databases, since our columns are the same in both: ISO texts, and 0 or 1. It is
  // given our columns' names as they are in the database.
  const adapterOn = (on: Db) => kyselyAdapter(on.withoutPlugins(), { type: 'sqlite', transaction: !on.isTransaction });
  const adapter = adapterOn(db);
  return betterAuth({
    baseURL: publicUrl,
    basePath: '/auth',
    secret: secret.sign('better-auth/1'),
    database: (options: Parameters<typeof adapter>[0]) => {
      const whole = adapter(options);
      return noting(signUp ? completingSignUp(whole, (tx) => noting(adapterOn(tx)(options)), signUp) : whole);
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      validateUserInfo: ({ user, source }) => {
        // Otherwise a stranger could take an email address before its owner does.
        if (source.action === 'create-user' && !user.emailVerified) return { error: 'email_not_verified' };
        return undefined;
      },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: SESSION_S,
      disableSessionRefresh: true,
      // It is up to us whether a login is recent enough, and what else proves an owner (`passkeys.ts`).
      freshAge: 0,
    },
    account: {
      modelName: 'credentials',
      fields: {
        userId: 'user_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      updateAccountOnSignIn: false,
    },
    verification: {
      modelName: 'provider_states',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      storeIdentifier: 'hashed',
    },
    databaseHooks: {
      account: {
        create: {
          // The provider says who a person is; we need nothing else that its tokens give access to.
          before: async (account) => ({
            data: {
              ...account,
              accessToken: null,
              refreshToken: null,
              idToken: null,
              accessTokenExpiresAt: null,
              refreshTokenExpiresAt: null,
            },
          }),
        },
      },
      verification: {
        create: {
          before: async ({ value, ...state }) => ({ data: { ...state, value: withoutPerson(value) } }),
        },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: {
        // Logging in has checked it already, in the same time with and without an account (`session.ts`).
        verify: ({ hash, password }) => Promise.resolve(isProven({ hash, password })),
      },
    },
    advanced: {
      database: { generateId: () => randomUUID(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [IP_HEADER] },
      // The prefix for https is ours: `__Host-` where Better Auth would say `__Secure-`.
      useSecureCookies: false,
      defaultCookieAttributes: cookieAttributes(publicUrl),
      cookies: {
        session_token: { name: cookieName(publicUrl, 'session') },
        state: { name: cookieName(publicUrl, 'provider-state') },
        [CHALLENGE_COOKIE]: { name: cookieName(publicUrl, CHALLENGE_COOKIE) },
      },
    },
    // Its router would print what it does not expect, with whatever the database says.
    onAPIError: { errorURL: `${publicUrl}/login`, throw: true },
    // Our own limits count for all instances together.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    plugins: [passkeyPlugin(publicUrl), ...(provider ? [provider] : [])],
    logger: {
      level: 'warn',
      // Its further arguments may hold anything; an error's message is enough.
      log: (level, message, ...details: unknown[]) => {
        const error = details.find((detail) => detail instanceof Error);
        log[level === 'error' ? 'warn' : 'debug'](
          { by: 'better-auth', ...(error ? { error: error.message } : {}) },
          message,
        );
      },
    },
  });
}

/** The headers of a request that Better Auth gets. */
export function visitorHeaders({
  ip,
  headers,
}: {
  ip: string;
  headers: { cookie?: string | undefined; 'user-agent'?: string | undefined };
}): Headers {
  const seen = new Headers({ [IP_HEADER]: ip });
  if (headers.cookie) seen.set('cookie', headers.cookie);
  // As much as the list of open sessions can use.
  if (headers['user-agent']) seen.set('user-agent', headers['user-agent'].slice(0, 300));
  return seen;
}
