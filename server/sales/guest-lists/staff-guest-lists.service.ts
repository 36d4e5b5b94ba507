import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, storeAnswer, requireConfirmed, requireRight, requireUser, withTransaction } from '#server/platform/context.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { toGel, toTetri } from '#shared/money.ts';
import type { EventListsView, GuestListEntryView } from '#shared/staff/guest-lists.contract.ts';
import type { GuestListInput } from '#shared/staff/guest-lists.schemas.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { countTicketsOnList } from './list-tickets.queries.ts';
import {
  type GuestList,
  type EventHours,
  findEntries,
  findEventHours,
  findLists,
  insertList,
  shareEvent,
  type ListedEntry,
  type ListFields,
  lockList,
  lockListsOf,
  updateList,
} from './staff-guest-lists.queries.ts';

/** Returns the guest lists of an event with their names and arrivals. @throws event_not_found */
export async function readLists(ctx: Context, eventId: number): Promise<EventListsView> {
  const event = await findEventHours(ctx.db, eventId);
  if (!event) throw new AppError('event_not_found');
  const lists = await findLists(ctx.db, eventId);
  const entries = Map.groupBy(await findEntries(ctx.db, eventId), ({ listId }) => listId);
  const arrivals = await ctx.hooks.countEntryArrivals(ctx.db, eventId);
  const peopleOf = new Map(arrivals.map(({ entryId, people }) => [entryId, people]));
  const views = lists.map(({ id, name, allocation, freeUntil, priceTetri, mailedTickets, endedAt, linkMadeAt, version }) => {
    const own = (entries.get(id) ?? []).map((entry) => toEntryView(entry, peopleOf.get(entry.id) ?? 0));
    return {
      id,
      name,
      allocation,
      freeUntil: freeUntil && toWireTime(freeUntil),
      price: toPrice(priceTetri),
      mailedTickets,
      mailed: own.filter(({ hasTicket, isTicketRefused }) => hasTicket || isTicketRefused).length,
      endedAt: endedAt && toWireTime(endedAt),
      linkMadeAt: linkMadeAt && toWireTime(linkMadeAt),
      version,
      people: own.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0),
      // Includes removed names, whom a phone without a network may have let in.
      arrived: arrivals.reduce((sum, { listId, people }) => sum + (listId === id ? people : 0), 0),
      entries: own,
    };
  });
  return { id: eventId, at: toWireTime(ctx.clock.now()), endsAt: toWireTime(event.endsAt), lists: views };
}

function toEntryView(
  { id, firstName, lastName, plusOnes, note, hasTicket, isTicketRefused, isDuplicate }: ListedEntry,
  arrived: number,
): GuestListEntryView {
  return { id, firstName, lastName, plusOnes, note, arrived, hasTicket, isTicketRefused, isDuplicate };
}

/** What each person on a list pays at the door, in GEL. */
export const toPrice = (tetri: number | null): number | null => (tetri === null ? null : toGel(tetri));

/** The fields that a change without them leaves as they are. */
type Kept = Pick<GuestList, 'priceTetri' | 'mailedTickets'>;
const NEW_LIST: Kept = { priceTetri: null, mailedTickets: 0 };

const toFields = ({ name, allocation, freeUntil, price, mailedTickets }: GuestListInput, kept: Kept): ListFields => ({
  name,
  allocation,
  freeUntil: freeUntil === null ? null : new Date(freeUntil),
  priceTetri: price === undefined ? kept.priceTetri : price && toTetri(price),
  mailedTickets: mailedTickets ?? kept.mailedTickets,
});

/**
 * Only staff who may give tickets set how many a list mails; many need a confirmation. @throws unauthorized, second_factor_missing,
 * forbidden, confirmation_required
 */
function requireMayAllow(tx: Context, { mailedTickets }: ListFields, kept: Kept): void {
  if (mailedTickets === kept.mailedTickets) return;
  requireRight(tx, 'tickets.give');
  if (mailedTickets > kept.mailedTickets) requireConfirmed(tx, true);
}

/** For the audit log, which is permanent: the name of a list is often a person's. */
const writtenDown = ({ allocation, freeUntil, priceTetri, mailedTickets }: ListFields) => ({
  allocation,
  freeUntil,
  priceTetri,
  mailedTickets,
});

/**
 * @throws event_not_found, event_ended, forbidden (tickets that the caller may not give), confirmation_required, invalid_fields (an hour at
 * which the list admits no one)
 */
