import { isSocialSite } from './social-media.ts';

/** `@name` as people write it on Instagram. */
const NAME = /^@(\w(?:[\w.]{0,28}\w)?)$/;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/**
 * The whole address of a profile link: itself when it has http, https or ftp, `https://` before `instagram.com/name` or
 * `www.club.example/page`, and Instagram's for `@name`. Undefined for anything that is no link.
 */
export function readSocialLink(text: string): string | undefined {
  const written = text.trim();
  const name = NAME.exec(written)?.[1];
  if (name !== undefined) return `https://www.instagram.com/${name}`;
  if (isWebAddress(written)) return written;
  if (SCHEME.test(written)) return undefined;
  const whole = `https://${written}`;
  return isWebAddress(whole) && (isSocialSite(whole) || /[^/]\/[^/]/.test(written)) ? whole : undefined;
}

/** Neither spaces, quotes, angle brackets and backslashes, nor characters that cannot be seen: nobody could click it safely. */
const WEB_ADDRESS = /^(?:https?|ftp):\/\/(?!\/)[^\s"'`<>\\\p{C}]+$/iu;

/** An http(s) or ftp address with a domain or an IP, and nobody's user name or password in it (spec §5). */
export function isWebAddress(text: string): boolean {
  if (!WEB_ADDRESS.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return username === '' && password === '' && (/[^.]\.[^.]/.test(hostname) || hostname.startsWith('['));
}
