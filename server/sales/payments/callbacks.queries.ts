import { and, asc, eq, gt, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { paymentCallbacks, payments } from '#server/sales/tables/payments.table.ts';

export type Callback = Omit<typeof paymentCallbacks.$inferSelect, 'id' | 'times'>;
/** A stored callback, with the number of its arrivals when it was read. */
export type KeptCallback = { id: number; times: number };

/** Identifies a callback, however often it arrives. */
export const callbackKey = ({ provider, digest }: Pick<Callback, 'provider' | 'digest'>): string => `${provider} ${digest}`;

/** Stores callbacks, each once; a repeated one is counted and processed again. Returns them by their key. */
export async function storeCallbacks(db: Db, callbacks: readonly Callback[]): Promise<Map<string, KeptCallback>> {
  const rows = callbacks.map((callback) => ({ ...callback, headers: JSON.stringify(callback.headers) }));
  const kept = await db.execute<{ provider: string; digest: string; id: string; times: number }>(sql`
    insert into payment_callbacks as known (provider, digest, headers, body, is_signed, received_at, payment_id, handled_at)
    select * from unnest(
      ${column(rows, 'provider')}::text[], ${column(rows, 'digest')}::text[], ${column(rows, 'headers')}::jsonb[],
      ${column(rows, 'body')}::text[], ${column(rows, 'isSigned')}::text[], ${column(rows, 'receivedAt')}::timestamptz[],
      ${column(rows, 'paymentId')}::bigint[], ${column(rows, 'handledAt')}::timestamptz[]
    ) as come (provider, digest) order by provider, digest
    on conflict (provider, digest) do update set times = known.times + 1, handled_at = excluded.handled_at
    returning provider, digest, id, times`);
  return new Map(kept.rows.map(({ id, times, ...row }) => [callbackKey(row), { id: Number(id), times }]));
}

/** Marks callbacks as processed unless they arrived again since. Locks them in the order in which they are stored. */
export async function markHandled(db: Db, kept: readonly KeptCallback[], now: Date): Promise<void> {
  await db.execute(sql`
    with seen as (
      select c.id from payment_callbacks c
      join unnest(${column(kept, 'id')}::bigint[], ${column(kept, 'times')}::int[]) as k (id, times) on k.id = c.id and k.times = c.times
      order by c.provider, c.digest for no key update of c
    )
    update payment_callbacks c set handled_at = ${now} from seen where c.id = seen.id`);
}

const withoutContent = { body: '', headers: {} };

/** Deletes the contents of callbacks from before a moment: they have the buyer's name, phone, mail and card. */
export async function emptyCallbacksBefore(db: Db, before: Date): Promise<void> {
  await db
    .update(paymentCallbacks)
    .set(withoutContent)
    .where(and(lt(paymentCallbacks.receivedAt, before), ne(paymentCallbacks.body, '')));
}

/** Deletes the contents of all callbacks about the payments of one person. */
export async function emptyCallbacksOf(db: Db, userId: number): Promise<void> {
  const own = db
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(orders.userId, userId));
  await db.update(paymentCallbacks).set(withoutContent).where(inArray(paymentCallbacks.paymentId, own));
}

export type WaitingCallback = KeptCallback & { payment: typeof payments.$inferSelect };

/** Returns unprocessed callbacks of configured banks with their payments, in order of arrival. */
export async function findWaitingCallbacks(
  db: Db,
  { afterId, limit, providers }: { afterId: number; limit: number; providers: (typeof payments.$inferSelect)['provider'][] },
): Promise<WaitingCallback[]> {
  return db
    .select({ id: paymentCallbacks.id, times: paymentCallbacks.times, payment: payments })
    .from(paymentCallbacks)
    .innerJoin(payments, eq(payments.id, paymentCallbacks.paymentId))
    .where(and(isNull(paymentCallbacks.handledAt), gt(paymentCallbacks.id, afterId), inArray(payments.provider, providers)))
    .orderBy(asc(paymentCallbacks.id))
    .limit(limit);
}
