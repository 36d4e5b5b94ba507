import { and, asc, eq, gt, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import { doorCalls, doorPasses } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { alerts } from '#server/platform/platform.table.ts';

/** Passes on phones last heard of before `since`, while their event runs. */
export const findSilentPasses = (db: Db, { now, since }: { now: Date; since: Date }) =>
  db
    .select({ id: doorPasses.id, name: doorPasses.name })
    .from(doorPasses)
    .innerJoin(events, eq(events.id, doorPasses.eventId))
    .where(
      and(
        isNotNull(doorPasses.takenAt),
        isNull(doorPasses.leftAt),
        isNull(doorPasses.revokedAt),
        lte(doorPasses.seenAt, since),
        lte(events.startsAt, now),
        gt(events.endsAt, now),
      ),
    )
    .orderBy(asc(doorPasses.createdAt), asc(doorPasses.id));

/** The subjects of open alerts about silent phones. */
export async function findSilentSubjects(db: Db): Promise<string[]> {
  const rows = await db
    .select({ subject: alerts.subject })
    .from(alerts)
    .where(and(eq(alerts.kind, 'door_silent'), isNull(alerts.resolvedAt)));
  return rows.map(({ subject }) => subject);
}

export const forgetCalls = (db: Db, before: Date) => db.delete(doorCalls).where(lt(doorCalls.calledAt, before));
