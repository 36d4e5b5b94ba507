import type { Language } from '#shared/constants.ts';
import { LANGUAGES } from '#shared/constants.ts';
import type { Site } from '#shared/rendering.ts';

/** What a page says of itself. `path` and `image` are addresses on this site. */
export type PageMeta = {
  /** Without the club's name, which is added; none for the home page. */
  title?: string;
  description?: string;
  /** The one spelling of the page's address. */
  path?: string;
  image?: string;
  /** Kept out of search engines. */
  isPrivate?: boolean;
  /** schema.org data. */
  jsonLd?: object;
};

export const siteName = (site: Site, language: Language): string => (language === 'ka' ? site.nameKa : site.name);

export function titleText(meta: PageMeta, site: Site, language: Language): string {
  const name = siteName(site, language);
  return meta.title ? `${meta.title} · ${name}` : name;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

/** JSON that cannot end the script element it stands in. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

const tag = (name: string, attributes: Record<string, string>): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeHtml(value)}"`)
    .join('')}>`;

/** The page's part of `<head>`, written by the server; `useDocumentMeta` keeps title, description and address true afterwards. */
export function headHtml(meta: PageMeta, site: Site, language: Language): string {
  const title = titleText(meta, site, language);
  const parts = [`<title>${escapeHtml(title)}</title>`];
  const named = (name: string, content: string) => parts.push(tag('meta', { name, content }));
  const graph = (property: string, content: string) => parts.push(tag('meta', { property, content }));

  if (meta.description) named('description', meta.description);
  if (meta.isPrivate) named('robots', 'noindex');
  graph('og:site_name', siteName(site, language));
  graph('og:type', 'website');
  graph('og:title', title);
  graph('og:locale', language === 'ka' ? 'ka_GE' : 'en_GB');
  if (meta.description) graph('og:description', meta.description);
  if (meta.image) graph('og:image', site.publicUrl + meta.image);
  if (meta.path !== undefined) {
    const address = site.publicUrl + meta.path;
    graph('og:url', address);
    parts.push(tag('link', { rel: 'canonical', href: canonical(meta.path, site, language) }));
    for (const other of LANGUAGES) parts.push(tag('link', { rel: 'alternate', hreflang: other, href: canonical(meta.path, site, other) }));
  }
  if (meta.jsonLd) parts.push(`<script type="application/ld+json">${scriptJson(meta.jsonLd)}</script>`);
  return parts.join('');
}

/** English pages live at the bare address, the others say their language. */
export const canonical = (path: string, site: Site, language: Language): string =>
  `${site.publicUrl}${path}${language === 'en' ? '' : `?lang=${language}`}`;
