import createCalendar, { ICalEventStatus, type ICalEventData } from 'ical-generator';
import { FLOORS, type Language } from '#shared/constants.ts';
import { addDays, timeText } from '#shared/dates.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { eventDescription, eventName, slotsOf } from '#shared/events/timing.ts';
import { paths } from '#shared/paths.ts';
import { calendarUrl, inLanguage } from '#shared/sharing/addresses.ts';
import type { Context } from '#server/context.ts';
import type { Env } from '#server/env.ts';
import { findEventViews, getEvent } from '#server/events/events.service.ts';
import { words } from '#server/words.ts';
import { findRevision, listAnnouncedSince, type Revision } from './sharing.queries.ts';

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
    return event ? [entryOf(event, row, ctx.env, language)] : [];
  });
  return write(entries, ctx.env, language, { ttl: REFRESH_SECONDS, source: ctx.env.publicUrl + calendarUrl(language) });
}

/** One night as a calendar file. @throws event_not_found */
export async function nightCalendar(ctx: Context, id: number, language: Language): Promise<string> {
  const event = await getEvent(ctx, id);
  const revision = (await findRevision(ctx.db, id)) ?? { changedAt: ctx.clock.now(), revision: 0 };
  return write([entryOf(event, revision, ctx.env, language)], ctx.env, language, {});
}

type More = { ttl?: number; source?: string };

function write(events: ICalEventData[], { venue }: Env, language: Language, more: More): string {
  const name = language === 'ka' ? venue.nameKa : venue.name;
  const product = { company: oneLine(venue.name), product: 'Nights', language: language.toUpperCase() };
  return `${createCalendar({ name: oneLine(name), prodId: product, events, ...more }).toString()}\r\n`;
}

/** Moments are written in UTC: every program knows it, and shows them in its reader's own time. */
function entryOf(event: EventView, { changedAt, revision }: Revision, env: Env, language: Language): ICalEventData {
  const { venue, publicUrl } = env;
  const url = publicUrl + inLanguage(paths.event(event.id), language);
  return {
    id: `event-${event.id}@${new URL(publicUrl).hostname}`,
    stamp: changedAt,
    lastModified: changedAt,
    // A program that has the night already takes a change only under a higher number.
    sequence: revision,
    start: new Date(event.startDate),
    end: new Date(event.endDate),
    summary: oneLine(eventName(event, language)),
    location: language === 'ka' ? `${venue.nameKa}, ${venue.addressKa}` : `${venue.name}, ${venue.address}`,
    description: describe(event, url, language),
    status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    url,
  };
}

/** The description, who plays when on which stage, and the address of the page. */
function describe(event: EventView, url: string, language: Language): string {
  const slots = slotsOf(event);
  const stages = FLOORS.flatMap((floor) => {
    const acts = slots.filter((slot) => slot.floor === floor);
    const names = acts.map(({ startTime, artistName }) => `${timeText(startTime)} ${artistName}`);
    return acts.length > 0 ? [[words[language].t(`events:stages.${floor}`), ...names].join('\n')] : [];
  });
  return plain([eventDescription(event, language), ...stages, url].filter((part) => part.trim() !== '').join('\n\n'));
}

/** Without control characters, which have no place in a calendar file; line breaks stay. */
const plain = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .trim();
const oneLine = (text: string): string => plain(text).replaceAll(/\s+/g, ' ');
