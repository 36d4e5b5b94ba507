import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';

export type EventOfTakings = { id: number; name: string; nameLat: string; state: 'draft' | 'published' | 'cancelled'; startsAt: Date };
export type EventMoney = { eventId: number; currency: string; capturedTetri: number; refundedTetri: number };

/** A draft counts when somebody ordered for it before it was withdrawn. */
const isCounted = sql`(e.state <> 'draft' or exists (select from order_lines l where l.event_id = e.id))`;

/** The first years of the seasons with an event, newest first; `shift` moves a start by so much that seasons are calendar years. */
export async function findSeasons(db: Db, shift: { hours: number; months: number }): Promise<number[]> {
  const { rows } = await db.execute<{ season: number }>(sql`
    select distinct extract(year from e.starts_at at time zone 'UTC' + make_interval(hours => ${shift.hours}::int)
      + make_interval(months => ${shift.months}::int))::int as season
    from events e where ${isCounted} order by 1 desc`);
  return rows.map(({ season }) => season);
}

/** The events that begin in a span, or all of them, by start. */
export async function findEventsOfTakings(db: Db, span?: { from: Date; until: Date }): Promise<EventOfTakings[]> {
  const isWithin = span
    ? sql`e.starts_at >= ${span.from.toISOString()}::timestamptz and e.starts_at < ${span.until.toISOString()}::timestamptz`
    : sql`true`;
  const { rows } = await db.execute<Omit<EventOfTakings, 'startsAt'> & { startsAt: string }>(sql`
    select e.id, e.name, e.name_lat as "nameLat", e.state, e.starts_at as "startsAt" from events e
    where ${isWithin} and ${isCounted}
    order by e.starts_at, e.id`);
  return rows.map((row) => ({ ...row, startsAt: new Date(row.startsAt) }));
}

/**
 * What the bank took and gave back for these events, from the ledger. An entry belongs to the events of its tickets, or without any to those
 * of its order. Of several events each gets a part by its prices, in whole tetri, and the first one the rest, so that the parts of all events
 * are the entry to the tetri.
 */
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

export const moneyOf = (eventIds: readonly number[]): SQL => {
  const ids = sql`any(${sql.param(eventIds)}::int[])`;
  // Nearly all orders are for one event, so that only the others are split.
  return sql`
    with ordered as materialized (
      select order_id, min(event_id) as event_id, min(event_id) = max(event_id) as is_single
      from order_lines where order_id in (select order_id from order_lines where event_id = ${ids}) group by order_id
    ), single as (
      select o.event_id, l.currency, coalesce(sum(l.amount_tetri) filter (where l.amount_tetri > 0), 0) as captured,
        coalesce(-sum(l.amount_tetri) filter (where l.amount_tetri < 0), 0) as refunded
      from ordered o join payments p using (order_id) join ledger_entries l on l.payment_id = p.id and l.account = 'bank'
      where o.is_single group by 1, 2
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
      select e.id, e.currency, e.amount, s.event_id, s.share from entries e join ended s on s.id = e.id
      union all
      select e.id, e.currency, e.amount, s.event_id, s.share from entries e join lines s using (order_id)
      where not exists (select from ended n where n.id = e.id)
    ), wholes as (
      select *, sum(share) over of_entry as whole, row_number() over (of_entry order by event_id) as place
      from shares window of_entry as (partition by id)
    ), parts as (
      select *, case when whole = 0 then 0 else div(amount * share, whole) end as part from wholes
    ), split as (
      select event_id, currency, case place when 1 then amount - sum(part) over (partition by id) + part else part end as tetri from parts
    )
    select event_id as "eventId", currency, sum(captured) as "capturedTetri", sum(refunded) as "refundedTetri"
    from (
      select event_id, currency, captured, refunded from single
      union all
      select event_id, currency, greatest(tetri, 0), greatest(-tetri, 0) from split where event_id = ${ids}
    ) as money
    group by 1, 2 order by 1, 2`;
};
