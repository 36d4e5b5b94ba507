import { recordAction, recordLinkAction } from '#server/platform/audit/audit.ts';
import { requireConfirmedBefore, requireConfirmedForMany } from '#server/platform/audit/many-commands.ts';
import { type Context, inPart, storeAnswer, withTransaction } from '#server/platform/context.ts';
import { withStock } from '#server/sales/inventory/inventory.service.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/staff/audit.contract.ts';
import { type AddedNames, type EventListsView, LATER_REFUSALS } from '#shared/staff/guest-lists.contract.ts';
import { type GuestListEntriesInput, type GuestListEntryInput, NAMES_A_LIST } from '#shared/staff/guest-lists.schemas.ts';
import { findMailedEntry } from './list-tickets.queries.ts';
import {
  givesFreely,
  giveTicketAgain,
  giveTicketsOnList,
  isMailed,
  lockStockOfList,
  lockTicketOfEntry,
  NO_TICKET,
  refuseTicketsOnList,
  settleTicket,
  withdrawTicket,
} from './list-tickets.service.ts';
import {
  countOnList,
  type GuestList,
  type GuestListEntry,
  findListOfEntry,
  insertEntries,
  lockEntry,
  updateEntry,
} from './staff-guest-lists.queries.ts';
import { listSubject, lockListOfEvent, readLists } from './staff-guest-lists.service.ts';

/** The view that a command returns about its locked list: `showAll` for staff, the list alone for its link. */
export type Show<View> = (tx: Context, list: GuestList) => Promise<View>;

export const showAll: Show<EventListsView> = (tx, { eventId }) => readLists(tx, eventId);

/**
 * Adds names in order; those with an address get a complimentary ticket, a few per transaction. After a later refusal, earlier names are
 * kept (`added`, `refusal`). @throws, before any is added, not_found, event_ended, conflict (list ended), list_late, list_long, list_allocation
 * (`params`: people `left` of `allocation`), confirmation_required, and what `refuseTicketsOnList` and `giveTicketsOnList` throw
 */
export async function addEntries<View>(
  ctx: Context,
  listId: number,
  { entries, language = DEFAULT_LANGUAGE }: GuestListEntriesInput,
  show: Show<View>,
): Promise<View & AddedNames> {
  const mailed = entries.filter(isMailed).length;
  if (mailed > 0 && givesFreely(ctx)) await requireConfirmedBefore(ctx, mailed);
  let answer: (View & AddedNames) | undefined;
  for (const group of groupsOf(entries)) {
    try {
      answer = await addGroup(ctx, listId, { group, entries, from: answer?.added ?? 0, language }, show);
    } catch (error) {
      if (!answer) throw error;
      if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'names were added in part');
      return { ...answer, refusal: refusalOf(error) };
    }
  }
  if (!answer) throw new AppError('invalid_input');
  return answer;
}

/** `group`: the names of `entries` that begin at `from`. All later names must fit, too. */
type Part = { group: readonly GuestListEntryInput[]; entries: readonly GuestListEntryInput[]; from: number; language: Language };

function addGroup<View>(
  ctx: Context,
  listId: number,
  { group, entries, from, language }: Part,
  show: Show<View>,
): Promise<View & AddedNames> {
  const added = from + group.length;
  const isLast = added === entries.length;
  const takesPlaces = group.some(isMailed);
  const transaction = takesPlaces ? withStock : withTransaction;
  return transaction(isLast ? ctx : inPart(ctx), async (tx) => {
    if (takesPlaces) await lockStockOfList(tx, listId);
    const { list } = await lockListOfEvent(tx, listId);
    refuseEnded(list);
    refuseLate(tx, list);
    const rest = entries.slice(from);
    const before = await requireAllocation(tx, list, { names: rest.length, people: countPeople(rest) });
    await refuseTicketsOnList(tx, list, rest.filter(isMailed));
    const tickets = (await giveTicketsOnList(tx, list, group.filter(isMailed), language)).values();
    const rows = group.map(({ email, ...person }) => ({ ...person, ...((email !== undefined && tickets.next().value) || NO_TICKET) }));
    const ids = await insertEntries(tx.db, { listId, createdAt: tx.clock.now() }, rows);
    const given = rows.flatMap(({ orderId }) => orderId ?? []);
    const people = { before: { people: before }, after: { people: before + countPeople(group) } };
    await record(tx, list, 'list.names', { entries: ids, ...(given.length > 0 && { orders: given }), ...people });
    if (given.length > 0 && givesFreely(tx)) await requireConfirmedForMany(tx);
    return storeAnswer(tx, { ...(await show(tx, list)), added, refusal: isLast ? null : INTERRUPTED });
  });
}

