import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { atVenueSql } from '#server/platform/db/sql-parts.ts';

export type ReportedEvent = {
  id: number;
  name: string;
  nameLat: string;
  state: 'draft' | 'published' | 'cancelled';
  startsAt: Date;
  endsAt: Date;
};

/** A draft counts if it was ordered for before it was withdrawn. */
const isCounted = sql`(e.state <> 'draft' or exists (select from order_lines l where l.event_id = e.id))`;

/** The first years of the seasons with an event, newest first. `shift` moves a start so that seasons become calendar years. */
export async function findSeasons(db: Db, shift: { hours: number; months: number }): Promise<number[]> {
  const { rows } = await db.execute<{ season: number }>(sql`
    select distinct extract(year from ${atVenueSql(sql`e.starts_at`)} + make_interval(hours => ${shift.hours}::int)
      + make_interval(months => ${shift.months}::int))::int as season
    from events e where ${isCounted} order by 1 desc`);
  return rows.map(({ season }) => season);
}

/** Events that begin in a span, or all events, by start. */
export function findReportedEvents(db: Db, { from, until }: { from?: Date; until?: Date } = {}): Promise<ReportedEvent[]> {
  const since = from ? sql`e.starts_at >= ${from}::timestamptz` : sql`true`;
  const before = until ? sql`e.starts_at < ${until}::timestamptz` : sql`true`;
  return selectEvents(db, sql`where ${since} and ${before} and ${isCounted} order by e.starts_at, e.id`);
}

export const findReportedEvent = async (db: Db, id: number): Promise<ReportedEvent | undefined> =>
  (await selectEvents(db, sql`where e.id = ${id}`))[0];

export const findTheseEvents = (db: Db, ids: readonly number[]): Promise<ReportedEvent[]> =>
  selectEvents(db, sql`where e.id = any(${sql.param(ids)}::int[]) order by e.starts_at, e.id`);

/** `which`: condition, order and limit on the events `e`. */
export async function selectEvents(db: Db, which: SQL): Promise<ReportedEvent[]> {
  type Row = Omit<ReportedEvent, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string };
  const { rows } = await db.execute<Row>(sql`
    select e.id, e.name, e.name_lat as "nameLat", e.state, e.starts_at as "startsAt", e.ends_at as "endsAt" from events e ${which}`);
  return rows.map((row) => ({ ...row, startsAt: new Date(row.startsAt), endsAt: new Date(row.endsAt) }));
}
