/** The cookie that remembers whose link brought a visitor, and for how many seconds. */
export const VIA_COOKIE = 'via';
export const VIA_SECONDS = 30 * 24 * 60 * 60;

const SHORTEST = 2;
export const VIA_MAX = 40;
const WRITTEN = /^[a-z0-9-]+$/;

/** Returns true for the name of a promoter in a link: small Latin letters, digits and hyphens. */
export const isVia = (text: string): boolean => text.length >= SHORTEST && text.length <= VIA_MAX && WRITTEN.test(text);

/** `isVia` as staff may type it, for the documentation: with capitals, and spaces around it. */
export const VIA_TYPED = String.raw`^[ \t\n\r]*[A-Za-z0-9-]{${SHORTEST},${VIA_MAX}}[ \t\n\r]*$`;

/** The promoter that an address names with `?via=`, if any. */
export function viaIn(url: string): string | undefined {
  if (!url.includes('via=')) return undefined;
  const named = new URLSearchParams(url.split('?', 2)[1]).get('via')?.toLowerCase();
  return named !== undefined && isVia(named) ? named : undefined;
}

const REMEMBERED = new RegExp(String.raw`(?:^|;\s*)${VIA_COOKIE}=([a-z0-9-]{${SHORTEST},${VIA_MAX}})(?:;|$)`);

/** The promoter that a `cookie` header remembers, if any. */
export const viaRemembered = (cookie: string | undefined): string | undefined =>
  cookie === undefined ? undefined : REMEMBERED.exec(cookie)?.[1];

type CookieOptions = { isSecure: boolean; isKept: boolean };

export const viaCookie = (via: string, options: CookieOptions): string => cookieOfLink(`${VIA_COOKIE}=${via}`, options);

/** `isKept`: for 30 days; else until the browser is closed, for visitors who ask not to be followed (`Sec-GPC`, `DNT`). */
export const cookieOfLink = (pair: string, { isSecure, isKept }: CookieOptions): string =>
  [pair, 'Path=/', ...(isKept ? [`Max-Age=${VIA_SECONDS}`] : []), 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])].join('; ');
