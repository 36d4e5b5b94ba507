import { CURRENCY } from '#shared/constants.ts';
import { venueDay } from '#shared/dates.ts';
import { toGel } from '#shared/money.ts';
import type { DAYS_BY, DayReport } from '#shared/staff/reports.contract.ts';
import { businessNight, daysLater, fromVenue } from '#shared/venue-moments.ts';
import type { Context } from '#server/platform/context.ts';
import { findLatestDay, sumDays, type DayCount } from './days.queries.ts';

type By = (typeof DAYS_BY)[number];
type Input = { by: By; before?: string | undefined; limit?: number | undefined };
type DaysPage = { items: DayReport[]; next: string | null };

const DAYS_A_PAGE = 31;
/** The hour at which a day begins. */
const RULES = {
  day: { startHour: 0, dayOf: venueDay },
  night: { startHour: 12, dayOf: businessNight },
} as const;

/**
 * The days before `before`, newest first: `limit` days from the latest one on which money moved or a place was issued. The money is that of
 * the ledger, on the day of its booking.
 */
export async function listDays(ctx: Context, { by, before, limit = DAYS_A_PAGE }: Input): Promise<DaysPage> {
  const { startHour, dayOf } = RULES[by];
  const end = before === undefined ? daysLater(ctx.clock.now(), 1) : fromVenue(before, startHour);
  const latest = await findLatestDay(ctx.db, end);
  if (!latest) return { items: [], next: null };
  const from = fromVenue(dayOf(daysLater(latest, 1 - limit)), startHour);
  const items = await sumDays(ctx.db, { from, until: end, startHour }, CURRENCY);
  const hasMore = (await findLatestDay(ctx.db, from)) !== undefined;
  return { items: items.map(toRow), next: hasMore ? venueDay(from) : null };
}

const toRow = ({ day, currency, capturedTetri, refundedTetri, tickets, free }: DayCount): DayReport => ({
  day,
  currency,
  captured: toGel(capturedTetri),
  refunded: toGel(refundedTetri),
  net: toGel(capturedTetri - refundedTetri),
  tickets,
  free,
});
