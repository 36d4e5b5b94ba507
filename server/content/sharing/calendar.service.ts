import type { Language } from '#shared/constants.ts';
import { addDays } from '#shared/dates.ts';
import { calendarUrl } from '#shared/sharing/addresses.ts';
import type { Context } from '#server/platform/context.ts';
import { calendarEntry, writeCalendar } from '#server/content/events/calendar-file.ts';
import { findEventViews, getEvent } from '#server/content/events/events.service.ts';
import { findRevision } from '#server/content/events/events.queries.ts';
import { listAnnouncedSince } from './sharing.queries.ts';

/** How far back the calendar of all nights reaches, and how many it holds at most. */
const PAST_DAYS = 92;
const MOST_NIGHTS = 500;
/** How often a calendar program should look again. */
const REFRESH_SECONDS = 6 * 60 * 60;

/** Every night announced, the last three months included, to subscribe to; cancelled ones say so. */
export async function nightsCalendar(ctx: Context, language: Language): Promise<string> {
  const rows = await listAnnouncedSince(ctx.db, addDays(ctx.clock.now(), -PAST_DAYS), MOST_NIGHTS);
  const views = await findEventViews(
    ctx,
    rows.map(({ id }) => id),
  );
  const entries = rows.flatMap((row) => {
    const event = views.get(row.id);
    return event ? [calendarEntry(event, row, ctx.env, language)] : [];
  });
  return writeCalendar(entries, ctx.env, language, { ttl: REFRESH_SECONDS, source: ctx.env.publicUrl + calendarUrl(language) });
}

/** One night as a calendar file. @throws event_not_found */
export async function nightCalendar(ctx: Context, id: number, language: Language): Promise<string> {
  const event = await getEvent(ctx, id);
  const revision = (await findRevision(ctx.db, id)) ?? { changedAt: ctx.clock.now(), revision: 0 };
  return writeCalendar([calendarEntry(event, revision, ctx.env, language)], ctx.env, language, {});
}
