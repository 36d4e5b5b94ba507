import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { doorListEntries, doorLists } from '#server/sales/lists/lists.table.ts';

/** The lists of an event that have not ended, each with its entries that were not taken off: by list and name. */
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
    })
    .from(doorLists)
    .leftJoin(doorListEntries, and(eq(doorListEntries.listId, doorLists.id), isNull(doorListEntries.removedAt)))
    .where(and(eq(doorLists.eventId, eventId), isNull(doorLists.endedAt)))
    .orderBy(
      asc(doorLists.name),
      asc(doorLists.id),
      asc(doorListEntries.firstName),
      asc(doorListEntries.lastName),
      asc(doorListEntries.id),
    );
export type PackListRow = Awaited<ReturnType<typeof findPackLists>>[number];
