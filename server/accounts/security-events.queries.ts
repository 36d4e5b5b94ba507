import { and, desc, eq, exists, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import type { SecurityEventKind } from '#shared/accounts/security-events.ts';
import { securityEvents, userRoles, users } from './accounts.table.ts';

export async function insertSecurityEvent(db: Db, event: typeof securityEvents.$inferInsert & { kind: SecurityEventKind }): Promise<void> {
  await db.insert(securityEvents).values(event);
}

/** The app role may not delete them, so a function of the owner role does. */
export async function deleteSecurityEventsBefore(db: Db, before: Date): Promise<void> {
  await db.execute(sql`select forget_security_events(${before}::timestamptz)`);
}

export type SecurityEventFilter = {
  kind?: SecurityEventKind | undefined;
  userId?: number | undefined;
  isOfStaff?: boolean;
  from?: Date;
  until?: Date;
  before?: number | undefined;
};
export type SecurityEventRow = Awaited<ReturnType<typeof findSecurityEvents>>[number];

/** Returns security events with their accounts, newest first. */
export function findSecurityEvents(db: Db, { kind, userId, isOfStaff = false, from, until, before }: SecurityEventFilter, limit: number) {
  const roles = db.select().from(userRoles).where(eq(userRoles.userId, securityEvents.userId));
  return db
    .select({ event: securityEvents, account: { id: users.id, firstName: users.firstName, lastName: users.lastName } })
    .from(securityEvents)
    .leftJoin(users, eq(users.id, securityEvents.userId))
    .where(
      and(
        kind && eq(securityEvents.kind, kind),
        userId === undefined ? undefined : eq(securityEvents.userId, userId),
        isOfStaff ? exists(roles) : undefined,
        from && gte(securityEvents.at, from),
        until && lt(securityEvents.at, until),
        before === undefined ? undefined : lt(securityEvents.id, before),
      ),
    )
    .orderBy(desc(securityEvents.id))
    .limit(limit);
}
