import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { standardOpening } from '#shared/opening.ts';
import { writeOpening } from '#shared/site-texts/written-opening.ts';
import { hashText } from '#shared/media/random.ts';
import type { Site } from '#shared/rendering.ts';

/** Part of every share image's version: a new one draws them all anew. */
const DESIGN = 's1';

/** What every network shows large (art direction §6.2), in pixels. */
export const shareImageSize = { width: 1200, height: 630 } as const;

/** Stands for the club itself in the place of an event's id. */
export const clubShareId = 'default';

type Club = Pick<Site, 'name' | 'nameKa' | 'opening'>;
type SharedEvent = Pick<EventView, 'id' | 'name' | 'nameLat' | 'startDate' | 'endDate' | 'eventPhotoUrl' | 'isCancelled'>;

/** Changes with anything that is printed on the image. */
export function shareImageVersion({ name, nameKa, opening = standardOpening }: Club, event?: SharedEvent): string {
  const printed = event && [event.name, event.nameLat, event.startDate, event.endDate, event.eventPhotoUrl, event.isCancelled];
  const hours = event ? undefined : writeOpening(opening);
  return hashText(JSON.stringify([DESIGN, name, nameKa, printed ?? hours])).toString(36);
}

/** Address of the PNG that a shared link shows: of an event, or of the club itself. */
export const shareImageUrl = (club: Club, language: Language, event?: SharedEvent): string =>
  `/media/share/${shareImageVersion(club, event)}/${event?.id ?? clubShareId}-${language}.png`;

/** English lives at the bare address, the others say their language. */
export const inLanguage = (path: string, language: Language): string => (language === DEFAULT_LANGUAGE ? path : `${path}?lang=${language}`);

/** The calendar of all events, to subscribe to. */
export const calendarUrl = (language: Language): string => inLanguage('/calendar.ics', language);

/** One event, to put into a calendar. */
export const eventCalendarUrl = (id: number, language: Language): string => inLanguage(`/calendar/${id}.ics`, language);
