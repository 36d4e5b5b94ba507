/** A guest's profile: `{ platform: 'instagram', username: 'nino' }`. Null where the link does not tell. */
export type SocialMedia = { platform: string | null; username: string | null };

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

/** Returns true if a link leads to a site where people have profiles. */
export const isSocialSite = (link: string): boolean => URL.canParse(link) && platformBySite.has(siteOf(new URL(link)));

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
