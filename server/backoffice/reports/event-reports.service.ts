import { findStock, soldByEvent } from '#server/content/events/event-places.ts';
import { countCame } from '#server/door/inside.queries.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { eventSales } from '#server/sales/tickets/event-sales.queries.ts';
import { CURRENCY } from '#shared/constants.ts';
import { sumMoney } from './event-money.queries.ts';
import { replaceSources } from './sources.queries.ts';
import { countGuests, findChanged, findReport, lockReports, type Numbers, replaceReport, claimChanges } from './event-reports.queries.ts';

const NOTHING = { grossTetri: 0, refundedTetri: 0, sold: 0, given: 0, came: 0, listed: 0, unused: 0, guests: 0, again: 0 };

/** The report of an event in one currency, in whole tetri; people are counted only in the club's currency. */
export type EventRow<Event> = Omit<Numbers, 'eventId'> & { event: Event; offered: number; capacity: number };

/** One row per event, in the given order, and one more for each further currency in which money moved. */
export async function readRows<Event extends { id: number }>(ctx: Context, events: readonly Event[]): Promise<EventRow<Event>[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const stock = new Map((await findStock(ctx.db, ids)).map((row) => [row.id, row]));
  const numbers = Map.groupBy(await readReport(ctx, ids), ({ eventId }) => eventId);
  return events.flatMap((event) => {
    const { offered = 0, capacity = 0 } = stock.get(event.id) ?? {};
    return (numbers.get(event.id) ?? [{ currency: CURRENCY, ...NOTHING }]).map((row) => {
      const places = row.currency === CURRENCY ? { offered, capacity } : { offered: 0, capacity: 0 };
      return { ...row, ...places, event };
    });
  });
}

/** Current reports, the club's currency first: stored ones, and fresh counts for events with uncounted changes. */
async function readReport(ctx: Context, eventIds: readonly number[]): Promise<Numbers[]> {
  // Read before the stored reports: a report stored after this query is only newer.
  const changed = new Set(await findChanged(ctx.db, eventIds));
  const stored = await findReport(
    ctx.db,
    eventIds.filter((id) => !changed.has(id)),
  );
  const all = [...stored, ...(await countReport(ctx, [...changed]))];
  return all.sort((a, b) => Number(b.currency === CURRENCY) - Number(a.currency === CURRENCY) || a.currency.localeCompare(b.currency));
}

/** Counts these events from ledger, tickets and scans. Sequential, because a transaction has one connection. */
async function countReport({ db }: Context, eventIds: readonly number[]): Promise<Numbers[]> {
  if (eventIds.length === 0) return [];
  const money = Map.groupBy(await sumMoney(db, eventIds), ({ eventId }) => eventId);
  const sold = soldByEvent(await eventSales.countSoldPlaces(db, eventIds));
  const given = soldByEvent(await eventSales.countGivenPlaces(db, eventIds));
  const came = await countCame(db, eventIds);
  const guests = new Map((await countGuests(db, eventIds)).map((row) => [row.eventId, row]));
  return eventIds.flatMap((eventId) => {
    const moved = (money.get(eventId) ?? []).map(({ currency, capturedTetri, refundedTetri }) => {
      return { ...NOTHING, eventId, currency, grossTetri: capturedTetri, refundedTetri };
    });
    const people = { ...guests.get(eventId), sold: sold.get(eventId) ?? 0, given: given.get(eventId) ?? 0, ...came.get(eventId) };
    const own = moved.find(({ currency }) => currency === CURRENCY) ?? { ...NOTHING, eventId, currency: CURRENCY };
    return [{ ...own, ...people }, ...moved.filter(({ currency }) => currency !== CURRENCY)];
  });
}

const EVENTS_AT_ONCE = 200;

/** Counts events with uncounted changes, a batch per transaction, and stores their reports. Returns the number of events. */
export async function storeReport(ctx: Context): Promise<number> {
  for (let counted = 0; ;) {
    const some = await withTransaction(ctx, storeSome);
    if (some === 0) return counted;
    counted += some;
  }
}

const storeSome = async (tx: Context): Promise<number> => {
  await lockReports(tx.db);
  // A later commit has its own change row, which waits for the next run.
  const ids = await claimChanges(tx.db, EVENTS_AT_ONCE);
  if (ids.length === 0) return 0;
  const present = await replaceReport(tx.db, ids, await countReport(tx, ids));
  await replaceSources(tx.db, present);
  return ids.length;
};
