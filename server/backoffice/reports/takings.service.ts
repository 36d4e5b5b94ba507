import { CURRENCY } from '#shared/constants.ts';
import { venueDay } from '#shared/dates.ts';
import { toGel } from '#shared/money.ts';
import type { TAKINGS_BY, TakingsRow } from '#shared/staff/orders.contract.ts';
import { businessNight, daysLater, fromVenue } from '#shared/venue-moments.ts';
import type { Context } from '#server/platform/context.ts';
import { findLatestTaking, sumTakings, type TakingsCount } from './takings.queries.ts';

type By = (typeof TAKINGS_BY)[number];
type Input = { by: By; before?: string | undefined; limit?: number | undefined };
type TakingsPage = { items: TakingsRow[]; next: string | null };

const DAYS_A_PAGE = 31;
/** The hour at which a day begins. */
const RULES = {
  day: { startHour: 0, dayOf: venueDay },
  night: { startHour: 12, dayOf: businessNight },
} as const;

/**
 * Takings of days before `before`, newest first: `limit` days from the latest one with takings. Captured and refunded amounts are those of
 * the ledger at the time of booking.
 */
export async function listTakings(ctx: Context, { by, before, limit = DAYS_A_PAGE }: Input): Promise<TakingsPage> {
  const { startHour, dayOf } = RULES[by];
  const end = before === undefined ? daysLater(ctx.clock.now(), 1) : fromVenue(before, startHour);
  const latest = await findLatestTaking(ctx.db, end);
  if (!latest) return { items: [], next: null };
  const from = fromVenue(dayOf(daysLater(latest, 1 - limit)), startHour);
  const items = await sumTakings(ctx.db, { from, until: end, startHour }, CURRENCY);
  const hasMore = (await findLatestTaking(ctx.db, from)) !== undefined;
  return { items: items.map(toRow), next: hasMore ? venueDay(from) : null };
}

const toRow = ({ day, currency, capturedTetri, refundedTetri, tickets, free }: TakingsCount): TakingsRow => ({
  day,
  currency,
  captured: toGel(capturedTetri),
  refunded: toGel(refundedTetri),
  net: toGel(capturedTetri - refundedTetri),
  tickets,
  free,
});
