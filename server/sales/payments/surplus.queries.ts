import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { payments } from './payments.table.ts';

/**
 * Ends all but the newest `keep` unpaid bank orders of each of these users. Those known to the bank are checked after their session ends.
 * One that is being settled at this moment is skipped: nobody waits for its lock.
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

/** Ends the checks of payments with a final status. */
export async function stopWatching(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0)
    await db
      .update(payments)
      .set({ isWatched: false })
      .where(sql`${payments.id} = any(${sql.param(ids)}::bigint[])`);
}
