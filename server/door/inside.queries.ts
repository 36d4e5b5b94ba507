import { eq, inArray, isNull, and, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { tickets } from '#server/sales/tickets/tickets.table.ts';
import { scans } from './door.table.ts';

/** Scans at an event's door: those that named it, and those of its tickets that named none. */
export const scansAtDoor = (db: Db, eventId: number) =>
  inArray(
    scans.id,
    db
      .select({ id: scans.id })
      .from(scans)
      .where(eq(scans.eventId, eventId))
      .unionAll(
        db
          .select({ id: scans.id })
          .from(tickets)
          .innerJoin(scans, eq(scans.ticketId, tickets.id))
          .where(and(eq(tickets.eventId, eventId), isNull(scans.eventId))),
      ),
  );

/** Somebody came in, with a conflict or without. */
export const isAdmission = sql`(${scans.kind} = 'in' and ${scans.result} in ('accepted', 'conflict'))`;

/** The people inside by scans: in − out ± clicker, never below 0 whatever was counted wrongly. */
export const insideSql = sql<number>`greatest(0, count(*) filter (where ${isAdmission} or ${scans.kind} = 'plus')
  - count(*) filter (where ${scans.kind} in ('undo', 'out', 'minus')))`.mapWith(Number);

export async function countInside(db: Db, eventId: number): Promise<number> {
  const [row] = await db.select({ inside: insideSql }).from(scans).where(scansAtDoor(db, eventId));
  return row?.inside ?? 0;
}
