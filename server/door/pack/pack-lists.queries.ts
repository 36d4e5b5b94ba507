import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { doorListEntries, doorLists } from '#server/sales/lists/lists.table.ts';

/** The lists of an event that have not ended, each with its entries, those that were taken off, too: by list and name. */
export const findPackLists = (db: Db, eventId: number) =>
  db
    .select({
      list: { id: doorLists.id, name: doorLists.name, quota: doorLists.quota, freeUntil: doorLists.freeUntil },
      entry: {
        id: doorListEntries.id,
        firstName: doorListEntries.firstName,
        lastName: doorListEntries.lastName,
        plusOnes: doorListEntries.plusOnes,
        removedAt: doorListEntries.removedAt,
      },
    })
    .from(doorLists)
    .leftJoin(doorListEntries, eq(doorListEntries.listId, doorLists.id))
    .where(and(eq(doorLists.eventId, eventId), isNull(doorLists.endedAt)))
    .orderBy(
      asc(doorLists.name),
      asc(doorLists.id),
      asc(doorListEntries.firstName),
      asc(doorListEntries.lastName),
      asc(doorListEntries.id),
    );
export type PackListRow = Awaited<ReturnType<typeof findPackLists>>[number];
