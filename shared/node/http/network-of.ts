import { isIP } from 'node:net';

/**
 * What counts as one client: one household or server has a whole /64 of IPv6 addresses.
 * @param bits what of an IPv6 address names the network, a multiple of 16; one customer of a provider has up to a /48
 */
export function networkOf(ip: string, bits = 64): string {
  if (isIP(ip) !== 6) return ip;
  const mapped = /[\d.]+$/.exec(ip)?.[0];
  if (mapped?.includes('.')) return mapped;
  const [before = '', after] = ip.toLowerCase().split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: after === undefined ? 0 : 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail]
    .slice(0, bits / 16)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
