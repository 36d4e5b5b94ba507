import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';

type EventMoney = { eventId: number; currency: string; capturedTetri: number; refundedTetri: number };

/** Payments and refunds of these events from the ledger; events without any are left out. */
export async function sumMoney(db: Db, eventIds: readonly number[]): Promise<EventMoney[]> {
  if (eventIds.length === 0) return [];
  const { rows } = await db.execute<{ [Name in keyof EventMoney]: string }>(moneyOf(eventIds));
  return rows.map((row) => ({
    eventId: Number(row.eventId),
    currency: row.currency,
    capturedTetri: Number(row.capturedTetri),
    refundedTetri: Number(row.refundedTetri),
  }));
}

export const moneyOf = (eventIds: readonly number[]): SQL => sql`
  with ${partsOf(eventIds)}
  select event_id as "eventId", currency, sum(greatest(tetri, 0)) as "capturedTetri", sum(greatest(-tetri, 0)) as "refundedTetri"
  from parts group by 1, 2 order by 1, 2`;

/**
 * Common table expressions that end with `parts`: the bank account's ledger entries, split by event, in whole tetri. An entry belongs to
 * the events of the tickets that its refund ended, otherwise to those of its order. It is split by price, and the first event gets the
 * remainder, so that the parts add up to the entry.
 */
export const partsOf = (eventIds: readonly number[]): SQL => {
  const ids = sql`any(${sql.param(eventIds)}::int[])`;
  // Nearly all orders are for one event, so only the others are split.
  return sql`
    ordered as materialized (
      select order_id, min(event_id) as event_id, min(event_id) = max(event_id) as is_single
      from order_lines where order_id in (select order_id from order_lines where event_id = ${ids}) group by order_id
    ), lines as materialized (
      select l.order_id, l.event_id, sum(l.quantity::bigint * l.price_tetri) as share
      from ordered o join order_lines l using (order_id) where not o.is_single group by 1, 2
    ), entries as materialized (
      select l.id, l.refund_id, l.currency, l.amount_tetri::bigint as amount, p.order_id
      from ordered o join payments p using (order_id) join ledger_entries l on l.payment_id = p.id and l.account = 'bank'
      where not o.is_single
    ), ended as materialized (
      select e.id, t.event_id, sum(t.price_tetri::bigint) as share
      from entries e join tickets t on t.refund_id = e.refund_id group by 1, 2
    ), shares as (
      select e.*, s.event_id, s.share from entries e join ended s on s.id = e.id
      union all
      select e.*, s.event_id, s.share from entries e join lines s using (order_id)
      where not exists (select from ended n where n.id = e.id)
    ), wholes as (
      select *, sum(share) over of_entry as whole, row_number() over (of_entry order by event_id) as place
      from shares window of_entry as (partition by id)
    ), cut as (
      select *, case when whole = 0 then 0 else div(amount * share, whole) end as part from wholes
    ), split as (
      select id, order_id, refund_id, event_id, currency,
        case place when 1 then amount - sum(part) over (partition by id) + part else part end as tetri
      from cut
    ), parts as (
      select l.id, o.order_id, l.refund_id, o.event_id, l.currency, l.amount_tetri::bigint as tetri
      from ordered o join payments p using (order_id) join ledger_entries l on l.payment_id = p.id and l.account = 'bank'
      where o.is_single
      union all
      select * from split where event_id = ${ids}
    )`;
};
