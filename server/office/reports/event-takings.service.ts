import { countPlaces, NO_PLACES } from '#server/content/events/event-places.ts';
import { countCame } from '#server/door/inside.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { CURRENCY } from '#shared/constants.ts';
import { businessNight, toWireTime } from '#shared/dates.ts';
import { toGel } from '#shared/money.ts';
import { SEASON_SHIFT, seasonOf, spanOfSeason } from '#shared/season.ts';
import type { EventTakings, SeasonsView, SeasonView, TakingsSum } from '#shared/staff/takings.contract.ts';
import { type EventOfTakings, findEventsOfTakings, findSeasons, sumMoney } from './event-takings.queries.ts';

/** In whole tetri, so that sums are exact. */
type Row = {
  event: EventOfTakings;
  currency: string;
  sold: number;
  given: number;
  came: number;
  offered: number;
  room: number;
  grossTetri: number;
  refundedTetri: number;
};

/** The seasons with an event, newest first. */
export const listSeasons = (ctx: Context): Promise<number[]> => findSeasons(ctx.db, SEASON_SHIFT);

/** What each event of a season earned, by month. */
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

/** What each season earned, the newest first. */
export async function showSeasons(ctx: Context): Promise<SeasonsView> {
  const rows = await readRows(ctx, await findEventsOfTakings(ctx.db));
  const bySeason = [...Map.groupBy(rows, ({ event }) => seasonOf(event.startsAt))].sort(([a], [b]) => b - a);
  return { items: bySeason.map(([season, ofSeason]) => ({ season, sums: sumsOf(ofSeason) })), sums: sumsOf(rows) };
}

/** Places belong to the row in the club's currency. */
const NOT_COUNTED = { sold: 0, given: 0, came: 0, offered: 0, room: 0 };

/** A row for each event, and for each further currency in which money moved. */
async function readRows(ctx: Context, events: readonly EventOfTakings[]): Promise<Row[]> {
  const ids = events.map(({ id }) => id);
  const places = await countPlaces(ctx, ids);
  const came = ids.length === 0 ? new Map<number, number>() : await countCame(ctx.db, ids);
  const money = Map.groupBy(await sumMoney(ctx.db, ids), ({ eventId }) => eventId);
  return events.flatMap((event) => {
    const { sold, given, offered, room } = places.get(event.id) ?? NO_PLACES;
    const moved = (money.get(event.id) ?? []).map(({ currency, capturedTetri, refundedTetri }) => ({
      event,
      currency,
      grossTetri: capturedTetri,
      refundedTetri,
      ...NOT_COUNTED,
    }));
    const own = moved.find(({ currency }) => currency === CURRENCY) ?? { event, currency: CURRENCY, grossTetri: 0, refundedTetri: 0 };
    const counts = { sold, given, offered, room, came: came.get(event.id) ?? 0 };
    return [{ ...own, ...counts }, ...moved.filter(({ currency }) => currency !== CURRENCY)];
  });
}

const wire = ({ currency, sold, given, came, grossTetri, refundedTetri }: Omit<Row, 'event' | 'offered' | 'room'>): TakingsSum => ({
  currency,
  sold,
  given,
  came,
  gross: toGel(grossTetri),
  refunded: toGel(refundedTetri),
  net: toGel(grossTetri - refundedTetri),
});

const toItem = ({ event: { startsAt, ...event }, offered, room, ...row }: Row): EventTakings => ({
  ...wire(row),
  offered,
  room,
  event: { ...event, startDate: toWireTime(startsAt) },
});

/** One sum for each currency, the club's own first. */
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
