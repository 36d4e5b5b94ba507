import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { doorListEntries, doorLists } from '#server/sales/tables/lists.table.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

/**
 * The lists of an event that have not ended, each with its entries that were not taken off: by list and name. `ticket`: the valid one that was
 * mailed to an entry.
 */
export const findPackLists = (db: Db, eventId: number) =>
  db
    .select({
      list: {
        id: doorLists.id,
        name: doorLists.name,
        quota: doorLists.quota,
        freeUntil: doorLists.freeUntil,
        priceTetri: doorLists.priceTetri,
      },
      entry: {
        id: doorListEntries.id,
        firstName: doorListEntries.firstName,
        lastName: doorListEntries.lastName,
        plusOnes: doorListEntries.plusOnes,
      },
      ticket: { id: tickets.id, userId: tickets.userId, eventId: tickets.eventId },
    })
    .from(doorLists)
    .leftJoin(doorListEntries, and(eq(doorListEntries.listId, doorLists.id), isNull(doorListEntries.removedAt)))
    .leftJoin(orderLines, eq(orderLines.orderId, doorListEntries.orderId))
    .leftJoin(tickets, and(eq(tickets.orderLineId, orderLines.id), eq(tickets.state, 'valid')))
    .where(and(eq(doorLists.eventId, eventId), isNull(doorLists.endedAt)))
    .orderBy(
      asc(doorLists.name),
      asc(doorLists.id),
      asc(doorListEntries.firstName),
      asc(doorListEntries.lastName),
      asc(doorListEntries.id),
    );
export type PackListRow = Awaited<ReturnType<typeof findPackLists>>[number];