/** This many tickets at once delay a concurrent sale only for an instant. */
const MAILS_A_GROUP = 5;

/** Splits the names of a call, in order, by how many tickets are given under one lock of the event. */
function groupsOf(entries: readonly GuestListEntryInput[]): GuestListEntryInput[][] {
  const groups: GuestListEntryInput[][] = [];
  let group: GuestListEntryInput[] = [];
  for (const entry of entries) {
    if (entry.email !== undefined && group.filter(isMailed).length === MAILS_A_GROUP) {
      groups.push(group);
      group = [];
    }
    group.push(entry);
  }
  return [...groups, group];
}

/** The refusal of the stored answer in case the server stops between two groups. */
const INTERRUPTED: AddedNames['refusal'] = { code: 'unavailable', params: {} };

function refusalOf(error: unknown): AddedNames['refusal'] {
  const known = error instanceof AppError ? LATER_REFUSALS.find((code) => code === error.code) : undefined;
  if (known === undefined || !(error instanceof AppError)) return INTERRUPTED;
  return { code: known, params: error.details.params ?? {} };
}

const countPeople = (entries: readonly GuestListEntryInput[]): number => entries.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0);

/**
 * @throws not_found, event_ended, conflict when the name was removed or the list has ended, entry_arrived when more people have come, and
 * for more people list_late, list_allocation
 */
export async function changeEntry<View>(
  ctx: Context,
  id: number,
  { plusOnes }: Pick<GuestListEntryInput, 'plusOnes'>,
  show: Show<View>,
): Promise<View> {
  const transaction = await transactionFor(ctx, id);
  return transaction(ctx, async (tx) => {
    const { list, entry } = await lockEntryOnList(tx, id);
    if (entry.removedAt) throw new AppError('conflict');
    const arrived = await countArrived(tx, list, id);
    if (1 + plusOnes < arrived) throw new AppError('entry_arrived', { params: { arrived } });
    const more = plusOnes - entry.plusOnes;
    if (more > 0) {
      refuseLate(tx, list);
      await requireAllocation(tx, list, { names: 0, people: more });
    }
    await updateEntry(tx.db, id, { plusOnes });
    await settleTicket(tx, list, { ...entry, plusOnes });
    await record(tx, list, 'list.plus_ones', { entryId: id, before: { plusOnes: entry.plusOnes }, after: { plusOnes } });
    return storeAnswer(tx, await show(tx, list));
  });
}

/**
 * Revokes its unused ticket. @throws not_found, event_ended, conflict when it was removed or the list has ended, entry_arrived when people
 * came in on it
 */
export async function removeEntry<View>(ctx: Context, id: number, show: Show<View>): Promise<View> {
  const transaction = await transactionFor(ctx, id);
  return transaction(ctx, async (tx) => {
    const { list, entry } = await lockEntryOnList(tx, id);
    if (entry.removedAt) throw new AppError('conflict');
    const arrived = await countArrived(tx, list, id);
    if (arrived > 0) throw new AppError('entry_arrived', { params: { arrived } });
    const { people } = await countOnList(tx.db, list.id);
    if (entry.orderId !== null) await withdrawTicket(tx, list, entry.orderId);
    await updateEntry(tx.db, id, { removedAt: tx.clock.now() });
    await record(tx, list, 'list.remove_name', { entryId: id, before: { people }, after: { people: people - placesOf(entry) } });
    return storeAnswer(tx, await show(tx, list));
  });
}

