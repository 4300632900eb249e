import { BlockList, isIP } from 'node:net';

/**
 * Whether an IP address is in one of the networks, as the setting `networks` gives them; false without any networks.
 */
export function isWithin(networks: readonly string[] = []): (ip: string | undefined) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [ip = '', prefix] = network.split('/');
    const family = familyOf(ip);
    if (prefix === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(prefix), family);
  }
  return (ip) => ip !== undefined && list.check(ip, familyOf(ip));
}

const familyOf = (ip: string): 'ipv4' | 'ipv6' => (isIP(ip) === 6 ? 'ipv6' : 'ipv4');
