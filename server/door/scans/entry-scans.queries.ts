import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { guestListEntries, guestLists } from '#server/sales/tables/guest-lists.table.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

type Which = { eventId: number; entryIds: readonly number[] };

/** Locks the lists of an event with these entries, in the order of their ids, so that their last places are given once. */
export async function lockLists(db: Db, { eventId, entryIds }: Which): Promise<number[]> {
  const listIds = db
    .select({ id: guestListEntries.listId })
    .from(guestListEntries)
    .where(inArray(guestListEntries.id, [...entryIds]));
  const rows = await db
    .select({ id: guestLists.id })
    .from(guestLists)
    .where(and(eq(guestLists.eventId, eventId), inArray(guestLists.id, listIds)))
    .orderBy(asc(guestLists.id))
    .for('no key update', { of: guestLists });
  return rows.map(({ id }) => id);
}

/** Those of these entries that are on lists of an event, with what their lists allow. */
export const findEntries = (db: Db, { eventId, entryIds }: Which) =>
  db
    .select({
      id: guestListEntries.id,
      listId: guestLists.id,
      plusOnes: guestListEntries.plusOnes,
      removedAt: guestListEntries.removedAt,
      endedAt: guestLists.endedAt,
      quota: guestLists.quota,
      freeUntil: guestLists.freeUntil,
    })
    .from(guestListEntries)
    .innerJoin(guestLists, eq(guestLists.id, guestListEntries.listId))
    .where(and(eq(guestLists.eventId, eventId), inArray(guestListEntries.id, [...entryIds])))
    .orderBy(asc(guestListEntries.id));

/** The entries that are named, or whose valid ticket is, with that ticket: one of the places of its entry. */
export async function findLinks(db: Db, { entryIds, ticketIds }: { entryIds: readonly number[]; ticketIds: readonly number[] }) {
  if (entryIds.length + ticketIds.length === 0) return [];
  return db
    .select({ entryId: guestListEntries.id, ticketId: tickets.id })
    .from(guestListEntries)
    .innerJoin(orderLines, eq(orderLines.orderId, guestListEntries.orderId))
    .innerJoin(tickets, eq(tickets.orderLineId, orderLines.id))
    .where(and(eq(tickets.state, 'valid'), or(inArray(guestListEntries.id, [...entryIds]), inArray(tickets.id, [...ticketIds]))))
    .orderBy(asc(tickets.id));
}
export type EntryLink = Awaited<ReturnType<typeof findLinks>>[number];
