import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { inLanguage } from '#shared/sharing/addresses.ts';
import type { Context } from '#server/platform/context.ts';
import { listPublished } from './sharing.queries.ts';

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
  const nights = await listPublished(ctx.db, Math.floor(ADDRESSES_MAX / LANGUAGES.length) - PAGES.length);
  const { publicUrl } = ctx.env;
  const entries = [
    ...PAGES.map((path) => entriesOf(publicUrl, path)),
    ...nights.map(({ id, changedAt }) => entriesOf(publicUrl, paths.event(id), changedAt)),
  ].join('');
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${entries}</urlset>\n`
  );
}

function entriesOf(publicUrl: string, path: string, changedAt?: Date): string {
  const address = (language: Language) => escapeXml(publicUrl + inLanguage(path, language));
  const link = (code: string, language: Language) => `<xhtml:link rel="alternate" hreflang="${code}" href="${address(language)}"/>`;
  const links = LANGUAGES.map((language) => link(language, language)).join('') + link('x-default', DEFAULT_LANGUAGE);
  const changed = changedAt ? `<lastmod>${toWireTime(changedAt)}</lastmod>` : '';
  return LANGUAGES.map((language) => `<url><loc>${address(language)}</loc>${changed}${links}</url>\n`).join('');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
