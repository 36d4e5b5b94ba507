import { openPersonal } from '#server/accounts/personal-data.ts';
import { countPlacesOf } from '#server/content/events/event-places.ts';
import { type Context, type Keys, requireUser } from '#server/platform/context.ts';
import { toPrice } from '#server/sales/guest-lists/staff-guest-lists.service.ts';
import { eventSales } from '#server/sales/tickets/event-sales.queries.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import type { Places } from '#shared/staff/places.schemas.ts';
import type { Right } from '#shared/staff/rights.ts';
import type { DoorDecision, DoorMinute, TonightView } from '#shared/staff/tonight.contract.ts';
import { businessNight, fromVenue } from '#shared/venue-moments.ts';
import { findArrivalsAtEvent } from './entry-arrivals.queries.ts';
import { countInside, countMinutes } from './inside.queries.ts';
import { listConflicts } from './scans/conflicts.service.ts';
import {
  countArrivals,
  countDecisions,
  countTickets,
  findDecisions,
  findLastEvent,
  findNextEvent,
  findEvent,
  findEventWithin,
  findLists,
  findTicketTypes,
  findRunningEvent,
  type EventRow,
} from './tonight.queries.ts';

const DECISIONS_SHOWN = 20;
/** A business night lasts from 12:00 to 12:00. */
const BUSINESS_NIGHT_HOURS = { from: 12, until: 36 };
const NOTHING = { inside: 0, toCome: 0, scannedLately: 0, scannedBefore: 0, rejected: 0, refused: 0, gross: 0 };

/** The current figures of an event as the caller may see them. @throws unauthorized, event_not_found */
export async function showTonight(ctx: Context, eventId?: number): Promise<TonightView> {
  const { rights } = requireUser(ctx);
  return figuresFor(rights, await readTonight(ctx, eventId));
}

/** The figures for a caller with these rights: gross and prices only with `money.read`. */
export const figuresFor = (rights: readonly Right[], view: TonightView): TonightView =>
  rights.includes('money.read')
    ? view
    : {
        ...view,
        figures: { ...view.figures, gross: null },
        ticketTypes: view.ticketTypes.map((ticketType) => ({ ...ticketType, price: null })),
      };

/** All current figures of an event, by default of the likeliest one. @throws event_not_found */
export async function readTonight(ctx: Context, eventId?: number): Promise<TonightView> {
  const now = ctx.clock.now();
  const event = await chooseEvent(ctx, now, eventId);
  if (!event)
    return { at: toWireTime(now), night: null, figures: NOTHING, quarters: [], conflicts: [], decisions: [], lists: [], ticketTypes: [] };
  const lately = new Date(now.getTime() - QUARTER_MS);
  const tickets = await countTickets(ctx.db, event.id);
  const decided = await countDecisions(ctx.db, event.id, { before: new Date(lately.getTime() - QUARTER_MS), lately, now });
  const inside = await countInside(ctx.db, event.id);
  const arrivals = await countArrivals(ctx.db, event.id);
  const ticketTypes = await findTicketTypes(ctx.db, event.id);
  const soldOf = new Map((await eventSales.countSoldPlaces(ctx.db, [event.id])).map(({ ticketTypeId, sold }) => [ticketTypeId, sold]));
  return {
    at: toWireTime(now),
    night: toEvent(event, await countPlacesOf(ctx, event.id), now),
    figures: {
      inside,
      toCome: tickets.toCome,
      scannedLately: decided.lately,
      scannedBefore: decided.before,
      rejected: decided.rejected,
      refused: decided.refused,
      gross: toGel(tickets.grossTetri),
    },
    quarters: fillQuarters(event, arrivals).map((quarter) => ({ from: toWireTime(quarter.from), arrivals: quarter.arrivals })),
    conflicts: await listConflicts(ctx, event.id),
    decisions: await lastDecisions(ctx, event.id),
    lists: await countByList(ctx, event.id),
    ticketTypes: ticketTypes.map(({ id, name, nameLat, priceTetri, allocation, soldOrReserved }) => {
      const sold = soldOf.get(id) ?? 0;
      return {
        id,
        name,
        nameLat,
        price: priceTetri === null ? null : toGel(priceTetri),
        allocation,
        held: Math.max(0, soldOrReserved - sold),
        sold,
      };
    }),
  };
}

/** Activity at an event's door by minute. @throws event_not_found */
export async function readMinutes({ db }: Context, eventId: number): Promise<{ eventId: number; minutes: DoorMinute[] }> {
  if (!(await findEvent(db, eventId))) throw new AppError('event_not_found');
  const minutes = await countMinutes(db, eventId);
  return { eventId, minutes: minutes.map(({ at, ...minute }) => ({ at: toWireTime(at), ...minute })) };
}

