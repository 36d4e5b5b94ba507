import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { payments } from './payments.table.ts';

/**
 * Ends all but the newest `keep` unpaid bank orders of each of these people. What the bank knows of is watched from the end of its
 * session on. One that is being settled at this moment is left to that: nobody waits for its lock.
 */
export async function endSurplusPayments(db: Db, userIds: readonly number[], { keep, now }: { keep: number; now: Date }): Promise<void> {
  await db.execute(sql`
    with ranked as (
      select p.id, row_number() over (partition by o.user_id order by p.id desc) as place
      from orders o join payments p on p.order_id = o.id
      where o.user_id = any(${sql.param(userIds)}::int[]) and o.state = 'pending' and p.state in ('created', 'pending') and p.amount_tetri > 0
    ), surplus as (
      select id, order_id from payments
      where id in (select id from ranked where place > ${keep}) and state in ('created', 'pending')
      order by id for no key update skip locked
    ), ended as (
      update orders set state = 'failed', settled_at = ${now} from surplus where orders.id = surplus.order_id
    )
    update payments set state = 'failed', failure_reason = 'replaced', settled_at = ${now},
      is_watched = provider_order_id is not null, check_at = greatest(expires_at, ${now})
    from surplus where payments.id = surplus.id`);
}

/** The bank has a final word about these: nothing is awaited any more. */
export async function stopWatching(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .update(payments)
      .set({ isWatched: false })
      .where(sql`${payments.id} = any(${sql.param(ids)}::bigint[])`);
}
