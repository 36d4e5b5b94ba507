import type { Context } from '#server/platform/context.ts';
import { type Floor, FLOORS, HOME_UPCOMING_COUNT, PAST_EVENTS_LIMIT, UPCOMING_GRACE_MS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { pickEventTexts } from '#shared/events/event-texts.ts';
import type { BasketView, EventView, LineUpView } from '#shared/events/events.contract.ts';
import { hasSaleBegun, isOnSale } from '#shared/events/timing.ts';
import { SOUNDS_URL } from '#shared/media/sounds.ts';
import { toGel } from '#shared/money.ts';
import { guestsKnownOf, ticketsPerPersonAt } from '#shared/tickets/claims.ts';
import {
  type EventRow,
  findEventById,
  findEventsByIds,
  listComingSoonEvents,
  listCurrentEvents,
  listPastEvents,
  listUpcomingEvents,
} from './events.queries.ts';
import { inSaleOrder, isReservedForWaitlist, placesFree, soldTenths } from './ticket-types.ts';

/** Spec §4: an event that began before this moment is no longer upcoming. */
const upcomingSince = (now: Date): Date => new Date(now.getTime() - UPCOMING_GRACE_MS);

type PageInput = { before?: string | undefined; limit?: number | undefined };

/** Returns published events that are not over or began at most six hours ago (spec §4), by start. */
export async function listEvents(ctx: Context): Promise<EventView[]> {
  const now = ctx.clock.now();
  const rows = await listCurrentEvents(ctx.db, now, upcomingSince(now));
  return toEventViews(ctx, rows);
}

/** Returns published events that are over, newest first; `before` (a wire time) pages back by start. */
export async function listEnded(ctx: Context, { before, limit = PAST_EVENTS_LIMIT }: PageInput): Promise<EventView[]> {
  const now = ctx.clock.now();
  const rows = await listPastEvents(ctx.db, now, before === undefined ? now : new Date(before), limit);
  return rows.map((row) => toEventView(ctx, row));
}

/** Returns events marked as coming soon that are not over; without any, the first four upcoming ones (spec §4). */
export async function listSoon(ctx: Context): Promise<{ id: number; event: EventView }[]> {
  const now = ctx.clock.now();
  const marked = await listComingSoonEvents(ctx.db, now);
  const rows = marked.length > 0 ? marked : await listUpcomingEvents(ctx.db, now, upcomingSince(now), HOME_UPCOMING_COUNT);
  return (await toEventViews(ctx, rows)).map((event) => ({ id: event.id, event }));
}

/** Returns an announced event, also one that is past, sold out or cancelled, so that links keep working. @throws event_not_found */
export async function getEvent(ctx: Context, id: number): Promise<EventView> {
  const row = await findEventById(ctx.db, id);
  if (!row || row.state === 'draft') throw new AppError('event_not_found');
  const [event] = await toEventViews(ctx, [row]);
  if (!event) throw new AppError('event_not_found');
  return event;
}

/** Returns events by id for other features, in any state: an unpublished one has no places `available`. Unknown ids are skipped. */
export async function findEventViews(ctx: Context, ids: readonly number[]): Promise<Map<number, EventView>> {
  if (ids.length === 0) return new Map();
  const rows = await findEventsByIds(ctx.db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, toEventView(ctx, row)]));
}

/** Narrows a stored floor; the table has no other numbers. */
export const toFloor = (stored: number): Floor => FLOORS.find((floor) => floor === stored) ?? FLOORS[0];

/** Returns events as clients see them, with the places reserved for the waitlist. */
async function toEventViews(ctx: Context, rows: readonly EventRow[]): Promise<EventView[]> {
  const { db, clock, hooks } = ctx;
  const now = clock.now();
  const ids = rows.filter(({ endsAt }) => endsAt > now).map(({ id }) => id);
  const awaited = ids.length === 0 ? [] : await hooks.eventSales.findAwaited(db, ids);
  const fewestOf = new Map(awaited.map(({ eventId, fewest }) => [eventId, fewest]));
  return rows.map((row) => toEventView(ctx, row, fewestOf.get(row.id)));
}

/** Returns an event as clients see it now (spec §3). `fewestAwaited`: the smallest number of places on its waitlist. */
export function toEventView({ clock, venue }: Context, event: EventRow, fewestAwaited?: number): EventView {
  const now = clock.now();
  const isFree = fewestAwaited === undefined || !isReservedForWaitlist({ ...event, fewestAwaited }, now);
  return {
    id: event.id,
    ...pickEventTexts(event),
    startDate: toWireTime(event.startsAt),
    endDate: toWireTime(event.endsAt),
    eventPhotoUrl: event.photoUrl,
    lineUps: event.lineUps.map(toLineUpView),
    baskets: inSaleOrder(event.ticketTypes, now).map((ticketType) => toBasketView(event, ticketType, { now, isFree })),
    soldTenths: soldTenths(event),
    isCancelled: event.state === 'cancelled',
    isVerifiedOnly: event.verifiedOnly,
    ...(guestsKnownOf(event) !== 'nobody' && { namesRequired: true as const }),
    ticketsPerPerson: ticketsPerPersonAt(event, { now, hours: venue().claimHours }),
    isAwaited: fewestAwaited !== undefined,
  };
}

function toLineUpView(lineUp: EventRow['lineUps'][number]): LineUpView {
  return {
    id: lineUp.id,
    floor: toFloor(lineUp.floor),
    artistName: lineUp.artistName,
    startTime: toWireTime(new Date(lineUp.startsAt)),
    isHeaderLineUp: lineUp.isHeadliner,
    soundUrl: soundUrl(lineUp.sound),
  };
}

export const soundUrl = (file: string | null): string | null => (file === null ? null : `${SOUNDS_URL}/${file}`);

const wireTimeOf = (time: string | null): string | null => (time === null ? null : toWireTime(new Date(time)));

/** `isFree`: the free places are not reserved for the waitlist. */
function toBasketView(
  event: EventRow,
  ticketType: EventRow['ticketTypes'][number],
  { now, isFree }: { now: Date; isFree: boolean },
): BasketView {
  const mayStillSell = event.state === 'published' && now < event.endsAt;
  const free = mayStillSell ? placesFree(ticketType, event) : 0;
  return {
    id: ticketType.id,
    name: ticketType.name,
    nameLat: ticketType.nameLat,
    price: ticketType.priceTetri === null ? null : toGel(ticketType.priceTetri),
    available: isFree && isOnSale(ticketType, now) ? free : 0,
    onSaleFrom: free > 0 && !hasSaleBegun(ticketType, now) ? wireTimeOf(ticketType.onSaleFrom) : null,
    onSaleUntil: wireTimeOf(ticketType.onSaleUntil),
  };
}
