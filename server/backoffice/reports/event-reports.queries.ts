import { asc, type Column, sql, type SQL } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import { eventNumbers, numberChanges } from './event-reports.table.ts';

export type Numbers = typeof eventNumbers.$inferSelect;
type Guests = Pick<Numbers, 'eventId' | 'unused' | 'guests' | 'again'>;

/**
 * The holders of valid tickets of these events, each account once per event. It came before if it used a ticket of another event that began
 * earlier.
 */
export async function countGuests(db: Db, eventIds: readonly number[]): Promise<Guests[]> {
  const { rows } = await db.execute<Guests>(sql`
    select event_id as "eventId", count(*) filter (where used_at is null)::int as unused, count(distinct user_id)::int as guests,
      count(distinct user_id) filter (where came_before)::int as again
    from (
      select t.event_id, t.user_id, t.used_at, exists (
        select from tickets b where b.user_id = t.user_id and b.event_id <> t.event_id and b.used_at < e.starts_at) as came_before
      from tickets t join events e on e.id = t.event_id where t.event_id = any(${sql.param(eventIds)}::int[]) and t.state = 'valid'
    ) held
    group by event_id`);
  return rows;
}

/** One parameter for any number of ids, so that the statement is planned once. */
const isAnyOf = (id: Column, ids: readonly number[]): SQL => sql`${id} = any(${sql.param(ids)}::int[])`;

/** Which of these events have uncounted changes. */
export async function findChanged(db: Db, eventIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectDistinct({ eventId: numberChanges.eventId })
    .from(numberChanges)
    .where(isAnyOf(numberChanges.eventId, eventIds));
  return rows.map(({ eventId }) => eventId);
}

/** The stored reports of these events; up to date for events without uncounted changes. */
export const findReport = (db: Db, eventIds: readonly number[]): Promise<Numbers[]> =>
  db.select().from(eventNumbers).where(isAnyOf(eventNumbers.eventId, eventIds));

const REPORTS_LOCK = 7_265_112;

/**
 * Prevents concurrent counts until the transaction ends, so that an older count cannot replace a newer one. A table lock would block the
 * deletion of events.
 */
export async function lockReports(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${REPORTS_LOCK})`);
}

/** Deletes the committed changes of some events. Returns these events, which the caller must count in the same transaction. */
export async function claimChanges(db: Db, limit: number): Promise<number[]> {
  const { rows } = await db.execute<{ eventId: number }>(sql`
    with taken as (
      delete from number_changes where event_id in (select distinct event_id from number_changes order by event_id limit ${limit})
      returning event_id
    )
    select distinct t.event_id as "eventId" from taken t join events e on e.id = t.event_id order by 1`);
  return rows.map(({ eventId }) => eventId);
}

/**
 * Replaces the stored reports of these events. Returns the events that still exist, locked; a deletion locks the event before its report,
 * too.
 */
export async function replaceReport(db: Db, eventIds: readonly number[], counted: readonly Numbers[]): Promise<number[]> {
  const rows = await db.select({ id: events.id }).from(events).where(isAnyOf(events.id, eventIds)).orderBy(asc(events.id)).for('key share');
  const present = new Set(rows.map(({ id }) => id));
  const numbers = counted.filter(({ eventId }) => present.has(eventId));
  await db.delete(eventNumbers).where(isAnyOf(eventNumbers.eventId, eventIds));
  await db.execute(sql`
    insert into event_numbers (event_id, currency, gross_tetri, refunded_tetri, sold, given, came, listed, unused, guests, again)
    select * from unnest(${column(numbers, 'eventId')}::int[], ${column(numbers, 'currency')}::text[], ${column(numbers, 'grossTetri')}::int[],
      ${column(numbers, 'refundedTetri')}::int[], ${column(numbers, 'sold')}::int[], ${column(numbers, 'given')}::int[],
      ${column(numbers, 'came')}::int[], ${column(numbers, 'listed')}::int[], ${column(numbers, 'unused')}::int[], ${column(numbers, 'guests')}::int[],
      ${column(numbers, 'again')}::int[])`);
  return [...present];
}

/** Marks as changed every event that has a report or something to count. */
export async function noteAllEvents(db: Db): Promise<void> {
  await db.execute(sql`
    insert into number_changes (event_id)
    select event_id from order_lines union select event_id from scans where event_id is not null union select event_id from event_numbers`);
}
