/** A guest's profile: `{ platform: 'instagram', username: 'nino' }`. Null if the link does not show it. */
type SocialMedia = { platform: string | null; username: string | null };

const platformBySite = new Map([
  ['instagram.com', 'instagram'],
  ['instagr.am', 'instagram'],
  ['facebook.com', 'facebook'],
  ['fb.com', 'facebook'],
  ['fb.me', 'facebook'],
  ['tiktok.com', 'tiktok'],
  ['x.com', 'x'],
  ['twitter.com', 'x'],
  ['threads.net', 'threads'],
  ['threads.com', 'threads'],
  ['linkedin.com', 'linkedin'],
  ['youtube.com', 'youtube'],
  ['t.me', 'telegram'],
  ['telegram.me', 'telegram'],
  ['vk.com', 'vk'],
  ['soundcloud.com', 'soundcloud'],
  ['snapchat.com', 'snapchat'],
]);

/** Path parts before the name: `linkedin.com/in/nino`, `youtube.com/channel/…`, `snapchat.com/add/nino`. */
const signposts = new Set(['in', 'channel', 'c', 'user', 'people', 'add', 'u', 's']);

/** Reads platform and username from a profile link; an unknown site is named by its host. */
export function socialMediaOf(link: string): SocialMedia {
  if (!URL.canParse(link)) return { platform: null, username: null };
  const url = new URL(link);
  return { platform: platformBySite.get(siteOf(url)) ?? url.hostname.replace(/^www\./, ''), username: usernameOf(url) };
}

const isSocialSite = (link: string): boolean => URL.canParse(link) && platformBySite.has(siteOf(new URL(link)));

/** Labels before the last two are a language or a device: `ge.linkedin.com`, `m.facebook.com`. */
const siteOf = ({ hostname }: URL): string => hostname.split('.').slice(-2).join('.');

function usernameOf(url: URL): string | null {
  const [first = '', second] = url.pathname.split('/').filter((part) => part !== '');
  // facebook.com/profile.php?id=100012345
  if (first === 'profile.php') return /^\d+$/.exec(url.searchParams.get('id') ?? '')?.[0] ?? null;
  const name = second !== undefined && signposts.has(first) ? second : first;
  return readable(name).replace(/^@/, '') || null;
}

/** Decodes percent-encoding, unless that would add unusual characters. */
function readable(part: string): string {
  try {
    const text = decodeURIComponent(part);
    return /\p{C}/u.test(text) ? part : text;
  } catch {
    return part;
  }
}

/** `@name` as people write it on Instagram. */
const NAME = /^@(\w(?:[\w.]{0,28}\w)?)$/;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/**
 * Returns the full address of a profile link: unchanged with http, https or ftp, with `https://` added to `instagram.com/name` or
 * `www.club.example/page`, and Instagram's for `@name`. Undefined for anything else.
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
