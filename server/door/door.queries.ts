import { and, asc, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { bannedSql } from '#server/accounts/may-buy.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { existsNearDoor, isAtItsDoor, isAdmissible, isNotCancelled } from './admissible.ts';
import { FREED, scans } from './door.table.ts';
import type { NearDoors } from './near-doors.ts';

export type DoorTicket = Awaited<ReturnType<typeof findTicketsAtDoor>>[number];
type ScanRow = typeof scans.$inferSelect;
/** A scan by staff; columns that only scanner devices fill have their defaults. */
export type NewScan = Pick<ScanRow, 'scanId' | 'reason' | 'isManual' | 'device' | 'scannedAt' | 'decidedAt' | 'answer' | 'eventId'> & {
  ticketId: number;
  staffId: number;
  result: 'accepted' | 'rejected' | 'refused';
  /** Staff named the guest, who comes in with an unclaimed ticket. */
  isNamed: boolean;
};

/** Tickets with the event and guest data that the door shows; unknown ids are left out. */
export const findTicketsAtDoor = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: tickets.id,
      userId: tickets.userId,
      eventId: tickets.eventId,
      state: tickets.state,
      usedAt: tickets.usedAt,
      eventName: events.name,
      eventNameLat: events.nameLat,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      eventState: events.state,
      ticketTypeName: ticketTypes.name,
      ticketTypeNameLat: ticketTypes.nameLat,
      holderName: tickets.holderName,
      claim: tickets.claim,
      guest: {
        firstName: users.firstName,
        lastName: users.lastName,
        sealedBirthdate: users.sealedBirthdate,
        status: users.status,
        bannedAt: users.bannedAt,
        bannedUntil: users.bannedUntil,
      },
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(inArray(tickets.id, [...ids]));

/**
 * Admits valid, unused tickets of guests who are not banned, at their event's door or, if none is named, at a near door or while none is
 * near. Inserts their scans and returns the admitted ids; a ticket may occur once in a batch. One statement locks, inserts and marks as
 * used, without a transaction's round trips. A ticket that an undo freed enters its next visit.
 */
export async function admitTickets(db: Db, batch: readonly NewScan[], { now, near }: Moment): Promise<Set<number>> {
  const unused = db.$with('unused', { id: sql<number>`id`.as('id') }).as(sql`
    select t.id
    from (select ${now}::timestamptz) as clock (now),
      unnest(${column(batch, 'ticketId')}::bigint[], ${column(batch, 'eventId')}::integer[], ${column(batch, 'reason')}::text[],
      ${column(batch, 'isNamed')}::boolean[]) as door (ticket_id, event_id, reason, is_named)
    join tickets t on t.id = door.ticket_id join events e on e.id = t.event_id join users u on u.id = t.user_id
    where ${isAdmissible} and ${isNotCancelled} and ${isAtItsDoor(near)} and not ${bannedSql('u', sql`clock.now`)}
    order by t.id for no key update of t`);
  const answers = sql.param(batch.map(({ answer }) => JSON.stringify(answer)));
  const noted = db.$with('noted', { ticketId: sql<number>`ticket_id`.mapWith(Number).as('ticket_id') }).as(sql`
    insert into scans (scan_id, ticket_id, staff_id, result, reason, is_manual, device, scanned_at, decided_at, answer, event_id, visit)
    select batch.*, 1 + (select count(*) from scans where ticket_id = batch.ticket_id and reason = ${FREED}) from unnest(${column(batch, 'scanId')}::uuid[], ${column(batch, 'ticketId')}::bigint[],
      ${column(batch, 'staffId')}::integer[], ${column(batch, 'result')}::text[], ${column(batch, 'reason')}::text[],
      ${column(batch, 'isManual')}::boolean[], ${column(batch, 'device')}::text[], ${column(batch, 'scannedAt')}::timestamptz[],
      ${column(batch, 'decidedAt')}::timestamptz[], ${answers}::jsonb[], ${column(batch, 'eventId')}::integer[]) as batch (scan_id, ticket_id)
    join unused on unused.id = batch.ticket_id
    on conflict do nothing returning ticket_id, decided_at`);
  const admitted = db.$with('admitted', {}).as(sql`
    update tickets set used_at = noted.decided_at from noted where tickets.id = noted.ticket_id`);
  const rows = await db.with(unused, noted, admitted).select({ ticketId: noted.ticketId }).from(noted);
  return new Set(rows.map(({ ticketId }) => ticketId));
}

type Moment = { now: Date; near: NearDoors };

export async function hasNearDoor(db: Db, near: NearDoors): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(sql`select ${existsNearDoor(near)}`);
  return rows[0]?.exists === true;
}

/** Names the guest who came in with an unclaimed ticket. */
export async function nameGuest(db: Db, ticketId: number, name: string): Promise<void> {
  await db.update(tickets).set({ holderName: name }).where(eq(tickets.id, ticketId));
}

/** Returns true if the event is published or cancelled. */
export async function isPublicEvent(db: Db, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.id, id), ne(events.state, 'draft')));
  return rows.length > 0;
}

/** Returns true if a ticket is complimentary: then it is revoked, not refunded. */
export async function wasGiven(db: Db, ticketId: number): Promise<boolean> {
  const [row] = await db
    .select({ kind: orders.kind })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(tickets.id, ticketId));
  return row?.kind === 'complimentary';
}

/** Returns false, and writes nothing, if the scan's id exists. */
export async function insertScan(db: Db, scan: NewScan): Promise<boolean> {
  const rows = await db
    .insert(scans)
    .values(scan)
    .onConflictDoNothing({ target: [scans.scanId, scans.decidedBy] })
    .returning({ id: scans.id });
  return rows.length > 0;
}

export async function findScan(db: Db, scanId: string): Promise<ScanRow | undefined> {
  const [row] = await db.select().from(scans).where(eq(scans.scanId, scanId));
  return row;
}

export type DoorEventRow = Awaited<ReturnType<typeof findComingEvents>>[number];

const columns = { id: events.id, name: events.name, nameLat: events.nameLat, startsAt: events.startsAt, endsAt: events.endsAt };
const isPublished = eq(events.state, 'published');

/** Published events that are not over, by start. */
export const findComingEvents = (db: Db, now: Date, limit: number) =>
  db
    .select(columns)
    .from(events)
    .where(and(isPublished, gt(events.endsAt, now)))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(limit);

/** Published events that are over, latest end first. */
export const findOverEvents = (db: Db, now: Date, limit: number): Promise<DoorEventRow[]> =>
  db
    .select(columns)
    .from(events)
    .where(and(isPublished, lte(events.endsAt, now)))
    .orderBy(desc(events.endsAt), asc(events.id))
    .limit(limit);
