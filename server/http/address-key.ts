import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** What counts as one sender: an IPv4 address, or the /64 network of an IPv6 one, because a single line is given all of it. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