/**
 * Restores a removed entry, also after the list's hour; one that had a ticket gets a new one. @throws not_found, event_ended, conflict when
 * it is on the list or the list has ended, list_long, list_allocation, confirmation_required, and what `giveTicketsOnList` throws
 */
export async function bringBackEntry<View>(ctx: Context, id: number, show: Show<View>): Promise<View> {
  const transaction = await transactionFor(ctx, id);
  return transaction(ctx, async (tx) => {
    const { list, entry } = await lockEntryOnList(tx, id);
    if (!entry.removedAt) throw new AppError('conflict');
    const people = await requireAllocation(tx, list, { names: 1, people: placesOf(entry) });
    const given = await giveTicketAgain(tx, list, entry);
    const { orderId = null, refusedUserId = null } = given ?? {};
    await updateEntry(tx.db, id, { removedAt: null, refusedUserId, ...(orderId !== null && { orderId }) });
    const change = { before: { people }, after: { people: people + placesOf(entry) } };
    await record(tx, list, 'list.bring_back', { entryId: id, ...change, ...(orderId !== null && { orders: [orderId] }) });
    if (orderId !== null && givesFreely(tx)) await requireConfirmedForMany(tx);
    return storeAnswer(tx, await show(tx, list));
  });
}

/** An entry with an address queues for the event's stock, like a sale. */
const transactionFor = async (ctx: Context, id: number) => ((await findMailedEntry(ctx.db, id)) ? withStock : withTransaction);

/** Locks an entry with its ticket and its list. @throws not_found, event_ended, conflict when the list has ended */
async function lockEntryOnList(tx: Context, id: number): Promise<{ list: GuestList; entry: GuestListEntry }> {
  const listId = await findListOfEntry(tx.db, id);
  if (listId === undefined) throw new AppError('not_found');
  await lockTicketOfEntry(tx, id);
  const { list } = await lockListOfEvent(tx, listId);
  refuseEnded(list);
  const entry = await lockEntry(tx.db, id);
  if (!entry) throw new AppError('not_found');
  return { list, entry };
}

type Detail = { before: Record<string, number>; after: Record<string, number> } & Record<string, unknown>;

/**
 * Staff are recorded by name, the owner of a list by its link. The audit log is permanent and names are not, so it has only numbers.
 * `orders`: of the given tickets.
 */
function record(tx: Context, { id, eventId }: GuestList, action: AuditAction, detail: Detail): Promise<void> {
  const entry = { action, subject: listSubject(id), detail: { eventId, ...detail } };
  return tx.actor ? recordAction(tx, entry) : recordLinkAction(tx, entry);
}

const placesOf = ({ plusOnes }: Pick<GuestListEntry, 'plusOnes'>): number => 1 + plusOnes;

const countArrived = async (tx: Context, { eventId }: GuestList, entryId: number): Promise<number> =>
  (await tx.hooks.countEntryArrivals(tx.db, eventId)).find((arrival) => arrival.entryId === entryId)?.people ?? 0;

function refuseEnded({ endedAt }: GuestList): void {
  if (endedAt) throw new AppError('conflict');
}

function refuseLate({ clock }: Context, { freeUntil }: GuestList): void {
  if (freeUntil && clock.now() >= freeUntil) throw new AppError('list_late', { params: { time: timeText(freeUntil) } });
}

/** Returns how many people are on the list, once it has room for these as well. @throws list_long, list_allocation */
async function requireAllocation(tx: Context, { id, allocation }: GuestList, more: { names: number; people: number }): Promise<number> {
  const { names, people } = await countOnList(tx.db, id);
  if (names + more.names > NAMES_A_LIST) throw new AppError('list_long', { params: { left: NAMES_A_LIST - names } });
  if (people + more.people > allocation)
    throw new AppError('list_allocation', { params: { left: Math.max(0, allocation - people), allocation } });
  return people;
}
