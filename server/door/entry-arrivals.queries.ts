import { and, eq, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/platform/db/client.ts';
import { doorListEntries, doorLists } from '#server/sales/lists/lists.table.ts';
import { AFTER_END, scans } from './door.table.ts';
import { isAdmission } from './inside.queries.ts';

const undos = alias(scans, 'undos');

/** How many people have come in by the entries of an event's door lists, without those that were taken back. */
export function countEntryArrivals(db: Db, eventId: number) {
  const undo = db.select({ id: undos.id }).from(undos).where(eq(undos.undoneScanId, scans.scanId));
  return db
    .select({ entryId: doorListEntries.id, listId: doorListEntries.listId, people: sql<number>`sum(${scans.people})::int` })
    .from(scans)
    .innerJoin(doorListEntries, eq(doorListEntries.id, scans.entryId))
    .innerJoin(doorLists, eq(doorLists.id, doorListEntries.listId))
    .where(and(eq(doorLists.eventId, eventId), isAdmission, sql`${scans.reason} <> ${AFTER_END}`, notExists(undo)))
    .groupBy(doorListEntries.id)
    .orderBy(doorListEntries.id);
}
