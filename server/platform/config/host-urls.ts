/** The user, the hosts and the rest of an address; unencoded signs cannot stand in the user's part. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;

/** Returns the addresses of a database's hosts, which libpq writes with commas between: `postgres://user@one,two:5433/club`. */
export function hostUrls(url: string): [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => `${before}${host}${after}`);
  return first === undefined || others.length === 0 ? [url] : [first, ...others];
}
