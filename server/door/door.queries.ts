import { eq, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { events } from '#server/events/events.table.ts';
import { tickets } from '#server/tickets/tickets.table.ts';
import { scans } from './door.table.ts';

export type DoorTicket = Awaited<ReturnType<ReturnType<typeof ticketAtDoor>['execute']>>[number];
export type ScanRow = typeof scans.$inferSelect;
export type NewScan = Required<Omit<ScanRow, 'id'>>;

const ticketAtDoor = prepared((db) =>
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
      guest: { firstName: users.firstName, lastName: users.lastName, sealedBirthdate: users.sealedBirthdate, status: users.status },
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(eq(tickets.id, sql.placeholder('id')))
    .prepare('ticket_at_door'),
);

// One statement uses the ticket and writes the scan: both happen or neither, without a transaction's three extra round trips.
const admission = prepared((db) => {
  const value = sql.placeholder;
  const admitted = db.$with('admitted', { id: sql<number>`id`.as('id') }).as(sql`
    update tickets set used_at = ${value('decidedAt')}::timestamptz
    where id = ${value('ticketId')}::bigint and (used_at is null and state = 'valid' or not ${value('onlyOnce')}::boolean)
    returning id`);
  const noted = db.$with('noted', { ticketId: sql<number>`ticket_id`.as('ticket_id') }).as(sql`
    insert into scans (scan_id, ticket_id, staff_id, result, reason, is_manual, device, scanned_at, decided_at, answer)
    select ${value('scanId')}::uuid, id, ${value('staffId')}::integer, ${value('result')}, ${value('reason')}, ${value('isManual')}::boolean,
      ${value('device')}, ${value('scannedAt')}::timestamptz, ${value('decidedAt')}::timestamptz, ${value('answer')}::jsonb
    from admitted returning ticket_id`);
  return db.with(admitted, noted).select({ ticketId: noted.ticketId }).from(noted).prepare('admission');
});

/** A ticket with what the door shows of its event and its guest. */
export async function findTicketAtDoor(db: Db, id: number): Promise<DoorTicket | undefined> {
  const [row] = await ticketAtDoor(db).execute({ id });
  return row;
}

/** Uses a valid, unused ticket and keeps the scan. False when the ticket is neither; fails when the scan's id was taken before. */
export async function admitTicket(db: Db, scan: NewScan, { onlyOnce }: { onlyOnce: boolean }): Promise<boolean> {
  const rows = await admission(db).execute({ ...scan, answer: JSON.stringify(scan.answer), onlyOnce });
  return rows.length > 0;
}

/** False when the scan's id was taken before; then nothing is written. */
export async function insertScan(db: Db, scan: NewScan): Promise<boolean> {
  const rows = await db.insert(scans).values(scan).onConflictDoNothing({ target: scans.scanId }).returning({ id: scans.id });
  return rows.length > 0;
}

export async function findScan(db: Db, scanId: string): Promise<ScanRow | undefined> {
  const [row] = await db.select().from(scans).where(eq(scans.scanId, scanId));
  return row;
}

/** What a rejection must never do: uses an unused ticket, revives a used one. Only the negative control of I9 gets here. */
export async function flipTicket(db: Db, id: number, at: Date): Promise<void> {
  await db
    .update(tickets)
    .set({ usedAt: sql`case when ${tickets.usedAt} is null then ${at.toISOString()}::timestamptz end` })
    .where(eq(tickets.id, id));
}
