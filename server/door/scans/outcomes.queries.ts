import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { scannerDevices, scans } from '#server/door/door.table.ts';
import { manifestEventColumns } from '#server/door/manifest-event.ts';
import type { Db } from '#server/platform/db/client.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

const undo = alias(scans, 'undo');

/** Admissions with these tickets that were not undone, latest visit first, then in order of arrival. */
export const findAdmissions = (db: Db, ticketIds: readonly number[]) =>
  db
    .select({
      scanId: scans.scanId,
      ticketId: scans.ticketId,
      at: scans.decidedAt,
      uncertaintyMs: scans.uncertaintyMs,
      scannerDevice: scannerDevices.name,
    })
    .from(scans)
    .leftJoin(scannerDevices, eq(scannerDevices.id, scans.scannerDeviceId))
    .leftJoin(undo, eq(undo.undoneScanId, scans.scanId))
    .where(
      and(inArray(scans.ticketId, [...ticketIds]), eq(scans.kind, 'in'), inArray(scans.result, ['accepted', 'conflict']), isNull(undo.id)),
    )
    .orderBy(desc(scans.visit), asc(scans.id));

/** The events of these tickets, but drafts. */
export const findEventsOfTickets = (db: Db, ticketIds: readonly number[]) =>
  db
    .select({ ticketId: tickets.id, ...manifestEventColumns })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(and(inArray(tickets.id, [...ticketIds]), ne(events.state, 'draft')));

/** The holders of these tickets, as far as they are for an event. */
export const findHolders = (db: Db, { ticketIds, eventId }: { ticketIds: readonly number[]; eventId: number }) =>
  db
    .select({
      ticketId: tickets.id,
      userId: tickets.userId,
      eventId: tickets.eventId,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      firstName: users.firstName,
      lastName: users.lastName,
      sealedBirthdate: users.sealedBirthdate,
      status: users.status,
      ticketTypeName: ticketTypes.name,
      ticketTypeNameLat: ticketTypes.nameLat,
      holderName: sql<string>`coalesce(${tickets.holderName}, '')`,
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .where(and(inArray(tickets.id, [...ticketIds]), eq(tickets.eventId, eventId)))
    .orderBy(asc(tickets.id));
