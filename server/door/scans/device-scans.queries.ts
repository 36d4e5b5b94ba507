import { and, asc, count, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { scannerDevices, scans, TAMPERED } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { guestListEntries, guestLists } from '#server/sales/tables/guest-lists.table.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

type ScanRow = typeof scans.$inferSelect;

/** A scan of a scanner device. */
export type NewDeviceScan = Omit<
  ScanRow,
  'id' | 'staffId' | 'answer' | 'device' | 'scanId' | 'scannerDeviceId' | 'sequence' | 'receivedAt'
> & {
  scanId: string;
  scannerDeviceId: string;
  sequence: number;
  receivedAt: Date;
};

/** Locks tickets in order of their ids, as every door does. Unknown ids are left out. */
export const lockTickets = async (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: tickets.id,
      userId: tickets.userId,
      eventId: tickets.eventId,
      state: tickets.state,
      usedAt: tickets.usedAt,
      claim: tickets.claim,
      eventState: events.state,
      isGiven: sql<boolean>`${orders.kind} = 'complimentary'`,
      guest: { bannedAt: users.bannedAt, bannedUntil: users.bannedUntil },
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(inArray(tickets.id, [...ids]))
    .orderBy(tickets.id)
    .for('no key update', { of: tickets });
export type LockedTicket = Awaited<ReturnType<typeof lockTickets>>[number];

type Which = { eventId: number; entryIds: readonly number[] };

/** Locks the lists of an event with these entries, in order of their ids, so that their last places are given once. */
export async function lockLists(db: Db, { eventId, entryIds }: Which): Promise<number[]> {
  const listIds = db
    .select({ id: guestListEntries.listId })
    .from(guestListEntries)
    .where(inArray(guestListEntries.id, [...entryIds]));
  const rows = await db
    .select({ id: guestLists.id })
    .from(guestLists)
    .where(and(eq(guestLists.eventId, eventId), inArray(guestLists.id, listIds)))
    .orderBy(asc(guestLists.id))
    .for('no key update', { of: guestLists });
  return rows.map(({ id }) => id);
}

/** Which of these entries are on lists of an event, with what their lists allow. */
export const findEntries = (db: Db, { eventId, entryIds }: Which) =>
  db
    .select({
      id: guestListEntries.id,
      listId: guestLists.id,
      plusOnes: guestListEntries.plusOnes,
      removedAt: guestListEntries.removedAt,
      endedAt: guestLists.endedAt,
      allocation: guestLists.allocation,
      freeUntil: guestLists.freeUntil,
    })
    .from(guestListEntries)
    .innerJoin(guestLists, eq(guestLists.id, guestListEntries.listId))
    .where(and(eq(guestLists.eventId, eventId), inArray(guestListEntries.id, [...entryIds])))
    .orderBy(asc(guestListEntries.id));

/** Entries that are named, or whose valid ticket is, with that ticket, which is one of the entry's places. */
export async function findLinks(db: Db, { entryIds, ticketIds }: { entryIds: readonly number[]; ticketIds: readonly number[] }) {
  if (entryIds.length + ticketIds.length === 0) return [];
  return db
    .select({ entryId: guestListEntries.id, ticketId: tickets.id })
    .from(guestListEntries)
    .innerJoin(orderLines, eq(orderLines.orderId, guestListEntries.orderId))
    .innerJoin(tickets, eq(tickets.orderLineId, orderLines.id))
    .where(and(eq(tickets.state, 'valid'), or(inArray(guestListEntries.id, [...entryIds]), inArray(tickets.id, [...ticketIds]))))
    .orderBy(asc(tickets.id));
}
export type EntryLink = Awaited<ReturnType<typeof findLinks>>[number];

type Earlier = { scanIds: readonly string[]; ticketIds: readonly number[]; entryIds: readonly number[] };

/** Earlier rows with these ids, all rejections and ways in and out with these tickets, with undone ones, and undone arrivals by these entries. */
export const findEarlier = (db: Db, { scanIds, ticketIds, entryIds }: Earlier) =>
  db
    .select()
    .from(scans)
    .where(
      or(
        inArray(scans.scanId, [...scanIds]),
        and(
          inArray(scans.ticketId, [...ticketIds]),
          or(inArray(scans.result, ['accepted', 'conflict', 'rejected']), inArray(scans.kind, ['undo', 'out'])),
        ),
        and(inArray(scans.entryId, [...entryIds]), eq(scans.kind, 'undo')),
      ),
    );
export type EarlierScan = Awaited<ReturnType<typeof findEarlier>>[number];

/** Which of these scans were undone. */
export async function findUndone(db: Db, scanIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: scans.undoneScanId })
    .from(scans)
    .where(and(inArray(scans.undoneScanId, [...scanIds]), isNotNull(scans.undoneScanId)));
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/** The event of a door with its settings. */
export async function findDoor(db: Db, eventId: number) {
  const { state, startsAt, endsAt, capacity, licensed, exits, exitsUntil, opensAt, refusalRefunds } = events;
  const [door] = await db
    .select({ state, startsAt, endsAt, capacity, licensed, exits, exitsUntil, opensAt, refusalRefunds })
    .from(events)
    .where(eq(events.id, eventId));
  return door;
}
export type DoorOfEvent = NonNullable<Awaited<ReturnType<typeof findDoor>>>;

/** Serializes uploads of one event until the transaction ends, so that the last places are given once. */
export const lockInside = (db: Db, eventId: number) => db.execute(sql`select pg_advisory_xact_lock(${ROOM_LOCK}, ${eventId})`);
const ROOM_LOCK = 8_384;

export const insertScans = (db: Db, rows: readonly NewDeviceScan[]) => db.insert(scans).values([...rows]);

export const setUsedAt = (db: Db, id: number, usedAt: Date | null) => db.update(tickets).set({ usedAt }).where(eq(tickets.id, id));

/** What a phone reported with its upload. */
type Report = Partial<Pick<typeof scannerDevices.$inferSelect, 'unsent' | 'offlineManifestVersion' | 'offsetMs' | 'uncertaintyMs'>>;

export const noteScannerDeviceReport = (db: Db, id: string, report: Report & { lastSequence: number; seenAt: Date }) =>
  db.update(scannerDevices).set(report).where(eq(scannerDevices.id, id));

/** How many codes that are not ours a scanner device has read since `since`. */
export async function countTampered(db: Db, { scannerDeviceId, since }: { scannerDeviceId: string; since: Date }): Promise<number> {
  const isTampered = and(eq(scans.scannerDeviceId, scannerDeviceId), eq(scans.reason, TAMPERED), gt(scans.decidedAt, since));
  const [row] = await db.select({ count: count() }).from(scans).where(isTampered);
  return row?.count ?? 0;
}
