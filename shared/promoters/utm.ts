import { cookieOfLink } from './ref-code.ts';

/**
 * A visitor's source, as given by the address of an advertisement (`utm_source`, `utm_medium`, `utm_campaign`); null for missing values.
 */
export type Utm = { source: string | null; medium: string | null; campaign: string | null };

const UTM_COOKIE = 'utm';
const UTM_MAX = 60;
const WRITTEN = /^[\p{L}\p{N}\-_. ]+$/v;

/** Returns a value in lower case, or null if it is empty, too long or has characters other than letters, digits, `-_.` and spaces. */
function folded(text: string | null | undefined): string | null {
  const value = text?.toLowerCase().trim() ?? '';
  return value.length <= UTM_MAX && WRITTEN.test(value) ? value : null;
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

const REMEMBERED = new RegExp(String.raw`(?:^|;\s*)${UTM_COOKIE}=([^;\s]*)`);

/** The source remembered by a `cookie` header, if any; visitors may have written anything into it. */
export function utmRemembered(cookie: string | undefined): Utm | undefined {
  const text = cookie === undefined ? undefined : REMEMBERED.exec(cookie)?.[1];
  if (text === undefined) return undefined;
  try {
    return utmOf(text.split(':').map(decodeURIComponent));
  } catch {
    return undefined;
  }
}

/** `isPersistent` as for the cookie of a promoter's link. */
export const utmCookie = ({ source, medium, campaign }: Utm, options: Parameters<typeof cookieOfLink>[1]): string =>
  cookieOfLink(`${UTM_COOKIE}=${[source, medium, campaign].map((value) => encodeURIComponent(value ?? '')).join(':')}`, options);
