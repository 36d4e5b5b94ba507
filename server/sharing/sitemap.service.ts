import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { inLanguage } from '#shared/sharing/addresses.ts';
import type { Context } from '#server/context.ts';
import { listPublishedIds } from './sharing.queries.ts';

/** What one file may list. */
const ADDRESSES_MAX = 50_000;

/** Pages that search engines may show, in the spelling that counts. */
const PAGES = [
  paths.home,
  paths.events('upcoming'),
  paths.events('past'),
  paths.about,
  paths.rentals,
  paths.djs,
  paths.gallery,
  paths.terms,
];

/** Every public page in every language, each with its other languages; of more nights than fit, the latest. */
export async function sitemap(ctx: Context): Promise<string> {
  const nights = await listPublishedIds(ctx.db, Math.floor(ADDRESSES_MAX / LANGUAGES.length) - PAGES.length);
  const pages = [...PAGES, ...nights.map(({ id }) => paths.event(id))];
  const entries = pages.map((path) => entriesOf(ctx.env.publicUrl, path)).join('');
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${entries}</urlset>\n`
  );
}

function entriesOf(publicUrl: string, path: string): string {
  const address = (language: Language) => escapeXml(publicUrl + inLanguage(path, language));
  const link = (code: string, language: Language) => `<xhtml:link rel="alternate" hreflang="${code}" href="${address(language)}"/>`;
  const links = LANGUAGES.map((language) => link(language, language)).join('') + link('x-default', DEFAULT_LANGUAGE);
  return LANGUAGES.map((language) => `<url><loc>${address(language)}</loc>${links}</url>\n`).join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
