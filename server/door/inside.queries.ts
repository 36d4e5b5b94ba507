import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { AFTER_END, scans, WITHOUT_CODE } from './door.table.ts';

/** Scans at an event's door: those that named it, and scans of its tickets that named no event. */
export const scansAtDoor = (db: Db, eventId: number) =>
  inArray(
    scans.id,
    db
      .select({ id: scans.id })
      .from(scans)
      .where(eq(scans.eventId, eventId))
      .unionAll(
        db
          .select({ id: scans.id })
          .from(tickets)
          .innerJoin(scans, eq(scans.ticketId, tickets.id))
          .where(and(eq(tickets.eventId, eventId), isNull(scans.eventId))),
      ),
  );

/** A person came in, with or without a conflict, and the admission was not undone. */
export const isAdmission = sql`(${scans.kind} = 'in' and ${scans.result} in ('accepted', 'conflict')
  and not exists (select 1 from scans u where u.undone_scan_id = ${scans.scanId}))`;

/** `listed`: people on a guest list with their company, including those with the ticket mailed to an entry. */
type Came = { came: number; listed: number };

/** The people who came to each of some events; a guest who went out and came back counts once. Events without any are left out. */
export async function countCame(db: Db, eventIds: readonly number[]): Promise<ReadonlyMap<number, Came>> {
  const ids = sql`any(${sql.param(eventIds)}::int[])`;
  const { rows } = await db.execute<Came & { eventId: number }>(sql`
    with at_doors as (
      select s.event_id as door, s.* from scans s where s.event_id = ${ids}
      union all
      select t.event_id, s.* from tickets t join scans s on s.ticket_id = t.id where t.event_id = ${ids} and s.event_id is null
    ), came as (
      select door, ticket_id, entry_id, people from at_doors scans where ${isAdmission}
    ), mailed as (
      select t.id from tickets t join order_lines l on l.id = t.order_line_id join guest_list_entries e on e.order_id = l.order_id
      where t.event_id = ${ids}
    )
    select door as "eventId", (count(distinct ticket_id) + coalesce(sum(people) filter (where ticket_id is null), 0))::int as came,
      (count(distinct mailed.id) + coalesce(sum(people) filter (where entry_id is not null), 0))::int as listed
    from came left join mailed on mailed.id = came.ticket_id group by door`);
  return new Map(rows.map(({ eventId, ...people }) => [eventId, people]));
}

/**
 * The common table expression `moves`: the change of people (`step`) per scan at an event's door, by ticket: in − out ± clicker. A ticket's
 * count never falls below zero, so going out twice, or a way in that arrives after the way out, counts once. Undone admissions do not
 * count. Scans without a used-up ticket count separately, guest list entries with their number of people.
 */
const moves = (eventId: number): SQL => sql`
  at_door as (
    select s.* from scans s where s.event_id = ${eventId}
    union all
    select s.* from tickets t join scans s on s.ticket_id = t.id where t.event_id = ${eventId} and s.event_id is null
  ), walks as (
    select case when reason in (${AFTER_END}, ${WITHOUT_CODE}) then -id else coalesce(ticket_id, -id) end as walk, id, ticket_id, decided_at,
      case kind when 'in' then people else -1 end as step
    from at_door d
    where (kind = 'in' and result in ('accepted', 'conflict') and not exists (select 1 from scans u where u.undone_scan_id = d.scan_id))
      or (kind = 'out' and reason = 'out')
  ), levels as (
    select *, sum(step) over way as level from walks window way as (partition by walk order by decided_at, id)
  ), present as (
    select *, level - least(0, min(level) over way) as people from levels window way as (partition by walk order by decided_at, id)
  ), moves as (
    select ticket_id, id, decided_at, people, people - coalesce(lag(people) over way, 0) as step
    from present window way as (partition by walk order by decided_at, id)
    union all
    select null, id, decided_at, null, case kind when 'plus' then 1 else -1 end from at_door where kind in ('plus', 'minus') and reason = kind
  )`;

/** The people inside; never below 0, even if the clicker says so. */
export const countInside = async (db: Db, eventId: number): Promise<number> => (await findInside(db, eventId)).inside;

/** The people inside, and the number of the last scan of each scanner device that is among them, at one moment. */
export async function findInside(db: Db, eventId: number): Promise<{ inside: number; lastSequences: Readonly<Record<string, number>> }> {
  const { rows } = await db.execute<{ inside: number; lastSequences: Record<string, number> }>(sql`
    with ${moves(eventId)} select greatest(0, coalesce(sum(step), 0))::int as inside,
      (select coalesce(json_object_agg(id, last_sequence), '{}') from scanner_devices where event_id = ${eventId}) as "lastSequences"
    from moves`);
  return rows[0] ?? { inside: 0, lastSequences: {} };
}

/** The tickets of an event whose holders went out and did not come back. */
export async function findLeft(db: Db, eventId: number): Promise<Set<number>> {
  const { rows } = await db.execute<{ ticketId: number }>(sql`
    with ${moves(eventId)}, last as (
      select distinct on (ticket_id) ticket_id, people from moves
      where people is not null and ticket_id in (select ticket_id from walks where step > 0)
      order by ticket_id, decided_at desc, id desc)
    select ticket_id::float8 as "ticketId" from last where people = 0`);
  return new Set(rows.map(({ ticketId }) => ticketId));
}

type MinuteRow = { at: Date; in: number; out: number; refused: number; inside: number };

/**
 * Each minute with activity at an event's door, by time. `refused` counts decisions, one per group; `inside` is at the end of the minute.
 */
export async function countMinutes(db: Db, eventId: number): Promise<MinuteRow[]> {
  const { rows } = await db.execute<Omit<MinuteRow, 'at'> & { at: number }>(sql`
    with ${moves(eventId)}, changes as (
      select date_trunc('minute', decided_at) as at, sum(step) as step, coalesce(sum(step) filter (where step > 0), 0) as ins,
        coalesce(-sum(step) filter (where step < 0), 0) as outs, 0 as refused
      from moves group by 1
      union all
      select date_trunc('minute', decided_at), 0, 0, 0, count(*) from at_door where result in ('refused', 'rejected') and undone_scan_id is null group by 1
    ), minutes as (
      select at, sum(step) as step, sum(ins) as ins, sum(outs) as outs, sum(refused) as refused from changes group by at
    )
    select extract(epoch from at)::float8 as at, ins::int as in, outs::int as out, refused::int as refused,
      greatest(0, sum(step) over (order by at))::int as inside
    from minutes order by at`);
  return rows.map((row) => ({ ...row, at: new Date(row.at * 1000) }));
}
