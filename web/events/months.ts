import { MONTHS, venueTime } from '#shared/dates.ts';
import type { EventView } from '#shared/events/event.views.ts';

export type Month<E> = { key: string; year: number; name: (typeof MONTHS)[number]; events: E[] };

/** Neighbours of one month together, in the order given. */
export function byMonth<E extends Pick<EventView, 'startDate'>>(events: readonly E[]): Month<E>[] {
  const months: Month<E>[] = [];
  for (const event of events) {
    const { year, month, monthName } = venueTime(event.startDate);
    const key = `${year}-${month}`;
    const last = months.at(-1);
    if (last?.key === key) last.events.push(event);
    else months.push({ key, year, name: monthName, events: [event] });
  }
  return months;
}
