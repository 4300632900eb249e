/**
 * The authenticated hop between the shell's server and the API. With every call that it makes or passes on, the shell
 * sends the token and the visitor's IP address. The API believes that IP only if the token is right; otherwise it uses
 * the socket's. The shell must drop both headers from what visitors send.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const HOP_TOKEN_HEADER = 'x-shell-hop';
export const HOP_IP_HEADER = 'x-shell-client';

/** The token, derived from the installation's secret (`sessionSecret`), so that both sides know it. */
export function hopToken(secret: string): string {
  return createHmac('sha256', secret).update('shell-hop/1').digest('base64url');
}

/** Deriving the token costs more than the comparison, and a process has one secret. */
let known: { secret: string; token: Buffer } | undefined;

/** Whether `given` is the token. Takes the same time for every wrong one. */
export function isHopToken(secret: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  if (known?.secret !== secret) known = { secret, token: Buffer.from(hopToken(secret)) };
  const wanted = known.token;
  const offered = Buffer.from(given);
  return wanted.length === offered.length && timingSafeEqual(wanted, offered);
}
