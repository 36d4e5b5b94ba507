import { and, asc, desc, eq, gte, inArray, like, lt, ne, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { auditEntries } from '#server/platform/platform.table.ts';

export type EntryFilter = {
  staffId?: number | undefined;
  action?: string | undefined;
  /** `order 12`; a kind alone, `order`, matches all of that kind. */
  subject?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  before?: number | undefined;
  /** An action to leave out. */
  without?: string | undefined;
};
export type EntryRow = Awaited<ReturnType<typeof findEntries>>[number];

const staffColumns = { id: users.id, firstName: users.firstName, lastName: users.lastName };
const sameSubject = (subject: string) =>
  /\s/.test(subject)
    ? eq(auditEntries.subject, subject)
    : like(auditEntries.subject, `${subject.replaceAll(/[\\%_]/g, String.raw`\$&`)} %`);

/** Newest first. */
export function findEntries(db: Db, { staffId, action, subject, from, until, before, without }: EntryFilter, limit: number) {
  const { id, createdAt } = auditEntries;
  return db
    .select({ entry: auditEntries, staff: staffColumns })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.staffId))
    .where(
      and(
        staffId === undefined ? undefined : eq(auditEntries.staffId, staffId),
        action === undefined ? undefined : eq(auditEntries.action, action),
        subject === undefined ? undefined : sameSubject(subject),
        from && gte(createdAt, from),
        until && lt(createdAt, until),
        before === undefined ? undefined : lt(id, before),
        without === undefined ? undefined : ne(auditEntries.action, without),
      ),
    )
    .orderBy(desc(id))
    .limit(limit);
}

/** All staff with entries. The index is walked from one id to the next, so the cost does not grow with the log. */
export async function findActingStaff(db: Db) {
  const { rows } = await db.execute<{ id: number }>(sql`
    with recursive acting as (
      select min(staff_id) as id from audit_entries
      union all
      select (select min(staff_id) from audit_entries where staff_id > acting.id) from acting where acting.id is not null
    )
    select id from acting where id is not null`);
  const ids = rows.map(({ id }) => id);
  return db.select(staffColumns).from(users).where(inArray(users.id, ids)).orderBy(asc(users.firstName), asc(users.id));
}

/** All actions in the log, found by the same index walk. */
export async function findActions(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ action: string }>(sql`
    with recursive done as (
      select min(action) as action from audit_entries
      union all
      select (select min(action) from audit_entries where action > done.action) from done where done.action is not null
    )
    select action from done where action is not null`);
  return rows.map(({ action }) => action);
}
