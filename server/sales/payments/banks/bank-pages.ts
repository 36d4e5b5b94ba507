/**
 * Whether an address is a page of the bank that a guest may be sent to: https on the usual port, nobody's name in front of the host,
 * and a host of the list. An entry that begins with a dot stands for every host below it.
 */
export function isBankPage(url: URL, hosts: readonly string[]): boolean {
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  return hosts.some((host) => (host.startsWith('.') ? url.hostname.endsWith(host) : url.hostname === host));
}
