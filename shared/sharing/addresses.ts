import type { Language } from '#shared/constants.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { coverState, type CoverState } from '#shared/media/cover-state.ts';
import { coverVersion } from '#shared/media/covers.ts';
import { writeOpening } from '#shared/opening.ts';
import { hashText } from '#shared/media/random.ts';
import { inLanguage } from '#shared/paths.ts';
import type { Site } from '#shared/rendering.ts';

/** Part of every share image's version: a new value redraws all images. */
const DESIGN = 's1';

/** The size that every network shows large, in pixels. */
export const shareImageSize = { width: 1200, height: 630 } as const;

/** Used in place of an event's id for the club itself. */
export const clubShareId = 'default';

type Club = Pick<Site, 'name' | 'nameKa' | 'opening'>;
/** The fields of an event on its image, and how much of its poster is printed. */
export type SharedEvent = Pick<EventView, 'id' | 'name' | 'nameLat' | 'startDate' | 'endDate' | 'eventPhotoUrl' | 'isCancelled'> & {
  cover: CoverState;
};

/** An event as its image shows it at this moment. */
export const sharedEvent = (event: EventView, now: Date): SharedEvent => ({ ...event, cover: coverState(event, now) });

/** Returns a hash of everything printed on the image. */
export function shareImageVersion({ name, nameKa, opening }: Club, event?: SharedEvent): string {
  const printed = event && [event.name, event.nameLat, event.startDate, event.endDate, event.eventPhotoUrl, event.isCancelled, event.cover];
  const hours = event ? undefined : writeOpening(opening);
  return hashText(JSON.stringify([DESIGN, coverVersion, name, nameKa, printed ?? hours])).toString(36);
}

/** The address of the PNG for a shared link: of an event, or of the club itself. */
export const shareImageUrl = (club: Club, language: Language, event?: SharedEvent): string =>
  `/media/share/${shareImageVersion(club, event)}/${event?.id ?? clubShareId}-${language}.png`;

/** The calendar of all events, for a subscription. */
export const calendarUrl = (language: Language): string => inLanguage('/calendar.ics', language);

/** The calendar file of one event. */
export const eventCalendarUrl = (id: number, language: Language): string => inLanguage(`/calendar/${id}.ics`, language);
