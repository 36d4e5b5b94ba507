import { type EventRow, readRows } from '#server/backoffice/reports/event-reports.service.ts';
import type { Context } from '#server/platform/context.ts';
import { CURRENCY } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { toGel } from '#shared/money.ts';
import { SEASON_SHIFT, seasonOf, spanOfSeason } from '#shared/season.ts';
import type { EventTakings, SeasonsView, SeasonView, TakingsSum } from '#shared/staff/takings.contract.ts';
import { businessNight } from '#shared/venue-moments.ts';
import { type EventOfTakings, findEventsOfTakings, findSeasons } from './event-takings.queries.ts';

type Row = EventRow<EventOfTakings>;

/** The seasons with an event, newest first. */
export const listSeasons = (ctx: Context): Promise<number[]> => findSeasons(ctx.db, SEASON_SHIFT);

/** The takings of each event of a season, by month. */
export async function showSeason(ctx: Context, season = seasonOf(ctx.clock.now())): Promise<SeasonView> {
  const rows = await readRows(ctx, await findEventsOfTakings(ctx.db, spanOfSeason(season)));
  const months = [...Map.groupBy(rows, ({ event }) => `${businessNight(event.startsAt).slice(0, 7)}-01`)];
  return {
    season,
    seasons: await listSeasons(ctx),
    months: months.map(([month, ofMonth]) => ({ month, items: ofMonth.map(toItem), sums: sumsOf(ofMonth) })),
    sums: sumsOf(rows),
  };
}

/** The takings of each season, newest first. */
export async function showSeasons(ctx: Context): Promise<SeasonsView> {
  const rows = await readRows(ctx, await findEventsOfTakings(ctx.db));
  const bySeason = [...Map.groupBy(rows, ({ event }) => seasonOf(event.startsAt))].sort(([a], [b]) => b - a);
  return { items: bySeason.map(([season, ofSeason]) => ({ season, sums: sumsOf(ofSeason) })), sums: sumsOf(rows) };
}

type Sum = Pick<Row, 'currency' | 'sold' | 'given' | 'came' | 'grossTetri' | 'refundedTetri'>;

const wire = ({ currency, sold, given, came, grossTetri, refundedTetri }: Sum): TakingsSum => ({
  currency,
  sold,
  given,
  came,
  gross: toGel(grossTetri),
  refunded: toGel(refundedTetri),
  net: toGel(grossTetri - refundedTetri),
});

const toItem = ({ event: { id, name, nameLat, state, startsAt }, offered, capacity, ...row }: Row): EventTakings => ({
  ...wire(row),
  offered,
  capacity,
  event: { id, name, nameLat, state, startDate: toWireTime(startsAt) },
});

/** One sum for each currency, the club's first. */
function sumsOf(rows: readonly Row[]): TakingsSum[] {
  const byCurrency = Map.groupBy(
    [...rows].sort((a, b) => Number(b.currency === CURRENCY) - Number(a.currency === CURRENCY)),
    (row) => row.currency,
  );
  return [...byCurrency].map(([currency, group]) => {
    const total = (name: 'sold' | 'given' | 'came' | 'grossTetri' | 'refundedTetri') => group.reduce((sum, row) => sum + row[name], 0);
    return wire({
      currency,
      sold: total('sold'),
      given: total('given'),
      came: total('came'),
      grossTetri: total('grossTetri'),
      refundedTetri: total('refundedTetri'),
    });
  });
}
