import { and, count, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import { scannerDeviceCalls, scannerDevices, scans } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';

export type ScannerDeviceRow = typeof scannerDevices.$inferSelect;
export type ScannerDeviceOfEvent = Awaited<ReturnType<typeof findScannerDevice>>;

const eventColumns = {
  id: events.id,
  name: events.name,
  nameLat: events.nameLat,
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  state: events.state,
};
const first = <Row>([row]: Row[]): Row | undefined => row;
const withEvent = (db: Db) =>
  db
    .select({ scannerDevice: scannerDevices, event: eventColumns })
    .from(scannerDevices)
    .innerJoin(events, eq(events.id, scannerDevices.eventId));

export const findScannerDevice = async (db: Db, id: string) => first(await withEvent(db).where(eq(scannerDevices.id, id)));

/** Locks a scanner device against other commands of staff. */
export const lockScannerDeviceForStaff = async (db: Db, id: string) =>
  first(await withEvent(db).where(eq(scannerDevices.id, id)).for('no key update', { of: scannerDevices }));

export const findEventOfDoor = async (db: Db, id: number) => first(await db.select(eventColumns).from(events).where(eq(events.id, id)));

export const insertScannerDevice = (db: Db, scannerDevice: typeof scannerDevices.$inferInsert) =>
  db.insert(scannerDevices).values(scannerDevice);

/**
 * Pairs the phone that has this key as the scanner device of a secret and returns its id; that phone may repeat the call. The secret is valid until
 * `secretUntil`, and only for that key.
 */
export async function acceptSecret(db: Db, { secretHash, publicKey, now }: { secretHash: string; publicKey: string; now: Date }) {
  const isOpen = and(eq(scannerDevices.secretHash, secretHash), gt(scannerDevices.secretUntil, now), isNull(scannerDevices.revokedAt));
  const rows = await db
    .update(scannerDevices)
    .set({ publicKey, takenAt: now, seenAt: now })
    .where(and(isOpen, isNull(scannerDevices.publicKey)))
    .returning({ id: scannerDevices.id });
  const taken = first(rows);
  const isAgain = and(isOpen, eq(scannerDevices.publicKey, publicKey));
  return (taken ?? first(await db.select({ id: scannerDevices.id }).from(scannerDevices).where(isAgain)))?.id;
}

export const updateScannerDevice = (db: Db, id: string, change: Partial<ScannerDeviceRow>) =>
  db.update(scannerDevices).set(change).where(eq(scannerDevices.id, id));

/** Ends the scanner devices that an account made for events that end after `endsAfter`. Returns how many were active. */
export async function revokeScannerDevicesOf(db: Db, userId: number, { now, endsAfter }: { now: Date; endsAfter: Date }): Promise<number> {
  const rows = await db
    .update(scannerDevices)
    .set({ revokedAt: now, secretHash: null, secretUntil: null })
    .from(events)
    .where(
      and(
        eq(scannerDevices.createdBy, userId),
        isNull(scannerDevices.revokedAt),
        isNull(scannerDevices.leftAt),
        eq(events.id, scannerDevices.eventId),
        gt(events.endsAt, endsAfter),
      ),
    )
    .returning({ id: scannerDevices.id });
  return rows.length;
}

/** `seenAt` is written at most once in this many seconds, to save writes. */
const SEEN_EACH_S = 5;

/**
 * Returns true for the first call with this nonce, and marks the scanner device as seen. Deletes calls from before `since`, which are refused for
 * their time.
 */
export async function noteCall(db: Db, call: typeof scannerDeviceCalls.$inferInsert, since: Date): Promise<boolean> {
  const { scannerDeviceId, calledAt } = call;
  const forgotten = db.$with('forgotten').as(
    db
      .delete(scannerDeviceCalls)
      .where(and(eq(scannerDeviceCalls.scannerDeviceId, scannerDeviceId), lt(scannerDeviceCalls.calledAt, since)))
      .returning({ nonce: scannerDeviceCalls.nonce }),
  );
  const isLongAgo = lt(scannerDevices.seenAt, new Date(calledAt.getTime() - SEEN_EACH_S * 1000));
  const seen = db.$with('seen').as(
    db
      .update(scannerDevices)
      .set({ seenAt: calledAt })
      .where(and(eq(scannerDevices.id, scannerDeviceId), isLongAgo))
      .returning({ id: scannerDevices.id }),
  );
  const rows = await db
    .with(forgotten, seen)
    .insert(scannerDeviceCalls)
    .values(call)
    .onConflictDoNothing()
    .returning({ nonce: scannerDeviceCalls.nonce });
  return rows.length > 0;
}

/** Scanner devices of an event, newest first. */
export const listScannerDevicesOf = (db: Db, eventId: number) =>
  db
    .select()
    .from(scannerDevices)
    .where(eq(scannerDevices.eventId, eventId))
    .orderBy(desc(scannerDevices.createdAt), desc(scannerDevices.id));

/** Per phone: how many guests were scanned, how many since `lately`, and how many were not admitted. */
export const countScansOf = (db: Db, scannerDeviceIds: readonly string[], lately: Date) =>
  db
    .select({
      scannerDeviceId: scans.scannerDeviceId,
      scans: count(),
      lately: sql<number>`count(*) filter (where ${scans.decidedAt} > ${lately.toISOString()}::timestamptz)`.mapWith(Number),
      refused: sql<number>`count(*) filter (where ${scans.result} in ('refused', 'rejected'))`.mapWith(Number),
    })
    .from(scans)
    .where(and(inArray(scans.scannerDeviceId, [...scannerDeviceIds]), inArray(scans.kind, ['in', 'reject'])))
    .groupBy(scans.scannerDeviceId);

export type LockedScannerDevice = { name: string; makerId: number; lastSequence: number; revokedAt: Date | null };

/** Locks a scanner device, so that its uploads run one after another. */
export async function lockScannerDevice(db: Db, id: string): Promise<LockedScannerDevice | undefined> {
  const { name, createdBy, lastSequence, revokedAt } = scannerDevices;
  const rows = await db
    .select({ name, makerId: createdBy, lastSequence, revokedAt })
    .from(scannerDevices)
    .where(eq(scannerDevices.id, id))
    .for('no key update');
  return rows[0];
}