export function addList(ctx: Context, eventId: number, input: GuestListInput): Promise<EventListsView> {
  return withTransaction(ctx, async (tx) => {
    const event = await shareEvent(tx.db, eventId);
    if (!event) throw new AppError('event_not_found');
    refuseAfter(tx, event);
    const fields = toFields(input, NEW_LIST);
    requireMayAllow(tx, fields, NEW_LIST);
    refuseHourOutside(event, fields);
    const id = await insertList(tx.db, { ...fields, eventId, createdBy: requireUser(tx).userId, createdAt: tx.clock.now() });
    await recordAction(tx, { action: 'list.add', subject: listSubject(id), detail: { eventId, before: null, after: writtenDown(fields) } });
    return storeAnswer(tx, await readLists(tx, eventId));
  });
}

/**
 * @throws not_found, event_ended, conflict when it was changed or ended since, forbidden, confirmation_required and invalid_fields like
 * `addList`
 */
export function changeList(ctx: Context, id: number, { version, ...input }: GuestListInput & { version: number }): Promise<EventListsView> {
  return withTransaction(ctx, async (tx) => {
    const { list, event } = await lockListOfEvent(tx, id);
    if (list.version !== version || list.endedAt) throw new AppError('conflict');
    const fields = toFields(input, list);
    requireMayAllow(tx, fields, list);
    refuseHourOutside(event, fields);
    if (fields.priceTetri !== null && fields.priceTetri !== list.priceTetri) {
      const tickets = await countTicketsOnList(tx.db, id);
      if (tickets > 0) throw new AppError('list_tickets_free', { params: { count: tickets } });
    }
    await updateList(tx.db, id, fields);
    const detail = {
      eventId: list.eventId,
      before: writtenDown(list),
      after: writtenDown(fields),
      ...(fields.name !== list.name && { isRenamed: true }),
    };
    await recordAction(tx, { action: 'list.change', subject: listSubject(id), detail });
    return storeAnswer(tx, await readLists(tx, list.eventId));
  });
}

/** From now on the list admits no one. @throws not_found, event_ended, conflict when it has ended */
export const endList = (ctx: Context, id: number): Promise<EventListsView> => setEnd(ctx, id, 'list.end');

/** @throws not_found, event_ended, conflict when it has not ended */
export const reopenList = (ctx: Context, id: number): Promise<EventListsView> => setEnd(ctx, id, 'list.reopen');

function setEnd(ctx: Context, id: number, action: 'list.end' | 'list.reopen'): Promise<EventListsView> {
  return withTransaction(ctx, async (tx) => {
    const { list } = await lockListOfEvent(tx, id);
    const { eventId, endedAt } = list;
    const end = action === 'list.end' ? tx.clock.now() : null;
    if ((end === null) === (endedAt === null)) throw new AppError('conflict');
    await updateList(tx.db, id, { endedAt: end });
    await recordAction(tx, { action, subject: listSubject(id), detail: { eventId, before: { endedAt }, after: { endedAt: end } } });
    return storeAnswer(tx, await readLists(tx, eventId));
  });
}

export const listSubject = (id: number): string => `list ${id}`;

/**
 * Moves the hours of an event's lists with it by whole days. The lists are locked, so that no concurrent edit sets an hour of the old day.
 */
export async function moveListHours(tx: Context, eventId: number, days: number): Promise<void> {
  for (const { id, freeUntil } of await lockListsOf(tx.db, eventId)) {
    if (freeUntil === null) continue;
    const moved = daysLater(freeUntil, days);
    await updateList(tx.db, id, { freeUntil: moved });
    const detail = { eventId, before: { freeUntil }, after: { freeUntil: moved } };
    await recordAction(tx, { action: 'list.change', subject: listSubject(id), detail });
  }
}

/** Locks a list of an event that is not over, until the transaction ends. @throws not_found, event_ended */
export async function lockListOfEvent(tx: Context, id: number): Promise<{ list: GuestList; event: EventHours }> {
  const list = await lockList(tx.db, id);
  if (!list) throw new AppError('not_found');
  // Read after the lock, which a move of the event holds until its new day is stored.
  const event = await findEventHours(tx.db, list.eventId);
  if (!event) throw new AppError('not_found');
  refuseAfter(tx, event);
  return { list, event };
}

function refuseAfter({ clock }: Context, { endsAt }: EventHours): void {
  if (clock.now() >= endsAt) throw new AppError('event_ended');
}

/** A list admits no one earlier than an hour before the doors, and after the end its hour has no meaning. */
function refuseHourOutside({ startsAt, opensAt, endsAt }: EventHours, { freeUntil }: ListFields): void {
  if (freeUntil && (freeUntil <= (opensAt ?? startsAt) || freeUntil > endsAt))
    throw new AppError('invalid_fields', { errors: { freeUntil: 'validation.list_hour_outside' } });
}
