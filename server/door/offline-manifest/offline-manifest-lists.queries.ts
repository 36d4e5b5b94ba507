import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { guestListEntries, guestLists } from '#server/sales/tables/guest-lists.table.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

/**
 * The lists of an event that have not ended, each with its entries that were not removed, by list and name. `ticket`: the valid ticket
 * mailed to an entry.
 */
export const findOfflineManifestLists = (db: Db, eventId: number) =>
  db
    .select({
      list: {
        id: guestLists.id,
        name: guestLists.name,
        allocation: guestLists.allocation,
        freeUntil: guestLists.freeUntil,
        priceTetri: guestLists.priceTetri,
      },
      entry: {
        id: guestListEntries.id,
        firstName: guestListEntries.firstName,
        lastName: guestListEntries.lastName,
        plusOnes: guestListEntries.plusOnes,
      },
      ticket: { id: tickets.id, userId: tickets.userId, eventId: tickets.eventId },
    })
    .from(guestLists)
    .leftJoin(guestListEntries, and(eq(guestListEntries.listId, guestLists.id), isNull(guestListEntries.removedAt)))
    .leftJoin(orderLines, eq(orderLines.orderId, guestListEntries.orderId))
    .leftJoin(tickets, and(eq(tickets.orderLineId, orderLines.id), eq(tickets.state, 'valid')))
    .where(and(eq(guestLists.eventId, eventId), isNull(guestLists.endedAt)))
    .orderBy(
      asc(guestLists.name),
      asc(guestLists.id),
      asc(guestListEntries.firstName),
      asc(guestListEntries.lastName),
      asc(guestListEntries.id),
    );
export type OfflineManifestListRow = Awaited<ReturnType<typeof findOfflineManifestLists>>[number];
