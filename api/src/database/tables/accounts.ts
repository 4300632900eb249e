/** Accounts, their sessions and ways to log in, and registrations. */

/** People whose email address is confirmed. */
interface UsersTable {
  id: string;
  name: string;
  /** In one spelling: lower case, its domain in ASCII. */
  email: string;
  /** Better Auth's: always 1. Rows with 0 are left over from versions that had no registrations. */
  emailVerified: number;
  image: string | null;
  createdAt: string;
  updatedAt: string;
}

interface SessionsTable {
  id: string;
  /** Half of the cookie: without its signature it opens nothing. */
  token: string;
  userId: string;
  expiresAt: string;
  ipAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Ways to log in: a password, or an identity at a provider. */
interface CredentialsTable {
  id: string;
  userId: string;
  /** `credential` for a password. */
  providerId: string;
  /** The user's id for a password, issuer and subject for an identity. */
  accountId: string;
  /** Argon2id. */
  password: string | null;
  scope: string | null;
  /** A provider's tokens are never kept: these stay empty. */
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: string | null;
  refreshTokenExpiresAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Keys of devices that log in to an account, as Better Auth's plugin keeps them. */
interface PasskeysTable {
  id: string;
  userId: string;
  /** As its owner calls it. */
  name: string | null;
  /** Base64url; the device names it at a login. */
  credentialId: string;
  /** Base64. */
  publicKey: string;
  /** How often the device has signed, if it counts. */
  counter: number;
  deviceType: string;
  /** 1 if the key is in more than one device. */
  backedUp: number;
  transports: string | null;
  /** Model of the device, or zeros. */
  aaguid: string | null;
  createdAt: string;
}

/** Sign-ins at the provider, and ceremonies with passkeys, that have begun. */
interface ProviderStatesTable {
  id: string;
  /** Hashed. */
  identifier: string;
  value: string;
  expiresAt: string;
  createdAt: string;
  updatedAt: string;
}

interface AccountTokensTable {
  /** SHA-256 of the token, which is only in the mail. */
  hash: string;
  userId: string;
  purpose: 'reset';
  expiresAt: string;
}

/** What was typed by a person who claims to own an email address; several people may claim the same one. */
interface RegistrationsTable {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  /** Argon2id. */
  password: string;
  /** Code of the referral link that led here. */
  ref: string | null;
  /** SHA-256 of a secret kept by the browser that sent the registration; null for those of older versions. */
  browser: string | null;
  createdAt: string;
  expiresAt: string;
}

/** Mailed links that prove an email address. */
interface RegistrationLinksTable {
  /** SHA-256 of the token, which is only in the mail. */
  hash: string;
  email: string;
  expiresAt: string;
}

export interface AccountTables {
  users: UsersTable;
  sessions: SessionsTable;
  credentials: CredentialsTable;
  passkeys: PasskeysTable;
  providerStates: ProviderStatesTable;
  accountTokens: AccountTokensTable;
  registrations: RegistrationsTable;
  registrationLinks: RegistrationLinksTable;
}
