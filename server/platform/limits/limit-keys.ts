import { isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const CUSTOMER_GROUPS = 4;
const SITE_GROUPS = 3;

/** Returns what counts as one sender: an IPv4 address, or the /64 network of an IPv6 one, because one connection gets all of it. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  return MAPPED.exec(address)?.[1] ?? ipv6Network(address, CUSTOMER_GROUPS);
}

/** Returns the largest network that one customer of a provider may get: the /48 of an IPv6 address; undefined for IPv4. */
export const siteKey = (address: string): string | undefined =>
  isIPv6(address) && !MAPPED.test(address) ? ipv6Network(address, SITE_GROUPS) : undefined;

/** Returns the customer behind an address, as far as it tells: an IPv4 address, or the /48 of an IPv6 one. */
export const customerKey = (address: string): string => siteKey(address) ?? addressKey(address);

/** Returns the part of a caller's address that is stored: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  const key = addressKey(address);
  return siteKey(address) ?? (isIPv4(key) ? `${key.slice(0, key.lastIndexOf('.'))}.0/24` : key);
}

function ipv6Network(address: string, groups: number): string {
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, groups);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${groups * 16}`;
}

const ASCII_ONLY = /^\p{ASCII}*$/u;

/**
 * Returns the canonical form of an e-mail address for limits, the unique index and every lookup: NFKC, lower case, and the domain as DNS
 * spells it. PostgreSQL folds some letters differently, so it never folds an address itself.
 */
export function emailKey(email: string): string {
  const folded = email.trim().normalize('NFKC').toLowerCase().normalize('NFKC');
  const at = folded.lastIndexOf('@');
  const domain = folded.slice(at + 1);
  if (at < 0 || ASCII_ONLY.test(domain)) return folded;
  return folded.slice(0, at + 1) + (domainToASCII(domain) || domain);
}
