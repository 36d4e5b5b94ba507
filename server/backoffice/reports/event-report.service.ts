import { sumViews } from '#server/content/page-views/page-views.queries.ts';
import type { Context } from '#server/platform/context.ts';
import { type ReportedEvent, findReportedEvent } from './reported-events.queries.ts';
import { CURRENCY } from '#shared/constants.ts';
import { venueDay } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { EventReportView, SalesCurve, SalesPart } from '#shared/staff/reports.contract.ts';
import { businessNight } from '#shared/venue-moments.ts';
import { readRows } from './event-reports.service.ts';
import { countClaims } from './claims.queries.ts';
import { type DayOfSales, findComparable, findDaysOfSales } from './sales-curve.queries.ts';
import { findPromoCodeNames, findPromoterNames, findTicketTypeNames, findSoldLines, type SoldLines } from './sales-parts.queries.ts';
import { findSources } from './sources.queries.ts';
import { sumsOf, toWireEvent } from './wire-report.ts';

/** The full report of one event. @throws event_not_found */
export async function showEventReport(ctx: Context, id: number): Promise<EventReportView> {
  const event = await findReportedEvent(ctx.db, id);
  if (!event) throw new AppError('event_not_found');
  const now = ctx.clock.now();
  const rows = await readRows(ctx, [event]);
  const lines = await findSoldLines(ctx.db, id);
  const promoterIds = lines.flatMap(({ promoterId }) => promoterId ?? []);
  return {
    event: toWireEvent(event),
    capacity: rows[0]?.capacity ?? 0,
    claims: await countClaims(ctx.db, id),
    sums: sumsOf(rows, now),
    daysLeft: Math.max(0, (Date.parse(businessNight(event.startsAt)) - Date.parse(venueDay(now))) / DAY_MS),
    curves: await readCurves(ctx, event),
    byTicketType: partsBy(lines, ({ ticketTypeId }) => ticketTypeId, await findTicketTypeNames(ctx.db, id)),
    byPromoter: partsBy(lines, ({ promoterId }) => promoterId, await findPromoterNames(ctx.db, promoterIds)),
    byCode: partsBy(lines, ({ promoCodeId }) => promoCodeId, await findPromoCodeNames(ctx.db, id)),
    bySource: await findSources(ctx.db, [id]),
    pageViews: await sumViews(ctx.db, { path: paths.event(id) }),
  };
}

/** The sales curves of an event and of its comparable events. */
async function readCurves(ctx: Context, event: ReportedEvent): Promise<SalesCurve[]> {
  const compared = [event, ...(await findComparable(ctx.db, event, ctx.clock.now()))];
  const doors = compared.map(({ id, startsAt }) => ({ eventId: id, day: businessNight(startsAt) }));
  const days = Map.groupBy(await findDaysOfSales(ctx.db, doors), ({ eventId }) => eventId);
  return compared.map((each) => ({ event: toWireEvent(each), points: pointsOf(days.get(each.id) ?? []) }));
}

function pointsOf(days: readonly DayOfSales[]): SalesCurve['points'] {
  let sold = 0;
  return days.map(({ daysBefore, change }) => ({ daysBefore, sold: (sold += change) }));
}

type Name = { id: number; name: string; nameLat: string };

/** The parts sorted by name, the club's currency first, those without a name last. */
function partsBy(lines: readonly SoldLines[], keyOf: (line: SoldLines) => number | null, names: readonly Name[]): SalesPart[] {
  const groups = Map.groupBy(lines, keyOf);
  const named = [...names, { id: null, name: null, nameLat: null }];
  return named.flatMap(({ id, name, nameLat }) => {
    const byCurrency = [...Map.groupBy(groups.get(id) ?? [], ({ currency }) => currency)];
    byCurrency.sort(([a], [b]) => Number(b === CURRENCY) - Number(a === CURRENCY) || a.localeCompare(b));
    return byCurrency.map(([currency, group]) => ({ key: `${id ?? 'none'} ${currency}`, name, nameLat, currency, ...sumOfLines(group) }));
  });
}

function sumOfLines(lines: readonly SoldLines[]) {
  const total = (of: (line: SoldLines) => number): number => lines.reduce((sum, line) => sum + of(line), 0);
  const [gross, refunded] = [total(({ grossTetri }) => grossTetri), total(({ refundedTetri }) => refundedTetri)];
  return {
    sold: total(({ sold }) => sold),
    back: total(({ back }) => back),
    gross: toGel(gross),
    refunded: toGel(refunded),
    net: toGel(gross - refunded),
  };
}
