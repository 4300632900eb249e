/**
 * While the installation's secret is being replaced, Better Auth gets its cookies as if it had signed all of them with
 * the secret that signs now: it knows only one.
 */
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { InstallationSecret } from 'shared/node/installation-secret';
import { isSameSignature } from 'shared/node/same-signature';
import { type CookieName, cookieName } from './cookies.ts';

/** Those that Better Auth signs. */
const SIGNED: CookieName[] = ['session', 'provider-state', 'passkey-challenge'];

/** Begins where a name does: looked for from each character on, a long name would cost the square of its length. */
const PAIR = /(?<![^=;\s])([^=;\s]+)=([^;]*)/g;

/** Whatever reads a request's cookies later finds them signed again. Without another secret, nothing is done. */
export function reSignCookies(app: FastifyInstance, publicUrl: string, secret: InstallationSecret): void {
  const [key, ...accepted] = secret.signatures('better-auth/1');
  if (accepted.length === 0) return;
  const names = new Set(SIGNED.map((name) => cookieName(publicUrl, name)));
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (headers.cookie)
      headers.cookie = headers.cookie.replaceAll(PAIR, (pair, name: string, value: string) =>
        names.has(name) ? `${name}=${reSigned(value, key!, accepted)}` : pair,
      );
    done();
  });
}

/** The cookie as it is; signed with `key` if one of the accepted keys has signed it. */
function reSigned(cookie: string, key: string, accepted: string[]): string {
  const [, value = '', signature = ''] = /^(.+)\.([^.]+)$/s.exec(decoded(cookie)) ?? [];
  const isAccepted = accepted.some((each) => isSameSignature(signature, mac(each, value)));
  return isAccepted ? encodeURIComponent(`${value}.${mac(key, value)}`) : cookie;
}

/** As Better Auth writes it. */
const mac = (key: string, value: string): string => createHmac('sha256', key).update(value).digest('base64');

function decoded(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return '';
  }
}
