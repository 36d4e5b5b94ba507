/** Neither spaces, quotes, angle brackets and backslashes, nor characters that cannot be seen: nobody could click it safely. */
const WEB_ADDRESS = /^(?:https?|ftp):\/\/(?!\/)[^\s"'`<>\\\p{C}]+$/iu;

/** An http(s) or ftp address with a domain or an IP, and nobody's user name or password in it (spec §5). */
export function isWebAddress(text: string): boolean {
  if (!WEB_ADDRESS.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return username === '' && password === '' && (/[^.]\.[^.]/.test(hostname) || hostname.startsWith('['));
}
