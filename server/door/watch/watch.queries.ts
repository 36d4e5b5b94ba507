import { and, asc, eq, gt, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import { scannerDeviceCalls, scannerDevices } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { alerts } from '#server/platform/platform.table.ts';

/** Passes on phones last heard of before `since`, while their event runs. */
export const findSilentScannerDevices = (db: Db, { now, since }: { now: Date; since: Date }) =>
  db
    .select({ id: scannerDevices.id, name: scannerDevices.name })
    .from(scannerDevices)
    .innerJoin(events, eq(events.id, scannerDevices.eventId))
    .where(
      and(
        isNotNull(scannerDevices.takenAt),
        isNull(scannerDevices.leftAt),
        isNull(scannerDevices.revokedAt),
        lte(scannerDevices.seenAt, since),
        lte(events.startsAt, now),
        gt(events.endsAt, now),
      ),
    )
    .orderBy(asc(scannerDevices.createdAt), asc(scannerDevices.id));

/** The subjects of open alerts about silent phones. */
export async function findSilentSubjects(db: Db): Promise<string[]> {
  const rows = await db
    .select({ subject: alerts.subject })
    .from(alerts)
    .where(and(eq(alerts.kind, 'door_silent'), isNull(alerts.resolvedAt)));
  return rows.map(({ subject }) => subject);
}

export const forgetCalls = (db: Db, before: Date) => db.delete(scannerDeviceCalls).where(lt(scannerDeviceCalls.calledAt, before));
