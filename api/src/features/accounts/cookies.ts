/** The API's cookies. Scripts can read none of them; other sites' requests carry none, unless a link is followed. */
import { randomBytes } from 'node:crypto';
import * as cookies from 'shared/node/http/cookies';
import { hostCookie } from 'shared/node/http/session-cookie';
import type { InstallationSecret } from 'shared/node/installation-secret';

/**
 * `session` is Better Auth's, and so are `provider-state` and `passkey-challenge`; `confirm`, `reset` and `moderation`
 * carry a mailed token, `registration` a secret of the browser that registered, `device` marks a known one.
 */
export type CookieName =
  | 'session'
  | 'provider-state'
  | 'passkey-challenge'
  | 'confirm'
  | 'reset'
  | 'moderation'
  | 'registration'
  | 'device';

const DEVICE_S = 365 * 24 * 60 * 60;

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

export function cookieName(publicUrl: string, name: CookieName): string {
  return hostCookie(publicUrl, name);
}

export function cookieAttributes(publicUrl: string) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(publicUrl) } as const;
}

/** One `Set-Cookie`. @param maxAge in seconds; 0 takes the cookie away */
export function setCookie(publicUrl: string, name: CookieName, cookie: { value: string; maxAge: number }): string {
  return cookies.setCookie(publicUrl, name, cookie);
}

export function takeAwayCookie(publicUrl: string, name: CookieName): string {
  return setCookie(publicUrl, name, { value: '', maxAge: 0 });
}

/** A cookie of the request's `Cookie` header; empty if there is none. */
export function cookieOf(publicUrl: string, header: string | undefined, name: CookieName): string {
  return cookies.cookieOf(publicUrl, header, name);
}

/** What a known device is bound to: after a new password it is unknown again. */
interface DeviceOwner {
  email: string;
  /** The stored hash; undefined while the account has no password. */
  hash: string | undefined;
}

/**
 * Marks a browser whose user has proved to own an account: its attempts are counted separately, so that a guesser of
 * passwords cannot lock the owner out.
 */
export function deviceCookie(publicUrl: string, secret: InstallationSecret, owner: DeviceOwner): string {
  const id = randomBytes(16).toString('base64url');
  const value = `${id}.${secret.sign('device/2', deviceText(id, owner))}`;
  return setCookie(publicUrl, 'device', { value, maxAge: DEVICE_S });
}

/** Id of the device if the cookie was given out for this account and its password. */
export function deviceOf(value: string, secret: InstallationSecret, owner: DeviceOwner): string | undefined {
  const [id = '', signature = ''] = value.split('.');
  return secret.isSigned(signature, 'device/2', deviceText(id, owner)) ? id : undefined;
}

const deviceText = (id: string, { email, hash = '' }: DeviceOwner): string => `${id}\n${email}\n${hash}`;
