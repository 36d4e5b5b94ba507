import { and, desc, eq, gt, inArray, isNull, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/platform/db/client.ts';
import { alerts } from '#server/platform/platform.table.ts';

type Alert = typeof alerts.$inferSelect;
export type AlertCause = Pick<Alert, 'kind' | 'subject'>;

const isOpen = isNull(alerts.resolvedAt);

/** Opens an alert; while one of its kind and subject is open, its detail is replaced. */
export async function openAlert(db: Db, alert: AlertCause & Pick<Alert, 'detail' | 'createdAt'>): Promise<void> {
  await db
    .insert(alerts)
    .values(alert)
    .onConflictDoUpdate({ target: [alerts.kind, alerts.subject], targetWhere: isOpen, set: { detail: alert.detail } });
}

export async function closeAlert(db: Db, { kind, subject }: AlertCause, resolvedAt: Date): Promise<void> {
  await db
    .update(alerts)
    .set({ resolvedAt })
    .where(and(eq(alerts.kind, kind), eq(alerts.subject, subject), isOpen));
}

/** Open alerts, newest first. */
export const findOpenAlerts = (db: Db, kind?: Alert['kind']): Promise<Alert[]> =>
  db
    .select()
    .from(alerts)
    .where(and(isOpen, kind === undefined ? undefined : eq(alerts.kind, kind)))
    .orderBy(desc(alerts.id));

/** Ends an open alert and returns it; undefined when it is not open. */
export async function endAlert(db: Db, id: number, resolvedAt: Date): Promise<Alert | undefined> {
  const [ended] = await db
    .update(alerts)
    .set({ resolvedAt })
    .where(and(eq(alerts.id, id), isOpen))
    .returning();
  return ended;
}

/**
 * Notes that a mail names all open alerts that none has named yet, and returns their ids, oldest first; none if another mail did so since
 * the given time.
 */
export async function takeAlertsToMail(db: Db, { since, mailedAt }: { since: Date; mailedAt: Date }): Promise<number[]> {
  const mailed = alias(alerts, 'mailed');
  const lately = db.select().from(mailed).where(gt(mailed.mailedAt, since));
  const taken = await db
    .update(alerts)
    .set({ mailedAt })
    .where(and(isOpen, isNull(alerts.mailedAt), notExists(lately)))
    .returning({ id: alerts.id });
  return taken.map(({ id }) => id).toSorted((one, other) => one - other);
}

/** Those of the alerts that are still open, oldest first. */
export const findOpenAmong = (db: Db, ids: readonly number[]): Promise<Alert[]> =>
  db
    .select()
    .from(alerts)
    .where(and(isOpen, inArray(alerts.id, [...ids])))
    .orderBy(alerts.id);
