import { type SQL, sql } from 'drizzle-orm';
import type { NearDoors } from './near-doors.ts';

// The conditions under which `admitTickets` admits a ticket `t` of an event `e` that was scanned at a `door`, or whose guest staff named.
export const isAdmissible = sql`t.used_at is null and t.state = 'valid'
  and case when door.is_named then t.claim = 'unclaimed' else t.claim in ('bearer', 'claimed') end`;

export const isNotCancelled = sql`e.state <> 'cancelled'`;

/**
 * At the door of the ticket's own event, or of the event that staff chose; without a named event, at a near door or while no door is near.
 */
export const isAtItsDoor = (near: NearDoors): SQL =>
  sql`(door.event_id = t.event_id or door.reason = 'admitted_other_event'
    or door.event_id is null and (${isNear('e', near)} or not ${existsNearDoor(near)}))`;

const isNear = (alias: string, { startsBefore, endsAfter }: NearDoors): SQL =>
  sql`(${sql.raw(alias)}.starts_at < ${startsBefore} and ${sql.raw(alias)}.ends_at > ${endsAfter})`;

/** The door of a published event is near. */
export const existsNearDoor = (near: NearDoors): SQL =>
  sql`exists (select from events n where n.state = 'published' and ${isNear('n', near)})`;
