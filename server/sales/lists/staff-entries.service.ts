import { recordAction, recordLinkAction } from '#server/platform/audit/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/staff/audit.contract.ts';
import { type EntriesInput, type EntryInput, NAMES_A_LIST } from '#shared/staff/lists.schemas.ts';
import {
  giveTicketAgain,
  giveTicketsOnList,
  isMailed,
  NO_TICKET,
  settleTicket,
  takeTicketOff,
  withStockOfList,
  withTicketOfEntry,
} from './list-tickets.service.ts';
import {
  countOnList,
  type DoorList,
  type DoorListEntry,
  findListOfEntry,
  insertEntries,
  lockEntry,
  updateEntry,
} from './staff-lists.queries.ts';
import { listSubject, type Show, withList } from './staff-lists.service.ts';

/**
 * Adds all of these names or none. Those with an address get a complimentary ticket. @throws not_found, event_ended, conflict when the list has
 * ended, list_late after its hour, list_long, list_quota (`params`: how many people are `left` of the `quota`), and what `giveTicketsOnList` throws
 */
export async function addEntries<View>(
  ctx: Context,
  listId: number,
  { entries, language = DEFAULT_LANGUAGE }: EntriesInput,
  show: Show<View>,
): Promise<View> {
  const add = (within: Context) =>
    withList(
      within,
      listId,
      async (tx, list) => {
        refuseEnded(list);
        refuseLate(tx, list);
        const people = entries.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0);
        const before = await makeRoom(tx, list, { names: entries.length, people });
        const tickets = (await giveTicketsOnList(tx, list, entries.filter(isMailed), language)).values();
        const rows = entries.map(({ email, ...person }) => ({
          ...person,
          ...((email !== undefined && tickets.next().value) || NO_TICKET),
        }));
        const ids = await insertEntries(tx.db, { listId, createdAt: tx.clock.now() }, rows);
        const given = rows.flatMap(({ orderId }) => orderId ?? []);
        const detail = {
          eventId: list.eventId,
          entries: ids,
          ...(given.length > 0 && { orders: given }),
          before: { people: before },
          after: { people: before + people },
        };
        await record(tx, { action: 'list.names', subject: listSubject(listId), detail });
      },
      show,
    );
  return entries.some(isMailed) ? withStockOfList(ctx, listId, add) : add(ctx);
}

/**
 * @throws not_found, event_ended, conflict when the name was taken off or the list has ended, entry_arrived when more people have come, and
 * for more people list_late, list_quota
 */
export function changeEntry<View>(ctx: Context, id: number, { plusOnes }: Pick<EntryInput, 'plusOnes'>, show: Show<View>): Promise<View> {
  return withEntry(ctx, id, show, async (tx, list, entry) => {
    if (entry.removedAt) throw new AppError('conflict');
    const arrived = await countArrived(tx, list, id);
    if (1 + plusOnes < arrived) throw new AppError('entry_arrived', { params: { arrived } });
    const more = plusOnes - entry.plusOnes;
    if (more > 0) {
      refuseLate(tx, list);
      await makeRoom(tx, list, { names: 0, people: more });
    }
    await updateEntry(tx.db, id, { plusOnes });
    await settleTicket(tx, list, { ...entry, plusOnes });
    return { action: 'list.plus_ones', before: { plusOnes: entry.plusOnes }, after: { plusOnes } };
  });
}

/** Its unused ticket is taken back. @throws not_found, event_ended, conflict when it was taken off or the list has ended, entry_arrived when people have come by it */
export function removeEntry<View>(ctx: Context, id: number, show: Show<View>): Promise<View> {
  return withEntry(ctx, id, show, async (tx, list, entry) => {
    if (entry.removedAt) throw new AppError('conflict');
    const arrived = await countArrived(tx, list, id);
    if (arrived > 0) throw new AppError('entry_arrived', { params: { arrived } });
    const { people } = await countOnList(tx.db, list.id);
    if (entry.orderId !== null) await takeTicketOff(tx, list, entry.orderId);
    await updateEntry(tx.db, id, { removedAt: tx.clock.now() });
    return { action: 'list.remove_name', before: { people }, after: { people: people - placesOf(entry) } };
  });
}

/**
 * Undoes a removal, also after the list's hour. Who had a ticket gets a new one. @throws not_found, event_ended, conflict when it is on the
 * list or the list has ended, list_long, list_quota, and what `giveTicketsOnList` throws
 */
export function bringBackEntry<View>(ctx: Context, id: number, show: Show<View>): Promise<View> {
  return withEntry(ctx, id, show, async (tx, list, entry) => {
    if (!entry.removedAt) throw new AppError('conflict');
    const people = await makeRoom(tx, list, { names: 1, people: placesOf(entry) });
    const given = await giveTicketAgain(tx, list, entry);
    const { orderId = null, refusedUserId = null } = given ?? {};
    await updateEntry(tx.db, id, { removedAt: null, refusedUserId, ...(orderId !== null && { orderId }) });
    return { action: 'list.bring_back', before: { people }, after: { people: people + placesOf(entry) } };
  });
}

type Change = { action: AuditAction; before: Record<string, number>; after: Record<string, number> };

/** Changes one entry under the lock of its list, and writes down numbers alone: the log is kept for good, the name is not. */
async function withEntry<View>(
  ctx: Context,
  id: number,
  show: Show<View>,
  work: (tx: Context, list: DoorList, entry: DoorListEntry) => Promise<Change>,
): Promise<View> {
  const listId = await findListOfEntry(ctx.db, id);
  if (listId === undefined) throw new AppError('not_found');
  return withTicketOfEntry(ctx, id, (locked) =>
    withList(
      locked,
      listId,
      async (tx, list) => {
        refuseEnded(list);
        const entry = await lockEntry(tx.db, id);
        if (!entry) throw new AppError('not_found');
        const { action, before, after } = await work(tx, list, entry);
        await record(tx, { action, subject: listSubject(listId), detail: { eventId: list.eventId, entryId: id, before, after } });
      },
      show,
    ),
  );
}

/** Staff write under their name, the owner of a list under its link. */
const record = (tx: Context, action: Parameters<typeof recordAction>[1]): Promise<void> =>
  tx.actor ? recordAction(tx, action) : recordLinkAction(tx, action);

const placesOf = ({ plusOnes }: Pick<DoorListEntry, 'plusOnes'>): number => 1 + plusOnes;

const countArrived = async (tx: Context, { eventId }: DoorList, entryId: number): Promise<number> =>
  (await tx.countEntryArrivals(tx.db, eventId)).find((arrival) => arrival.entryId === entryId)?.people ?? 0;

function refuseEnded({ endedAt }: DoorList): void {
  if (endedAt) throw new AppError('conflict');
}

function refuseLate({ clock }: Context, { freeUntil }: DoorList): void {
  if (freeUntil && clock.now() >= freeUntil) throw new AppError('list_late', { params: { time: timeText(freeUntil) } });
}

/** Returns how many people stand on the list, which has room for these as well. @throws list_long, list_quota */
async function makeRoom(tx: Context, { id, quota }: DoorList, more: { names: number; people: number }): Promise<number> {
  const { names, people } = await countOnList(tx.db, id);
  if (names + more.names > NAMES_A_LIST) throw new AppError('list_long', { params: { left: NAMES_A_LIST - names } });
  if (people + more.people > quota) throw new AppError('list_quota', { params: { left: Math.max(0, quota - people), quota } });
  return people;
}
