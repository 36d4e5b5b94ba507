/** The cookie that remembers whose link brought a visitor, and its lifetime in seconds. */
const REF_COOKIE = 'via';
const REF_SECONDS = 30 * 24 * 60 * 60;

const SHORTEST = 2;
const REF_CODE_MAX = 40;
const WRITTEN = /^[a-z0-9-]+$/;

/** Returns true for a ref code: small Latin letters, digits and hyphens. */
export const isRefCode = (text: string): boolean => text.length >= SHORTEST && text.length <= REF_CODE_MAX && WRITTEN.test(text);

/** `isRefCode` as staff may type it, for the documentation: with capitals, and spaces around it. */
export const REF_CODE_TYPED = String.raw`^[ \t\n\r]*[A-Za-z0-9-]{${SHORTEST},${REF_CODE_MAX}}[ \t\n\r]*$`;

/** The ref code in an address (`?via=`), if any. */
export function refCodeIn(url: string): string | undefined {
  if (!url.includes('via=')) return undefined;
  const named = new URLSearchParams(url.split('?', 2)[1]).get('via')?.toLowerCase();
  return named !== undefined && isRefCode(named) ? named : undefined;
}

const REMEMBERED = new RegExp(String.raw`(?:^|;\s*)${REF_COOKIE}=([a-z0-9-]{${SHORTEST},${REF_CODE_MAX}})(?:;|$)`);

/** The ref code remembered by a `cookie` header, if any. */
export const rememberedRef = (cookie: string | undefined): string | undefined =>
  cookie === undefined ? undefined : REMEMBERED.exec(cookie)?.[1];

type CookieOptions = { isSecure: boolean; isPersistent: boolean };

export const refCookie = (refCode: string, options: CookieOptions): string => cookieOfLink(`${REF_COOKIE}=${refCode}`, options);

/** `isPersistent`: for 30 days; otherwise until the browser is closed, for visitors who ask not to be tracked (`Sec-GPC`, `DNT`). */
export const cookieOfLink = (pair: string, { isSecure, isPersistent }: CookieOptions): string =>
  [pair, 'Path=/', ...(isPersistent ? [`Max-Age=${REF_SECONDS}`] : []), 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])].join(
    '; ',
  );
