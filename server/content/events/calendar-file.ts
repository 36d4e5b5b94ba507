import createCalendar, { type ICalCalendarData, type ICalEventData, ICalEventStatus } from 'ical-generator';
import { FLOORS, type Language } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventText } from '#shared/events/event-texts.ts';
import { eventName, isStageNamed, slotsOf } from '#shared/events/timing.ts';
import { paths, inLanguage } from '#shared/paths.ts';
import type { Env } from '#server/platform/config/env.ts';
import type { Deps } from '#server/platform/context.ts';
import { publishedText } from '#server/content/site-texts/shown-site.ts';
import type { Revision } from './events.queries.ts';

type Site = Pick<Deps, 'env' | 'venue' | 'shared'>;
type More = Pick<ICalCalendarData, 'ttl' | 'source' | 'method'>;

export function writeCalendar(events: ICalEventData[], { name: ownName, nameKa }: Env['venue'], language: Language, more: More): string {
  const name = language === 'ka' ? nameKa : ownName;
  const product = { company: oneLine(ownName), product: 'Nights', language: language.toUpperCase() };
  return `${createCalendar({ name: oneLine(name), prodId: product, events, ...more }).toString()}\r\n`;
}

/** Returns an event as a calendar entry, with the same id in every file; `note` precedes the description. */
export function calendarEntry(
  event: EventView,
  { changedAt, revision }: Revision,
  ctx: Site,
  language: Language,
  note = '',
): ICalEventData {
  const { publicUrl } = ctx.env;
  const venue = ctx.venue();
  const url = publicUrl + inLanguage(paths.event(event.id), language);
  return {
    id: `event-${event.id}@${new URL(publicUrl).hostname}`,
    stamp: changedAt,
    lastModified: changedAt,
    // A calendar program that already has the event accepts a change only with a higher number.
    sequence: revision,
    // In UTC, which every program converts to its user's time zone.
    start: new Date(event.startDate),
    end: new Date(event.endDate),
    summary: oneLine(eventName(event, language)),
    location: language === 'ka' ? `${venue.nameKa}, ${venue.addressKa}` : `${venue.name}, ${venue.address}`,
    description: describe(event, url, ctx, language, note),
    status: event.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    url,
  };
}

/** Returns the note, the description, the line-up by stage, and the address of the page. */
function describe(event: EventView, url: string, ctx: Site, language: Language, note: string): string {
  const slots = slotsOf(event);
  const stages = FLOORS.flatMap((floor) => {
    const acts = slots.filter((slot) => slot.floor === floor);
    const names = acts.map(({ startTime, artistName }) => `${timeText(startTime)} ${artistName}`);
    const heading = isStageNamed(event, ctx.venue()) ? [publishedText(ctx, `events:stages.${floor}`, language)] : [];
    return acts.length > 0 ? [[...heading, ...names].join('\n')] : [];
  });
  return plain([note, eventText(event, 'description', language), ...stages, url].filter((part) => part.trim() !== '').join('\n\n'));
}

/** Removes control characters except line breaks: a calendar file may not contain them. */
const plain = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    .trim();
const oneLine = (text: string): string => plain(text).replaceAll(/\s+/g, ' ');
