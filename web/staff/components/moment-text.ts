import { isCalendarDay } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { writtenTime } from '#shared/events/written-time.ts';
import { fromVenue } from '#shared/venue-moments.ts';

/** The value of a moment's fields, in venue time. */
export const toControl = (at: string | null): string => at?.slice(0, 16) ?? '';

/** Returns the moment of such a value; an incomplete one is returned as typed, and its field refuses it. */
export function fromControl(text: string): string | null {
  const [day = '', time = ''] = text.split('T');
  const [hour, minute] = writtenTime(time)?.split(':').map(Number) ?? [];
  if (!isCalendarDay(day) || hour === undefined) return text || null;
  return toWireTime(fromVenue(day, hour, minute));
}
