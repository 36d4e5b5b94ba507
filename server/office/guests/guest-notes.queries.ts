import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { guestNotes } from './guests.table.ts';

export async function insertNote(db: Db, note: typeof guestNotes.$inferInsert): Promise<number> {
  const [row] = await db.insert(guestNotes).values(note).returning({ id: guestNotes.id });
  if (!row) throw new Error('The note was not written.');
  return row.id;
}

const isNote = (userId: number, id: number) => and(eq(guestNotes.id, id), eq(guestNotes.userId, userId));

export async function hasNote(db: Db, userId: number, id: number): Promise<boolean> {
  return (await db.$count(guestNotes, isNote(userId, id))) > 0;
}

/** Says whether it stood until now. */
export async function markWithdrawn(db: Db, userId: number, id: number, by: { staffId: number; at: Date }): Promise<boolean> {
  const rows = await db
    .update(guestNotes)
    .set({ withdrawnAt: by.at, withdrawnById: by.staffId })
    .where(and(isNote(userId, id), isNull(guestNotes.withdrawnAt)))
    .returning({ id: guestNotes.id });
  return rows.length > 0;
}
