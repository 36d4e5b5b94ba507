import { dateText, timeText } from '#shared/dates.ts';
import type { Language } from '#shared/constants.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { priceText } from '#shared/price-text.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import type { EventListsView } from '#shared/staff/guest-lists.contract.ts';
import type { Translate } from '#shared/translate.ts';

/** What every command about lists does with its answer, and after every attempt. */
export type ListChange = { show(lists: EventListsView): void; reload(): void };

/** A whole number as typed; -1 for anything else, so that its field is marked. */
export const typedNumber = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : -1);

/** A time further from the start than this is shown with its day. */
const OF_EVENT_MS = 12 * HOUR_MS;

/** `15 ₾ at the door` */
export const priceAtDoor = (price: number | null, t: Translate): string =>
  price === null ? t('staff-lists:free') : t('staff:price_at_door', { price: priceText(price) });

type HourTexts = { event: Pick<StaffEventView, 'startDate'>; language: Language; t: Translate };

/** `until 01:00` */
export function hourText(freeUntil: string | null, { event, language, t }: HourTexts): string {
  if (freeUntil === null) return t('staff-lists:until_the_end');
  const time = timeText(freeUntil);
  const isOfEvent = Math.abs(Date.parse(freeUntil) - Date.parse(event.startDate)) <= OF_EVENT_MS;
  return isOfEvent ? t('staff-lists:until', { time }) : t('staff-lists:until_day', { date: dateText(freeUntil, language, t), time });
}
