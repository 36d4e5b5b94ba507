import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { payments } from './payments.table.ts';

/** True for the one who may ask the bank to open this payment; asking is written down before it is done. */
export async function markAsked(db: Db, id: number, askedAt: Date): Promise<boolean> {
  const rows = await db
    .update(payments)
    .set({ askedAt })
    .where(and(eq(payments.id, id), eq(payments.state, 'created'), isNull(payments.askedAt)))
    .returning({ id: payments.id });
  return rows.length > 0;
}
