import { and, desc, eq, inArray, isNotNull, isNull, lte, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { alerts } from '#server/platform/platform.table.ts';

export type Alert = typeof alerts.$inferSelect;
export type AlertCause = Pick<Alert, 'kind' | 'subject'>;

const isOpen = isNull(alerts.resolvedAt);

/** Opens an alert; if one of its kind and subject is open, replaces its detail and values. Returns true if it is new. */
export async function openAlert(db: Db, alert: AlertCause & Pick<Alert, 'detail' | 'params' | 'createdAt'>): Promise<boolean> {
  const [row] = await db
    .insert(alerts)
    .values(alert)
    .onConflictDoUpdate({ target: [alerts.kind, alerts.subject], targetWhere: isOpen, set: { detail: alert.detail, params: alert.params } })
    // `xmax` is 0 for an inserted row, and the id of the transaction for an updated one.
    .returning({ isNew: sql<boolean>`xmax = 0` });
  return row?.isNew === true;
}

/** Closes the alert of this kind and subject; returns true if it was open. */
export async function closeAlert(db: Db, { kind, subject }: AlertCause, resolvedAt: Date): Promise<boolean> {
  const rows = await db
    .update(alerts)
    .set({ resolvedAt })
    .where(and(eq(alerts.kind, kind), eq(alerts.subject, subject), isOpen))
    .returning({ id: alerts.id });
  return rows.length > 0;
}

/** Open alerts, newest first. */
export const findOpenAlerts = (db: Db, kind?: Alert['kind']): Promise<Alert[]> =>
  db
    .select()
    .from(alerts)
    .where(and(isOpen, kind === undefined ? undefined : eq(alerts.kind, kind)))
    .orderBy(desc(alerts.id));

/** Ends an open alert and returns it; undefined if it is not open. */
export async function endAlert(db: Db, id: number, resolvedAt: Date): Promise<Alert | undefined> {
  const [ended] = await db
    .update(alerts)
    .set({ resolvedAt })
    .where(and(eq(alerts.id, id), isOpen))
    .returning();
  return ended;
}

type Moments = { now: Date; mailedBefore: Date };

/** The event that a message reports: an alert opened, is still open, or ended. */
export type Notice = Pick<Alert, 'id'> & { event: 'opened' | 'lasting' | 'ended' };

/**
 * Marks and returns the alerts to notify about: those that opened, that are still open and were last mailed before `mailedBefore`, and that
 * ended after a message. Oldest first.
 */
export async function claimNotices(db: Db, { now, mailedBefore }: Moments): Promise<Notice[]> {
  const mark = (change: Partial<Alert>, condition: SQL | undefined) =>
    db.update(alerts).set(change).where(condition).returning({ id: alerts.id });
  // In this order: an alert that one statement marked does not match the next one.
  const ended = await mark({ endMailedAt: now }, and(not(isOpen), isNotNull(alerts.mailedAt), isNull(alerts.endMailedAt)));
  const lasting = await mark({ mailedAt: now }, and(isOpen, lte(alerts.mailedAt, mailedBefore)));
  const opened = await mark({ mailedAt: now }, and(isOpen, isNull(alerts.mailedAt)));
  const of = (rows: { id: number }[], event: Notice['event']): Notice[] => rows.map(({ id }) => ({ id, event }));
  return [...of(opened, 'opened'), ...of(lasting, 'lasting'), ...of(ended, 'ended')].toSorted((one, other) => one.id - other.id);
}

export async function countMessagesSince(db: Db, since: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select mailed_at from alerts where mailed_at > ${since} union select end_mailed_at from alerts where end_mailed_at > ${since}
    ) as messages`);
  return rows[0]?.count ?? 0;
}

/** Returns the alerts with these ids that exist, oldest first. */
export const findAlerts = (db: Db, ids: readonly number[]): Promise<Alert[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(alerts)
        .where(inArray(alerts.id, [...ids]))
        .orderBy(alerts.id);
