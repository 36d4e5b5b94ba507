import { and, desc, eq, lt } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { eventNotices } from './events.table.ts';

export type EventNotice = typeof eventNotices.$inferSelect;

/** Inserts a notice and returns its id; undefined when holders were already notified of this change. */
export async function insertNotice(db: Db, notice: Omit<typeof eventNotices.$inferInsert, 'id'>): Promise<number | undefined> {
  const [row] = await db.insert(eventNotices).values(notice).onConflictDoNothing().returning({ id: eventNotices.id });
  return row?.id;
}

export async function findNotice(db: Db, id: number): Promise<EventNotice | undefined> {
  const [row] = await db.select().from(eventNotices).where(eq(eventNotices.id, id));
  return row;
}

export async function findLastNotice(db: Db, eventId: number): Promise<EventNotice | undefined> {
  const [row] = await db.select().from(eventNotices).where(eq(eventNotices.eventId, eventId)).orderBy(desc(eventNotices.id)).limit(1);
  return row;
}

/** The cancellation that a later notice takes back. */
export async function findCancellationBefore(db: Db, { id, eventId }: EventNotice): Promise<EventNotice | undefined> {
  const [row] = await db
    .select()
    .from(eventNotices)
    .where(and(eq(eventNotices.eventId, eventId), eq(eventNotices.kind, 'cancelled'), lt(eventNotices.id, id)))
    .orderBy(desc(eventNotices.id))
    .limit(1);
  return row;
}
