import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { alerts } from './alerts.table.ts';

export type Alert = typeof alerts.$inferSelect;
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
