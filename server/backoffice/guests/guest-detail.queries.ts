import { and, asc, count, desc, eq, gt, inArray, isNull, like, sql } from 'drizzle-orm';
import { securityEvents, sessions, users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { scans } from '#server/door/door.table.ts';
import { guestNotes } from '#server/backoffice/backoffice.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { waitingColumns } from './guests.queries.ts';

export type GuestDetailRow = NonNullable<Awaited<ReturnType<typeof findGuest>>>;
export type OrderLineRow = Awaited<ReturnType<typeof findLines>>[number];
export type NoteRow = Awaited<ReturnType<typeof findNotes>>[number];

const eventColumns = { eventId: events.id, eventName: events.name, eventNameLat: events.nameLat };

/** The sum of paid orders in tetri, without refunded orders. */
const spentTetri = sql<number>`(
  select coalesce(sum(o.total_tetri), 0)::int from orders o where o.user_id = users.id and o.state = 'paid')`;

export async function findGuest(db: Db, id: number, callerId: number) {
  const [row] = await db
    .select({
      ...waitingColumns(callerId),
      emailProvedAt: users.emailProvedAt,
      phoneNumber: users.phoneNumber,
      sealedPersonalNumber: users.sealedPersonalNumber,
      role: users.role,
      language: users.language,
      banReason: users.banReason,
      spentTetri,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row;
}

export async function countLiveSessions(db: Db, userId: number, { now, usedSince }: { now: Date; usedSince: Date }): Promise<number> {
  const [row] = await db
    .select({ sessions: count() })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), gt(sessions.expiresAt, now), gt(sessions.lastUsedAt, usedSince)));
  return row?.sessions ?? 0;
}

export type SignInRow = Awaited<ReturnType<typeof findSignIns>>[number];

/** Sign-ins that succeeded, failed or were refused, newest first. */
export const findSignIns = (db: Db, userId: number, limit: number) =>
  db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, userId), like(securityEvents.kind, 'sign\\_in%')))
    .orderBy(desc(securityEvents.id))
    .limit(limit);

/** Returns true if this staff member has viewed this guest since `since`. */
export async function hasVisited(db: Db, { staffId, subject, since }: { staffId: number; subject: string; since: Date }): Promise<boolean> {
  const isVisit = and(eq(auditEntries.action, 'guest.open'), eq(auditEntries.staffId, staffId), gt(auditEntries.createdAt, since));
  return (await db.$count(auditEntries, and(eq(auditEntries.subject, subject), isVisit))) > 0;
}

export const findOrders = (db: Db, userId: number, limit: number) =>
  db.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.id)).limit(limit);

export const findLines = (db: Db, orderIds: readonly number[]) =>
  db
    .select({ orderId: orderLines.orderId, quantity: orderLines.quantity, ...eventColumns })
    .from(orderLines)
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(asc(orderLines.id));

/** Scans of this guest's tickets, newest first. */
export const findScans = (db: Db, userId: number, limit: number) =>
  db
    .select({
      id: scans.id,
      ticketId: tickets.id,
      kind: scans.kind,
      result: scans.result,
      reason: scans.reason,
      decidedAt: scans.decidedAt,
      ...eventColumns,
    })
    .from(scans)
    .innerJoin(tickets, eq(tickets.id, scans.ticketId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(eq(tickets.userId, userId))
    .orderBy(desc(scans.id))
    .limit(limit);

/** All notes, including withdrawn ones, newest first. */
export const findNotes = (db: Db, userId: number, limit: number) =>
  db
    .select({ note: guestNotes, author: { firstName: users.firstName, lastName: users.lastName } })
    .from(guestNotes)
    .innerJoin(users, eq(users.id, guestNotes.authorId))
    .where(eq(guestNotes.userId, userId))
    .orderBy(desc(guestNotes.id))
    .limit(limit);

export async function insertNote(db: Db, note: typeof guestNotes.$inferInsert): Promise<number> {
  const [row] = await db.insert(guestNotes).values(note).returning({ id: guestNotes.id });
  if (!row) throw new Error('The note was not written.');
  return row.id;
}

const isNote = (userId: number, id: number) => and(eq(guestNotes.id, id), eq(guestNotes.userId, userId));

export async function hasNote(db: Db, userId: number, id: number): Promise<boolean> {
  return (await db.$count(guestNotes, isNote(userId, id))) > 0;
}

/** Returns true if the note was not withdrawn before. */
export async function markWithdrawn(db: Db, userId: number, id: number, by: { staffId: number; at: Date }): Promise<boolean> {
  const rows = await db
    .update(guestNotes)
    .set({ withdrawnAt: by.at, withdrawnById: by.staffId })
    .where(and(isNote(userId, id), isNull(guestNotes.withdrawnAt)))
    .returning({ id: guestNotes.id });
  return rows.length > 0;
}
