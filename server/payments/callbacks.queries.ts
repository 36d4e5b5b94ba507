import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { paymentCallbacks, payments } from './payments.table.ts';

type Callback = Omit<typeof paymentCallbacks.$inferInsert, 'id' | 'times'>;
/** A callback as often as it had come when it was read. */
export type KeptCallback = { id: number; times: number };

/** Keeps a callback; the same one again is counted and waits to be looked into once more. */
export async function storeCallback(db: Db, callback: Callback): Promise<KeptCallback | undefined> {
  const [row] = await db
    .insert(paymentCallbacks)
    .values(callback)
    .onConflictDoUpdate({
      target: [paymentCallbacks.provider, paymentCallbacks.digest],
      set: { times: sql`${paymentCallbacks.times} + 1`, handledAt: sql`excluded.handled_at` },
    })
    .returning({ id: paymentCallbacks.id, times: paymentCallbacks.times });
  return row;
}

/** Done with, unless it came again meanwhile. */
export async function markHandled(db: Db, { id, times }: KeptCallback, now: Date): Promise<void> {
  await db
    .update(paymentCallbacks)
    .set({ handledAt: now })
    .where(and(eq(paymentCallbacks.id, id), eq(paymentCallbacks.times, times)));
}

export type WaitingCallback = KeptCallback & { paymentId: number };

/** Callbacks that nobody looked into yet, of banks that can be asked, in the order they came. */
export async function findWaitingCallbacks(
  db: Db,
  { afterId, limit, providers }: { afterId: number; limit: number; providers: (typeof payments.$inferSelect)['provider'][] },
): Promise<WaitingCallback[]> {
  return db
    .select({ id: paymentCallbacks.id, times: paymentCallbacks.times, paymentId: payments.id })
    .from(paymentCallbacks)
    .innerJoin(payments, eq(payments.id, paymentCallbacks.paymentId))
    .where(and(isNull(paymentCallbacks.handledAt), gt(paymentCallbacks.id, afterId), inArray(payments.provider, providers)))
    .orderBy(asc(paymentCallbacks.id))
    .limit(limit);
}
