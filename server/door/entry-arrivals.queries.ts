import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { AFTER_END, WITHOUT_CODE } from './door.table.ts';
import { isAdmission } from './inside.queries.ts';

/** `byTicket`: how many of them came with the ticket mailed to the entry; at most one. */
type Arrived = { entryId: number; listId: number; people: number; byTicket: number };

/**
 * The people admitted by each entry of some guest lists, by name or with its ticket, without undone admissions, ordered by entry. Entries
 * with no one admitted are left out.
 */
async function findArrivals(db: Db, which: SQL): Promise<Arrived[]> {
  const { rows } = await db.execute<Arrived>(sql`
    with listed as (
      select e.id, e.list_id, e.order_id from guest_lists l join guest_list_entries e on e.list_id = l.id where ${which}
    ), came as (
      select listed.id, list_id, people, 0 as by_ticket from listed join scans on scans.entry_id = listed.id
      where ${isAdmission} and scans.reason <> ${AFTER_END}
      union all
      select distinct listed.id, list_id, 1, 1 from listed join order_lines o on o.order_id = listed.order_id
        join tickets t on t.order_line_id = o.id join scans on scans.ticket_id = t.id
      where ${isAdmission} and scans.reason not in (${AFTER_END}, ${WITHOUT_CODE})
    )
    select id::float8 as "entryId", list_id as "listId", sum(people)::int as people, max(by_ticket) as "byTicket"
    from came group by id, list_id order by id`);
  return rows;
}

export const findArrivalsByList = (db: Db, listIds: readonly number[]) => findArrivals(db, sql`l.id = any(${sql.param(listIds)}::int[])`);

export const findArrivalsAtEvent = (db: Db, eventId: number) => findArrivals(db, sql`l.event_id = ${eventId}`);

/** Returns true if the people admitted by the name of a ticket's entry took all of its places. The caller has locked the ticket. */
export async function isFilledByName(db: Db, ticketId: number): Promise<boolean> {
  const { rows } = await db.execute<{ isFilled: boolean }>(sql`
    select sum(scans.people) >= 1 + e.plus_ones as "isFilled"
    from tickets t join order_lines o on o.id = t.order_line_id join guest_list_entries e on e.order_id = o.order_id
      join scans on scans.entry_id = e.id
    where t.id = ${ticketId} and ${isAdmission} and scans.reason <> ${AFTER_END} group by e.id`);
  return rows[0]?.isFilled ?? false;
}
