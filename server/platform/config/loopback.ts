import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Returns true if only this machine can reach this IP address. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  // Node compares IPv4 addresses written as IPv6 (::ffff:127.0.0.1) with the IPv4 rules.
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Returns true if this host name, as in a URL or a Host header without its port, always means this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name.replace(/^\[(.*)\]$/, '$1'));
}
