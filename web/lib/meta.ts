import type { Language } from '#shared/constants.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#shared/constants.ts';
import type { Site } from '#shared/rendering.ts';
import { inLanguage, shareImageSize, shareImageUrl } from '#shared/sharing/addresses.ts';

/** What a page says of itself. `path` and the image's `url` are addresses on this site. */
export type PageMeta = {
  /** Without the club's name, which is added; none for the home page. */
  title?: string;
  description?: string;
  /** The one spelling of the page's address. */
  path?: string;
  /** What a shared link shows, with its words; the club's own image otherwise. */
  image?: { url: string; alt: string };
  /** Kept out of search engines. */
  isPrivate?: boolean;
  /** schema.org data, made by the server alone. */
  jsonLd?: object;
};

export const siteName = (site: Site, language: Language): string => (language === 'ka' ? site.nameKa : site.name);

export function titleText(meta: PageMeta, site: Site, language: Language): string {
  const name = siteName(site, language);
  return meta.title ? `${meta.title} · ${name}` : name;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

const unsafe: Record<string, string> = { '<': String.raw`\u003c`, '\u2028': String.raw`\u2028`, '\u2029': String.raw`\u2029` };

/** JSON that cannot end the script element it stands in. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[<\u2028\u2029]/g, (character) => unsafe[character] ?? character);

const tag = (name: string, attributes: Record<string, string>): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`)
    .join('')}>`;

const locales: Record<Language, string> = { en: 'en_GB', ka: 'ka_GE' };

/** The page's part of `<head>`, written by the server; `keepDocumentMeta` keeps title, description and address true afterwards. */
export function headHtml(meta: PageMeta, site: Site, language: Language): string {
  const parts = [`<title>${escapeHtml(titleText(meta, site, language))}</title>`];
  const named = (name: string, content: string) => parts.push(tag('meta', { name, content }));
  const link = (rel: string, href: string, more: Record<string, string> = {}) => parts.push(tag('link', { rel, href, ...more }));

  if (meta.description) named('description', meta.description);
  if (meta.isPrivate) named('robots', 'noindex');
  const address = addressOf(meta, site, language);
  if (meta.path !== undefined && address !== undefined) {
    link('canonical', address);
    for (const other of LANGUAGES) link('alternate', canonical(meta.path, site, other), { hreflang: other });
    link('alternate', canonical(meta.path, site, DEFAULT_LANGUAGE), { hreflang: 'x-default' });
  }
  for (const [property, content] of sharedFacts(meta, site, language)) parts.push(tag('meta', { property, content }));
  named('twitter:card', 'summary_large_image');
  link('apple-touch-icon', '/apple-touch-icon.png');
  link('manifest', inLanguage('/manifest.webmanifest', language));
  if (meta.jsonLd) parts.push(`<script type="application/ld+json">${scriptJson(meta.jsonLd)}</script>`);
  return parts.join('');
}

/** What messengers and networks show of a link (Open Graph). */
function sharedFacts(meta: PageMeta, site: Site, language: Language): [string, string][] {
  const name = siteName(site, language);
  const image = meta.image ?? { url: shareImageUrl(site, language), alt: name };
  const address = addressOf(meta, site, language);
  const others = LANGUAGES.filter((other) => other !== language);
  return [
    ['og:site_name', name],
    ['og:type', 'website'],
    ['og:title', meta.title ?? name],
    ...(meta.description ? [['og:description', meta.description] satisfies [string, string]] : []),
    ...(address === undefined ? [] : [['og:url', address] satisfies [string, string]]),
    ['og:locale', locales[language]],
    ...others.map((other): [string, string] => ['og:locale:alternate', locales[other]]),
    ['og:image', site.publicUrl + image.url],
    ['og:image:type', 'image/png'],
    ['og:image:width', String(shareImageSize.width)],
    ['og:image:height', String(shareImageSize.height)],
    ['og:image:alt', image.alt],
  ];
}

/** The one address under which a page counts; a private one counts under none. */
export const addressOf = ({ path, isPrivate }: PageMeta, site: Site, language: Language): string | undefined =>
  path === undefined || isPrivate ? undefined : canonical(path, site, language);

const canonical = (path: string, site: Site, language: Language): string => site.publicUrl + inLanguage(path, language);
