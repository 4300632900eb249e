import { isIP } from 'node:net';

/** What counts as one client: one household or server has a whole /64 of IPv6 addresses. */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const mapped = /[\d.]+$/.exec(ip)?.[0];
  if (mapped?.includes('.')) return mapped;
  const [before = '', after] = ip.toLowerCase().split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: after === undefined ? 0 : 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
