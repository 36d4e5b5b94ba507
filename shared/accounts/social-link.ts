import { isSocialSite } from './social-media.ts';

/** `@name` as people write it on Instagram. */
const NAME = /^@(\w(?:[\w.]{0,28}\w)?)$/;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/**
 * Returns the whole address of a profile link: itself if it has http, https or ftp, with `https://` before `instagram.com/name` or
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

/** Without spaces, quotes, angle brackets, backslashes and invisible characters, so that it is safe to click. */
const WEB_ADDRESS = /^(?:https?|ftp):\/\/(?!\/)[^\s"'`<>\\\p{C}]+$/iu;

/** Returns true for an http(s) or ftp address with a domain or an IP, and without a user name or password (spec §5). */
export function isWebAddress(text: string): boolean {
  if (!WEB_ADDRESS.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return username === '' && password === '' && (/[^.]\.[^.]/.test(hostname) || hostname.startsWith('['));
}
