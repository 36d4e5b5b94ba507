import { calendarEntry, writeCalendar } from '#server/content/events/calendar-file.ts';
import { findRevision, listAnnouncedSince, listPublished } from '#server/content/events/events.queries.ts';
import { findEventViews, getEvent } from '#server/content/events/events.service.ts';
import type { Context } from '#server/platform/context.ts';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '#shared/constants.ts';
import { addDays, toWireTime } from '#shared/dates.ts';
import { paths, inLanguage } from '#shared/paths.ts';
import { calendarUrl } from '#shared/sharing/addresses.ts';

/** The most addresses that a sitemap file may have. */
const ADDRESSES_MAX = 50_000;

/** The pages that search engines may index, by their canonical paths. */
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

/** Returns the sitemap: every public page in every language, each with its other languages, and as many of the latest events as fit. */
export async function sitemap(ctx: Context): Promise<string> {
  const events = await listPublished(ctx.db, Math.floor(ADDRESSES_MAX / LANGUAGES.length) - PAGES.length);
  const { publicUrl } = ctx.env;
  const entries = [
    ...PAGES.map((path) => entriesOf(publicUrl, path)),
    ...events.map(({ id, changedAt }) => entriesOf(publicUrl, paths.event(id), changedAt)),
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

/** How far back the calendar of all events reaches, and how many it holds at most. */
const PAST_DAYS = 92;
const MOST_EVENTS = 500;
/** How often a calendar program should refresh. */
const REFRESH_SECONDS = 6 * 60 * 60;

/** Returns all announced events for a subscription, including the last three months; cancelled ones are marked. */
export async function eventsCalendar(ctx: Context, language: Language): Promise<string> {
  const rows = await listAnnouncedSince(ctx.db, addDays(ctx.clock.now(), -PAST_DAYS), MOST_EVENTS);
  const views = await findEventViews(
    ctx,
    rows.map(({ id }) => id),
  );
  const entries = rows.flatMap((row) => {
    const event = views.get(row.id);
    return event ? [calendarEntry(event, row, ctx, language)] : [];
  });
  return writeCalendar(entries, ctx.venue(), language, { ttl: REFRESH_SECONDS, source: ctx.env.publicUrl + calendarUrl(language) });
}

/** Returns one event as a calendar file. @throws event_not_found */
export async function eventCalendar(ctx: Context, id: number, language: Language): Promise<string> {
  const event = await getEvent(ctx, id);
  const revision = (await findRevision(ctx.db, id)) ?? { changedAt: ctx.clock.now(), revision: 0 };
  return writeCalendar([calendarEntry(event, revision, ctx, language)], ctx.venue(), language, {});
}
