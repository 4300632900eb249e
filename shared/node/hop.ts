/**
 * The authenticated hop between the shell's server and the API. With every call that it makes or passes on, the shell
 * sends the token and the visitor's IP address. The API believes that IP only if the token is right; otherwise it uses
 * the socket's. The shell must drop both headers from what visitors send.
 */
import type { InstallationSecret } from './installation-secret.ts';

export const HOP_TOKEN_HEADER = 'x-shell-hop';
export const HOP_IP_HEADER = 'x-shell-client';

/** The token, derived from the secret that both sides know. */
export function hopToken(secret: InstallationSecret): string {
  return secret.sign('shell-hop/1');
}

/** Whether `given` is the token. Takes the same time for every wrong one. */
export function isHopToken(secret: InstallationSecret, given: unknown): boolean {
  return typeof given === 'string' && secret.isSigned(given, 'shell-hop/1');
}
