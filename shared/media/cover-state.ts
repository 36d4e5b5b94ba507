import { HOUR_MS } from '#shared/durations.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { isSaleOver } from '#shared/events/timing.ts';

/** How much of a poster is printed: from the first proof to the grey print with a stamp. */
export type CoverState = 'announced' | `sold-${number}` | 'sold-out' | `half-hour-${number}` | 'morning' | 'over' | `edition-${number}`;

/** The facts about an event that determine its poster. */
export type CoverFacts = Pick<EventView, 'startDate' | 'endDate' | 'isCancelled' | 'soldTenths' | 'baskets'>;

const HALF_HOUR_MS = HOUR_MS / 2;
/** How long after the event a print is still wet, before it turns grey. */
const MORNING_MS = 12 * HOUR_MS;
/** No event is longer than a day. */
const LAST_HALF_HOUR = 47;
/** All tenths: sold out. */
export const ALL_TENTHS = 10;

/** The state of an event's poster at this moment. */
export function coverState({ startDate, endDate, isCancelled, soldTenths, baskets }: CoverFacts, now: Date): CoverState {
  const sinceStart = now.getTime() - Date.parse(startDate);
  const sinceEnd = now.getTime() - Date.parse(endDate);
  if (isCancelled || sinceEnd >= MORNING_MS) return 'over';
  if (sinceEnd > 0) return 'morning';
  if (sinceStart >= 0) return `half-hour-${Math.min(LAST_HALF_HOUR, Math.floor(sinceStart / HALF_HOUR_MS))}`;
  if (soldTenths >= ALL_TENTHS || isGone(baskets, now)) return 'sold-out';
  // Nothing has been sold yet, and nothing can be.
  if (soldTenths === 0 && baskets.every(({ available }) => available === 0)) return 'announced';
  return `sold-${soldTenths}`;
}

/** No place is left or coming although the sale is open, even if more places were once planned; the page shows the same. */
function isGone(baskets: CoverFacts['baskets'], now: Date): boolean {
  const [first] = baskets;
  if (!first || first.price === null || isSaleOver(first, now)) return false;
  return baskets.every(({ available, onSaleFrom }) => available === 0 && onSaleFrom === null);
}

/** The number of different prints of one poster. */
const EDITIONS = 64;

/** A ticket shows the whole poster as one print of an edition, with plate offsets that few other tickets share. */
export const editionOf = (ticketId: number): CoverState => `edition-${ticketId % EDITIONS}`;

const NUMBERED = /^(sold|half-hour|edition)-(0|[1-9]\d?)$/;
const BELOW: Record<string, number> = { sold: ALL_TENTHS, 'half-hour': LAST_HALF_HOUR + 1, edition: EDITIONS };

/** Returns true for the text of a state. */
export function isCoverState(text: string): text is CoverState {
  const [, kind = '', digits] = NUMBERED.exec(text) ?? [];
  return text === 'announced' || text === 'sold-out' || text === 'morning' || text === 'over' || Number(digits) < (BELOW[kind] ?? 0);
}

function numberIn(state: CoverState, wanted: string): number | undefined {
  const [, kind, digits] = NUMBERED.exec(state) ?? [];
  return kind === wanted ? Number(digits) : undefined;
}

/** The tenths of the places that are sold, 0–9, for an event on sale. */
export const tenthsOf = (state: CoverState): number | undefined => numberIn(state, 'sold');

/** Half hours since the start of a running event. */
export const halfHourOf = (state: CoverState): number | undefined => numberIn(state, 'half-hour');

/** Which of the `EDITIONS` prints it is. */
export const editionIn = (state: CoverState): number | undefined => numberIn(state, 'edition');