/** The requested event; else the running one, else the one of this business night, else the next, else the last. */
async function chooseEvent({ db }: Context, now: Date, eventId: number | undefined): Promise<EventRow | undefined> {
  if (eventId !== undefined) {
    const found = await findEvent(db, eventId);
    if (!found) throw new AppError('event_not_found');
    return found;
  }
  const running = await findRunningEvent(db, now);
  if (running) return running;
  const day = businessNight(now);
  const span = { from: fromVenue(day, BUSINESS_NIGHT_HOURS.from), until: fromVenue(day, BUSINESS_NIGHT_HOURS.until) };
  const tonight = await findEventWithin(db, span, now);
  return tonight ?? (await findNextEvent(db, now)) ?? findLastEvent(db, now);
}

const toEvent = ({ startsAt, endsAt, state, capacity, licensed, ...event }: EventRow, places: Places, now: Date): TonightView['night'] => ({
  id: event.id,
  name: event.name,
  nameLat: event.nameLat,
  startDate: toWireTime(startsAt),
  endDate: toWireTime(endsAt),
  state,
  places,
  licensed: licensed ?? capacity,
  isRunning: state === 'published' && startsAt <= now && now < endsAt,
});

const lastDecisions = async ({ db, keys }: Context, eventId: number): Promise<DoorDecision[]> =>
  (await findDecisions(db, eventId, DECISIONS_SHOWN)).map((row) => toDecision(keys, row));

type DecisionsWanted = { eventId: number; search: string; before?: number | undefined; limit?: number | undefined };

/** The decisions at an event's door in pages, newest first: all, or those matching a search. @throws event_not_found */
export async function searchDecisions({ db, keys }: Context, { eventId, search, before, limit = PAGE_SIZE }: DecisionsWanted) {
  if (!(await findEvent(db, eventId))) throw new AppError('event_not_found');
  const rows = await findDecisions(db, eventId, limit + 1, { search, before });
  return toPage(
    rows.map((row) => toDecision(keys, row)),
    limit,
  );
}

/** A decision is about a ticket's owner or a guest list entry. */
function toDecision(keys: Keys, { guest, onList, list, people, ...row }: Awaited<ReturnType<typeof findDecisions>>[number]): DoorDecision {
  return {
    id: row.id,
    at: toWireTime(row.decidedAt),
    guest: guest ? whoHolds(keys, guest) : { id: null, firstName: onList?.firstName ?? '', lastName: onList?.lastName ?? '', born: '' },
    ticketId: row.ticketId,
    entry: onList && list !== null ? { id: onList.id, list, people } : null,
    result: row.result,
    reason: row.reason,
    isEventNamed: row.isEventNamed,
    refundableOrderId: row.refundableOrderId,
    undo: row.undo,
    isUndone: row.isUndone,
    door: row.scannerDevice ?? (row.staff ? fullName(row.staff) : ''),
    isAfterRevocation: row.isAfterRevocation,
    refund: row.refundReason === null ? null : { reason: row.refundReason, state: row.refundState },
  };
}

type Holder = { id: number; firstName: string; lastName: string; sealedBirthdate: string };

const whoHolds = (keys: Keys, { sealedBirthdate, ...guest }: Holder): DoorDecision['guest'] => {
  return { ...guest, born: openPersonal(keys, 'birthdate', sealedBirthdate) };
};

async function countByList({ db }: Context, eventId: number): Promise<TonightView['lists']> {
  const lists = await findLists(db, eventId);
  const byList = Map.groupBy(lists.length === 0 ? [] : await findArrivalsAtEvent(db, eventId), ({ listId }) => listId);
  return lists.flatMap(({ endedAt, priceTetri, ...list }) => {
    const arrived = (byList.get(list.id) ?? []).reduce((sum, { people }) => sum + people, 0);
    return endedAt !== null && arrived === 0 ? [] : { ...list, price: toPrice(priceTetri), arrived };
  });
}

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

export const floorToQuarter = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS;

type Span = { startsAt: Date; endsAt: Date };

/**
 * All quarters of an hour of an event with their arrivals: from start to end, extended by earlier or later arrivals, at most a day. An
 * arrival at 23:00 sharp belongs to the quarter that begins then.
 */
export function fillQuarters({ startsAt, endsAt }: Span, arrivals: ReadonlyMap<number, number>): { from: Date; arrivals: number }[] {
  const first = Math.min(floorToQuarter(startsAt.getTime()), ...arrivals.keys());
  const last = Math.max(floorToQuarter(endsAt.getTime() - 1), ...arrivals.keys());
  const length = Math.min(last - first, DAY_MS - QUARTER_MS) / QUARTER_MS + 1;
  return Array.from({ length }, (_, place) => {
    const from = first + place * QUARTER_MS;
    return { from: new Date(from), arrivals: arrivals.get(from) ?? 0 };
  });
}
