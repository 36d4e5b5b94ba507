import { and, desc, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { doorPasses, scans } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { tickets } from '#server/sales/tickets/tickets.table.ts';

const first = alias(scans, 'first');
const firstPass = alias(doorPasses, 'first_pass');
const firstStaff = alias(users, 'first_staff');
const guest = alias(users, 'guest');
const undo = alias(scans, 'undo');

/** Conflicts at an event's doors that nobody undid, newest first, each with the acceptance of its ticket, if there is one. */
export const findConflicts = (db: Db, eventId: number, limit: number) =>
  db
    .select({
      id: scans.id,
      reason: scans.reason,
      ticketId: scans.ticketId,
      ticket: { userId: tickets.userId, eventId: tickets.eventId },
      guest: { firstName: guest.firstName, lastName: guest.lastName },
      second: { door: doorPasses.name, passId: scans.passId, at: scans.decidedAt, uncertaintyMs: scans.uncertaintyMs },
      firstAt: first.decidedAt,
      firstUncertaintyMs: first.uncertaintyMs,
      firstDoor: firstPass.name,
      firstPassId: first.passId,
      firstStaff: { firstName: firstStaff.firstName, lastName: firstStaff.lastName },
    })
    .from(scans)
    .innerJoin(doorPasses, eq(doorPasses.id, scans.passId))
    .leftJoin(undo, eq(undo.undoneScanId, scans.scanId))
    .leftJoin(tickets, eq(tickets.id, scans.ticketId))
    .leftJoin(guest, eq(guest.id, tickets.userId))
    .leftJoin(first, and(eq(first.ticketId, scans.ticketId), eq(first.round, scans.round), eq(first.result, 'accepted')))
    .leftJoin(firstPass, eq(firstPass.id, first.passId))
    .leftJoin(firstStaff, eq(firstStaff.id, first.staffId))
    .where(and(eq(scans.eventId, eventId), eq(scans.result, 'conflict'), isNull(undo.id)))
    .orderBy(desc(scans.id))
    .limit(limit);
export type ConflictRow = Awaited<ReturnType<typeof findConflicts>>[number];
