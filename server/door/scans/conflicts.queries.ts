import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { AFTER_END, scannerDevices, scans, WITHOUT_CODE } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { guestListEntries, guestLists } from '#server/sales/tables/guest-lists.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

const first = alias(scans, 'first');
const firstScannerDevice = alias(scannerDevices, 'first_scanner_device');
const firstStaff = alias(users, 'first_staff');
const guest = alias(users, 'guest');
const undo = alias(scans, 'undo');

const byEntry = sql`e.entry_id = ${scans.entryId}`;
const byList = sql`e.entry_id in (select id from guest_list_entries where list_id = ${guestLists.id})`;
const byTicketOrEntry = sql`(e.ticket_id = ${scans.ticketId} and e.visit = ${scans.visit} or ${byEntry})`;

/** Earlier admissions that used a ticket up or took places, each with its undo. */
const earlier = (by: SQL) => sql`from scans e left join scans u on u.undone_scan_id = e.scan_id where ${by}
  and e.kind = 'in' and e.id < ${scans.id}
  and (e.result = 'accepted' or (e.result = 'conflict' and e.reason not in (${AFTER_END}, ${WITHOUT_CODE})))`;

/**
 * True if undos after a conflict freed enough places for its people. Places added later do not resolve it: at the time there were too few.
 */
const hasRoomByUndo = (by: SQL, places: SQL) =>
  sql`(select max(u.id) > ${scans.id} and ${scans.people} + coalesce(sum(e.people) filter (where u.id is null), 0) <= ${places} ${earlier(by)}) is true`;

/** 1 if a person came in with the ticket of the scan's entry. */
const cameByTicket = sql`(exists (select from order_lines o join tickets t on t.order_line_id = o.id join scans s on s.ticket_id = t.id
  where o.order_id = ${guestListEntries.orderId} and s.kind = 'in' and s.result in ('accepted', 'conflict')
    and not exists (select from scans u where u.undone_scan_id = s.scan_id)))::int`;

/** No one came in twice if all earlier admissions with the ticket were undone, or if undos freed enough places of the entry or list. */
const isTwice = sql`case ${scans.reason}
  when 'ticket_used' then ${first.id} is not null or not exists (select 1 ${earlier(byTicketOrEntry)})
  when 'entry_used' then not ${hasRoomByUndo(byEntry, sql`1 + ${guestListEntries.plusOnes} - ${cameByTicket}`)}
  when 'list_full' then not ${hasRoomByUndo(byList, sql`${guestLists.allocation}`)}
  else true end`;

/** Conflicts at an event's doors that were not undone, newest first, each with the first earlier admission that was not undone, if any. */
export const findConflicts = (db: Db, eventId: number, limit: number) =>
  db
    .select({
      id: scans.id,
      reason: scans.reason,
      ticketId: scans.ticketId,
      ticket: { userId: tickets.userId, eventId: tickets.eventId },
      guest: { firstName: guest.firstName, lastName: guest.lastName },
      entryId: scans.entryId,
      onList: { firstName: guestListEntries.firstName, lastName: guestListEntries.lastName },
      list: guestLists.name,
      people: scans.people,
      second: {
        door: scannerDevices.name,
        scannerDeviceId: scans.scannerDeviceId,
        at: scans.decidedAt,
        uncertaintyMs: scans.uncertaintyMs,
      },
      firstAt: first.decidedAt,
      firstUncertaintyMs: first.uncertaintyMs,
      firstDoor: firstScannerDevice.name,
      firstScannerDeviceId: first.scannerDeviceId,
      firstStaff: { firstName: firstStaff.firstName, lastName: firstStaff.lastName },
    })
    .from(scans)
    .innerJoin(scannerDevices, eq(scannerDevices.id, scans.scannerDeviceId))
    .leftJoin(undo, eq(undo.undoneScanId, scans.scanId))
    .leftJoin(tickets, eq(tickets.id, scans.ticketId))
    .leftJoin(guest, eq(guest.id, tickets.userId))
    .leftJoin(guestListEntries, eq(guestListEntries.id, scans.entryId))
    .leftJoin(guestLists, eq(guestLists.id, guestListEntries.listId))
    .leftJoin(first, eq(first.id, sql`(select min(e.id) ${earlier(byTicketOrEntry)} and u.id is null)`))
    .leftJoin(firstScannerDevice, eq(firstScannerDevice.id, first.scannerDeviceId))
    .leftJoin(firstStaff, eq(firstStaff.id, first.staffId))
    .where(and(eq(scans.eventId, eventId), eq(scans.result, 'conflict'), isNull(undo.id), isTwice))
    .orderBy(desc(scans.id))
    .limit(limit);
export type ConflictRow = Awaited<ReturnType<typeof findConflicts>>[number];
