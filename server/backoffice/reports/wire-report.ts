import type { ReportedEvent } from './reported-events.queries.ts';
import { CURRENCY } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { toGel } from '#shared/money.ts';
import type { EventReport, NumberedEvent, ReportSum } from '#shared/staff/reports.contract.ts';
import type { EventRow } from './event-reports.service.ts';

type Row = EventRow<ReportedEvent>;

export const toWireEvent = ({ id, name, nameLat, state, startsAt }: ReportedEvent): NumberedEvent => ({
  id,
  name,
  nameLat,
  state,
  startDate: toWireTime(startsAt),
});

/** There are no no-shows before the end of the event. */
const noShowsOf = ({ event, unused }: Row, now: Date): number | null => (event.endsAt <= now ? unused : null);

export const toWireReport = (row: Row, now: Date): EventReport => ({
  event: toWireEvent(row.event),
  offered: row.offered,
  capacity: row.capacity,
  currency: row.currency,
  sold: row.sold,
  given: row.given,
  came: row.came,
  listed: row.listed,
  noShows: noShowsOf(row, now),
  guests: row.guests,
  again: row.again,
  gross: toGel(row.grossTetri),
  refunded: toGel(row.refundedTetri),
  net: toGel(row.grossTetri - row.refundedTetri),
});

/** One sum for each currency, the club's first. */
export function sumsOf(rows: readonly Row[], now: Date): ReportSum[] {
  const byCurrency = [...Map.groupBy(rows, ({ currency }) => currency)].sort(([a], [b]) => Number(b === CURRENCY) - Number(a === CURRENCY));
  return byCurrency.map(([currency, group]) => {
    const total = (of: (row: Row) => number): number => group.reduce((sum, row) => sum + of(row), 0);
    const [gross, refunded] = [total(({ grossTetri }) => grossTetri), total(({ refundedTetri }) => refundedTetri)];
    const isAnyOver = group.some(({ event }) => event.endsAt <= now);
    return {
      currency,
      sold: total(({ sold }) => sold),
      given: total(({ given }) => given),
      came: total(({ came }) => came),
      listed: total(({ listed }) => listed),
      noShows: isAnyOver ? total((row) => noShowsOf(row, now) ?? 0) : null,
      guests: total(({ guests }) => guests),
      again: total(({ again }) => again),
      gross: toGel(gross),
      refunded: toGel(refunded),
      net: toGel(gross - refunded),
    };
  });
}
