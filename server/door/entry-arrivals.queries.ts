import { and, asc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { doorListEntries, doorLists } from '#server/sales/lists/lists.table.ts';
import { AFTER_END, scans } from './door.table.ts';
import { isAdmission } from './inside.queries.ts';

/** The people who came by each entry of some lists, without those who were taken back, by entry. Entries by which nobody came are left out. */
const findArrivals = (db: Db, which: SQL) =>
  db
    .select({ entryId: doorListEntries.id, listId: doorLists.id, people: sql<number>`sum(${scans.people})::int` })
    .from(doorLists)
    .innerJoin(doorListEntries, eq(doorListEntries.listId, doorLists.id))
    .innerJoin(scans, eq(scans.entryId, doorListEntries.id))
    .where(and(which, isAdmission, ne(scans.reason, AFTER_END)))
    .groupBy(doorListEntries.id, doorLists.id)
    .orderBy(asc(doorListEntries.id));

export const findArrivalsByList = (db: Db, listIds: readonly number[]) => findArrivals(db, inArray(doorLists.id, [...listIds]));

export const findArrivalsAtEvent = (db: Db, eventId: number) => findArrivals(db, eq(doorLists.eventId, eventId));
