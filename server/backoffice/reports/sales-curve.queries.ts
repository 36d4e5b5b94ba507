import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { type ReportedEvent, selectEvents } from './reported-events.queries.ts';
import { atVenueSql, column } from '#server/platform/db/sql-parts.ts';

/** A business night begins at noon (shared/dates.ts). */
const HALF_DAY = sql`interval '12 hours'`;

const COMPARED = 3;

/**
 * The last comparable events, latest first: published, begun before this one and before now, in a business night of the same weekday, with
 * an order.
 */
export function findComparable(db: Db, { id, startsAt }: Pick<ReportedEvent, 'id' | 'startsAt'>, now: Date): Promise<ReportedEvent[]> {
  const weekday = (at: SQL): SQL => sql`extract(dow from ${atVenueSql(at)} - ${HALF_DAY})`;
  return selectEvents(
    db,
    sql`where e.starts_at < least(${startsAt}::timestamptz, ${now}::timestamptz) and e.id <> ${id} and e.state = 'published'
      and ${weekday(sql`e.starts_at`)} = ${weekday(sql`${startsAt}::timestamptz`)}
      and exists (select from order_lines l where l.event_id = e.id)
      order by e.starts_at desc, e.id desc limit ${COMPARED}`,
  );
}

export type DayOfSales = { eventId: number; daysBefore: number; change: number };

/**
 * Net tickets sold per event and day, earliest first; `day` is the one of the doors. A place counts once, when issued, however often it was
 * transferred, and no longer once its ticket was refunded or revoked.
 */
export async function findDaysOfSales(db: Db, doors: readonly { eventId: number; day: string }[]): Promise<DayOfSales[]> {
  const { rows } = await db.execute<DayOfSales>(sql`
    with doors as (
      select * from unnest(${column(doors, 'eventId')}::int[], ${column(doors, 'day')}::date[]) as d (event_id, day)
    ), moves as (
      select t.event_id, t.created_at as at, 1 as step from doors join tickets t using (event_id) where t.transfer_number = 0
      union all
      select t.event_id, coalesce(r.created_at, g.revoked_at, t.created_at), -1
      from doors join tickets t using (event_id) left join refunds r on r.id = t.refund_id
        left join order_lines l on l.id = t.order_line_id and t.refund_id is null left join complimentary_orders g on g.order_id = l.order_id
      where t.state = 'refunded'
    )
    select m.event_id as "eventId", greatest(0, d.day - ${atVenueSql(sql`m.at`)}::date) as "daysBefore", sum(m.step)::int as change
    from moves m join doors d using (event_id) group by 1, 2 having sum(m.step) <> 0 order by 1, 2 desc`);
  return rows;
}
