/**
 * Shapes of the account and session calls (docs/api.md, "Accounts"). Passwords are only ever sent to the API, never
 * returned. The bodies that are forms are in `shared/rules`: `registration-form.ts` and the others.
 */

/** Body of {@link accountCalls.endSession}. */
export interface SessionEnd {
  id: string;
}

/** One place where the account is logged in. */
export interface OpenSession {
  id: string;
  /** The session that this request belongs to. */
  isCurrent: boolean;
  /** How the browser identifies itself (`User-Agent`); empty if it did not. */
  userAgent: string;
  /** IP address that it logged in from; empty if unknown. */
  ipAddress: string;
  /** ISO 8601. */
  createdAt: string;
}

/** A passkey of the account, as its owner sees it. */
export interface Passkey {
  id: string;
  /** The owner's name for it; may be empty. */
  name: string;
  /** ISO 8601. */
  createdAt: string;
}

/** Answer of {@link accountCalls.passkeyOptions} and {@link accountCalls.passkeyLoginOptions}: WebAuthn's, as JSON. */
export interface PasskeyOptions {
  options: Record<string, unknown>;
}

/** Body of {@link accountCalls.addPasskey}: what the browser's device has made. */
export interface MadePasskey {
  name: string;
  response: Record<string, unknown>;
}

/** Body of {@link accountCalls.passkeyLogin}: what the browser's device has signed. */
export interface SignedChallenge {
  response: Record<string, unknown>;
}

/** Answer of {@link accountCalls.account}. */
export interface Account {
  id: string;
  name: string;
  email: string;
  /** False for an account that logs in through the identity provider only. */
  hasPassword: boolean;
  /** Newest first. */
  passkeys: Passkey[];
  sessions: OpenSession[];
}

/** Answer with status 202, the same for every email address: the rest arrives by email. */
export interface MailFollows {
  status: 'accepted';
}

/** Answer of GET {@link accountCalls.confirm} and {@link accountCalls.newPassword}. */
export interface LinkedEmail {
  email: string;
}

/** Answer of {@link accountCalls.signInMethods}. */
export interface SignInMethods {
  /** Whether the identity provider can be used beside a password. */
  provider: boolean;
}

/**
 * Header of the calls that need a session: id of the account that the page shows. Another tab may have logged in to
 * another one since: then the answer is 409 `other-account`. Without the header, the session counts.
 */
export const ACCOUNT_HEADER = 'for-account';

/**
 * Names that account in the URL to which a mailed link leads: for a new password by its id, and for an address that
 * waits to be confirmed by what represents that.
 */
export const ACCOUNT_QUERY = 'account';

export const accountCalls = {
  /** POST `Registration`: 202 {@link MailFollows}. */
  register: '/api/auth/register',
  /**
   * POST `Confirmation`: 200. Confirms the email address that the mailed link was for, and opens the account.
   * GET: 200 {@link LinkedEmail}.
   */
  confirm: '/api/auth/confirmations',
  /** POST `NewConfirmation`: 200. The same for a visitor who cannot prove the registration. */
  confirmAnew: '/api/auth/confirmations/anew',
  /** POST `Credentials`: 200 `Session` of `shell.ts`, and the session's cookie. */
  login: '/api/auth/login',
  /** POST: 200 {@link PasskeyOptions}, the same for everybody, and the cookie that goes with these options. */
  passkeyLoginOptions: '/api/auth/passkeys/login-options',
  /** POST {@link SignedChallenge}: 200 `Session` of `shell.ts`, and the session's cookie. */
  passkeyLogin: '/api/auth/passkeys/login',
  /** GET: 200 {@link SignInMethods}. */
  signInMethods: '/api/auth/methods',
  /** GET: 200 `Session` of `shell.ts`. */
  session: '/api/auth/session',
  /** POST `ForgottenPassword`: 202 {@link MailFollows}. */
  forgotPassword: '/api/auth/forgotten-passwords',
  /** POST `NewPassword`: 200. Every session ends. GET: 200 {@link LinkedEmail}, whose account the link is for. */
  newPassword: '/api/auth/new-passwords',
  /** GET: 200 {@link Account}; 401 without a session, like all calls below. */
  account: '/api/auth/account',
  /** POST `PasswordChange`: 200. Every other session ends. */
  changePassword: '/api/auth/password',
  /** POST `NewPasskey`: 200 {@link PasskeyOptions}, and the cookie that goes with these options. */
  passkeyOptions: '/api/auth/passkeys/options',
  /** POST {@link MadePasskey}: 200. The owner is told by mail. */
  addPasskey: '/api/auth/passkeys',
  /** POST `PasskeyRemoval`: 200. The owner is told by mail. */
  removePasskey: '/api/auth/passkeys/removed',
  /** POST {@link SessionEnd}: 200. */
  endSession: '/api/auth/ended-sessions',
  /** POST: 200. */
  endOtherSessions: '/api/auth/ended-sessions/others',
  /** POST `AccountDeletion`: 200. The account and all of its data are gone. */
  deleteAccount: '/api/auth/account-deletions',
} as const;

/** URLs that browsers navigate to: links and one form. */
export const accountLinks = {
  /** GET: to the identity provider, and back to where the visitor was. */
  provider: '/auth/google',
  /** Where the provider sends the visitor back to. */
  providerCallback: '/auth/callback/google',
  /** POST, a form without fields: ends the session and leads home. */
  logout: '/auth/logout',
  /** GET, mailed: moves the token from the URL into a cookie and leads to the page that asks for confirmation. */
  confirm: '/auth/confirm',
  newPassword: '/auth/new-password',
} as const;

/**
 * Query parameter of a mailed link and of the page that it leads to: how the visitor confirms, if not with one click.
 */
export const CONFIRM_QUERY = 'by';
/** With the password that was typed when registering. */
export const OLD_PASSWORD = 'password';
/** With a new one. */
export const NEW_PASSWORD = 'new-password';

/** Why a visitor is at the login page without having asked for it: `?error=` there. */
export const loginErrors = [
  /** A form for members was sent after the session had ended. */
  'session-ended',
  /** The API is unreachable. */
  'unreachable',
  /** Nor did it say whether it has ended the session. */
  'not-logged-out',
  /** It is unknown whether the account has been deleted: no answer came. */
  'maybe-deleted',
  /** Nor whether signing in at the provider has worked. */
  'maybe-signed-in',
  /** The visitor, or the provider on the visitor's behalf, said no. */
  'cancelled',
  /** No provider is set up on this site. */
  'provider-off',
  'provider-down',
  /** The provider does not vouch for the e-mail address. */
  'email-not-verified',
  'too-many-requests',
  /** Everything else: an old or forged answer, a refused code. */
  'failed',
] as const;

export type LoginError = (typeof loginErrors)[number];
