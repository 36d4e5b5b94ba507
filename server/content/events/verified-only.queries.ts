import { eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { events } from './events.table.ts';

/** Whom a night takes, kept from changing until the transaction ends; carts and checkouts of the night wait meanwhile. */
export async function lockAdmission(db: Db, eventId: number): Promise<{ verifiedOnly: boolean } | undefined> {
  const [row] = await db.select({ verifiedOnly: events.verifiedOnly }).from(events).where(eq(events.id, eventId)).for('update');
  return row;
}

export async function setAdmission(db: Db, eventId: number, verifiedOnly: boolean): Promise<void> {
  await db.update(events).set({ verifiedOnly }).where(eq(events.id, eventId));
}
