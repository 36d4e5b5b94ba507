import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { doorListEntries, doorLists } from '#server/sales/tables/lists.table.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

type Which = { eventId: number; entryIds: readonly number[] };

/** Locks the lists of an event with these entries, in the order of their ids, so that their last places are given once. */
export async function lockLists(db: Db, { eventId, entryIds }: Which): Promise<number[]> {
  const listIds = db
    .select({ id: doorListEntries.listId })
    .from(doorListEntries)
    .where(inArray(doorListEntries.id, [...entryIds]));
  const rows = await db
    .select({ id: doorLists.id })
    .from(doorLists)
    .where(and(eq(doorLists.eventId, eventId), inArray(doorLists.id, listIds)))
    .orderBy(asc(doorLists.id))
    .for('no key update', { of: doorLists });
  return rows.map(({ id }) => id);
}

/** Those of these entries that are on lists of an event, with what their lists allow. */
export const findEntries = (db: Db, { eventId, entryIds }: Which) =>
  db
    .select({
      id: doorListEntries.id,
      listId: doorLists.id,
      plusOnes: doorListEntries.plusOnes,
      removedAt: doorListEntries.removedAt,
      endedAt: doorLists.endedAt,
      quota: doorLists.quota,
      freeUntil: doorLists.freeUntil,
    })
    .from(doorListEntries)
    .innerJoin(doorLists, eq(doorLists.id, doorListEntries.listId))
    .where(and(eq(doorLists.eventId, eventId), inArray(doorListEntries.id, [...entryIds])))
    .orderBy(asc(doorListEntries.id));

/** The entries that are named, or whose valid ticket is, with that ticket: one of the places of its entry. */
export async function findLinks(db: Db, { entryIds, ticketIds }: { entryIds: readonly number[]; ticketIds: readonly number[] }) {
  if (entryIds.length + ticketIds.length === 0) return [];
  return db
    .select({ entryId: doorListEntries.id, ticketId: tickets.id })
    .from(doorListEntries)
    .innerJoin(orderLines, eq(orderLines.orderId, doorListEntries.orderId))
    .innerJoin(tickets, eq(tickets.orderLineId, orderLines.id))
    .where(and(eq(tickets.state, 'valid'), or(inArray(doorListEntries.id, [...entryIds]), inArray(tickets.id, [...ticketIds]))))
    .orderBy(asc(tickets.id));
}
export type EntryLink = Awaited<ReturnType<typeof findLinks>>[number];
