import { recordAction, recordLinkAction } from '#server/platform/audit/audit.ts';
import { requireConfirmedBefore, requireConfirmedForMany } from '#server/platform/audit/many-commands.ts';
import { type Context, inPart } from '#server/platform/context.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/staff/audit.contract.ts';
import { type AddedNames, LATER_REFUSALS } from '#shared/staff/lists.contract.ts';
import { type EntriesInput, type EntryInput, NAMES_A_LIST } from '#shared/staff/lists.schemas.ts';
import {
  givesFreely,
  giveTicketAgain,
  giveTicketsOnList,
  isMailed,
  NO_TICKET,
  refuseTicketsOnList,
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
 * Adds names in their order. Those with an address get a complimentary ticket, in groups with a transaction each. What can be known before is
 * refused for all names; when a later group is refused, the names before it stay, and the answer says so (`added`, `refusal`). @throws
 * not_found, event_ended, conflict when the list has ended, list_late after its hour, list_long, list_quota (`params`: how many people are
 * `left` of the `quota`), confirmation_required for many tickets, and what `refuseTicketsOnList` and `giveTicketsOnList` throw
 */
export async function addEntries<View>(
  ctx: Context,
  listId: number,
  { entries, language = DEFAULT_LANGUAGE }: EntriesInput,
  show: Show<View>,
): Promise<View & AddedNames> {
  let answer: (View & AddedNames) | undefined;
  const mailed = entries.filter(isMailed).length;
  if (mailed > 0 && givesFreely(ctx)) await requireConfirmedBefore(ctx, mailed);
  for (const group of groupsOf(entries)) {
    const from = answer?.added ?? 0;
    const added = from + group.length;
    const isLast = added === entries.length;
    const part = { group, rest: entries.slice(from), language };
    const showPart: Show<View & AddedNames> = async (tx, list) => {
      return { ...(await show(tx, list)), added, refusal: isLast ? null : INTERRUPTED };
    };
    const add = (within: Context) => addGroup(within, listId, part, showPart);
    const within = isLast ? ctx : inPart(ctx);
    try {
      answer = await (group.some(isMailed) ? withStockOfList(within, listId, add) : add(within));
    } catch (error) {
      if (!answer) throw error;
      if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'names were added in part');
      return { ...answer, refusal: refusalOf(error) };
    }
  }
  if (!answer) throw new AppError('invalid_input');
  return answer;
}

/** The names of a call in their order, with as many tickets in each group as are given under one lock of the event. */
function groupsOf(entries: readonly EntryInput[]): EntryInput[][] {
  const groups: EntryInput[][] = [];
  let group: EntryInput[] = [];
  for (const entry of entries) {
    if (entry.email !== undefined && group.filter(isMailed).length === MAILS_A_GROUP) {
      groups.push(group);
      group = [];
    }
    group.push(entry);
  }
  return [...groups, group];
}

/** What is left when the server stopped between two groups. */
const INTERRUPTED: AddedNames['refusal'] = { code: 'unavailable', params: {} };

function refusalOf(error: unknown): AddedNames['refusal'] {
  const known = error instanceof AppError ? LATER_REFUSALS.find((code) => code === error.code) : undefined;
  if (known === undefined || !(error instanceof AppError)) return INTERRUPTED;
  return { code: known, params: error.details.params ?? {} };
}

/** `rest`: the names of this group and of those that follow, all of which must fit. */
type Part = { group: readonly EntryInput[]; rest: readonly EntryInput[]; language: Language };

const addGroup = <View>(ctx: Context, listId: number, { group, rest, language }: Part, show: Show<View>): Promise<View> =>
  withList(
    ctx,
    listId,
    async (tx, list) => {
      refuseEnded(list);
      refuseLate(tx, list);
      const before = await makeRoom(tx, list, { names: rest.length, people: countPeople(rest) });
      await refuseTicketsOnList(tx, list, rest.filter(isMailed));
      const tickets = (await giveTicketsOnList(tx, list, group.filter(isMailed), language)).values();
      const rows = group.map(({ email, ...person }) => ({ ...person, ...((email !== undefined && tickets.next().value) || NO_TICKET) }));
      const ids = await insertEntries(tx.db, { listId, createdAt: tx.clock.now() }, rows);
      const given = rows.flatMap(({ orderId }) => orderId ?? []);
      const detail = {
        eventId: list.eventId,
        entries: ids,
        ...(given.length > 0 && { orders: given }),
        before: { people: before },
        after: { people: before + countPeople(group) },
      };
      await record(tx, { action: 'list.names', subject: listSubject(listId), detail });
      if (given.length > 0 && givesFreely(tx)) await requireConfirmedForMany(tx);
    },
    show,
  );

const countPeople = (entries: readonly EntryInput[]): number => entries.reduce((sum, { plusOnes }) => sum + 1 + plusOnes, 0);

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
 * list or the list has ended, list_long, list_quota, confirmation_required, and what `giveTicketsOnList` throws
 */
export function bringBackEntry<View>(ctx: Context, id: number, show: Show<View>): Promise<View> {
  return withEntry(ctx, id, show, async (tx, list, entry) => {
    if (!entry.removedAt) throw new AppError('conflict');
    const people = await makeRoom(tx, list, { names: 1, people: placesOf(entry) });
    const given = await giveTicketAgain(tx, list, entry);
    const { orderId = null, refusedUserId = null } = given ?? {};
    await updateEntry(tx.db, id, { removedAt: null, refusedUserId, ...(orderId !== null && { orderId }) });
    const after = { people: people + placesOf(entry) };
    return { action: 'list.bring_back', before: { people }, after, ...(orderId !== null && { orders: [orderId] }) };
  });
}

/** So many tickets at once hold up a sale beside them for an instant only. */
const MAILS_A_GROUP = 5;

/** `orders`: of the tickets that were given. */
type Change = { action: AuditAction; before: Record<string, number>; after: Record<string, number>; orders?: number[] };

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
        const { action, ...change } = await work(tx, list, entry);
        await record(tx, { action, subject: listSubject(listId), detail: { eventId: list.eventId, entryId: id, ...change } });
        if (change.orders && givesFreely(tx)) await requireConfirmedForMany(tx);
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
