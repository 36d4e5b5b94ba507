/** What the address of a link names, a promoter or a source, and the cookies that remember it. */
const REMEMBERED_SECONDS = 30 * 24 * 60 * 60;

const REF_COOKIE = 'via';

const SHORTEST = 2;
const REF_CODE_MAX = 40;
const REF_CODE = /^[a-z0-9-]+$/;

/** Returns true for a ref code: small Latin letters, digits and hyphens. */
export const isRefCode = (text: string): boolean => text.length >= SHORTEST && text.length <= REF_CODE_MAX && REF_CODE.test(text);

/** `isRefCode` as staff may type it, for the documentation: with capitals, and spaces around it. */
export const REF_CODE_TYPED = String.raw`^[ \t\n\r]*[A-Za-z0-9-]{${SHORTEST},${REF_CODE_MAX}}[ \t\n\r]*$`;

/** The ref code in an address (`?via=`), if any. */
export function refCodeIn(url: string): string | undefined {
  if (!url.includes('via=')) return undefined;
  const named = new URLSearchParams(url.split('?', 2)[1]).get('via')?.toLowerCase();
  return named !== undefined && isRefCode(named) ? named : undefined;
}

const REMEMBERED_REF = new RegExp(String.raw`(?:^|;\s*)${REF_COOKIE}=([a-z0-9-]{${SHORTEST},${REF_CODE_MAX}})(?:;|$)`);

/** The ref code remembered by a `cookie` header, if any. */
export const rememberedRef = (cookie: string | undefined): string | undefined =>
  cookie === undefined ? undefined : REMEMBERED_REF.exec(cookie)?.[1];

/** `isPersistent`: for 30 days; otherwise until the browser is closed, for visitors who ask not to be tracked (`Sec-GPC`, `DNT`). */
type CookieOptions = { isSecure: boolean; isPersistent: boolean };

export const refCookie = (refCode: string, options: CookieOptions): string => cookieOfLink(`${REF_COOKIE}=${refCode}`, options);

const cookieOfLink = (pair: string, { isSecure, isPersistent }: CookieOptions): string =>
  [
    pair,
    'Path=/',
    ...(isPersistent ? [`Max-Age=${REMEMBERED_SECONDS}`] : []),
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');

/**
 * A visitor's source, as given by the address of an advertisement (`utm_source`, `utm_medium`, `utm_campaign`); null for missing values.
 */
export type Utm = { source: string | null; medium: string | null; campaign: string | null };

const UTM_COOKIE = 'utm';
const UTM_MAX = 60;
const UTM_VALUE = /^[\p{L}\p{N}\-_. ]+$/v;

/** Returns a value in lower case, or null if it is empty, too long or has characters other than letters, digits, `-_.` and spaces. */
function folded(text: string | null | undefined): string | null {
  const value = text?.toLowerCase().trim() ?? '';
  return value.length <= UTM_MAX && UTM_VALUE.test(value) ? value : null;
}

function utmOf(values: readonly (string | null | undefined)[]): Utm | undefined {
  const [source = null, medium = null, campaign = null] = values.map(folded);
  return source === null && medium === null && campaign === null ? undefined : { source, medium, campaign };
}

/** The source in an address, if any. */
export function utmIn(url: string): Utm | undefined {
  if (!url.includes('utm_')) return undefined;
  const query = new URLSearchParams(url.split('?', 2)[1]);
  return utmOf([query.get('utm_source'), query.get('utm_medium'), query.get('utm_campaign')]);
}

const REMEMBERED_UTM = new RegExp(String.raw`(?:^|;\s*)${UTM_COOKIE}=([^;\s]*)`);

/** The source remembered by a `cookie` header, if any; visitors may have written anything into it. */
export function utmRemembered(cookie: string | undefined): Utm | undefined {
  const text = cookie === undefined ? undefined : REMEMBERED_UTM.exec(cookie)?.[1];
  if (text === undefined) return undefined;
  try {
    return utmOf(text.split(':').map(decodeURIComponent));
  } catch {
    return undefined;
  }
}

export const utmCookie = ({ source, medium, campaign }: Utm, options: CookieOptions): string =>
  cookieOfLink(`${UTM_COOKIE}=${[source, medium, campaign].map((value) => encodeURIComponent(value ?? '')).join(':')}`, options);
