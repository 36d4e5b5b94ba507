import { and, asc, eq, inArray, isNotNull, isNull, lt, min, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import type { StaffRole } from '#shared/staff/rights.ts';
import { userRoles, users } from './accounts.table.ts';
import { hasSecondFactor } from './second-factor/second-factor.queries.ts';

// Raw SQL, because within a select of one table drizzle omits the table's name, and the column would be that of the subquery.
/** For a select from `users`: the roles of each account. */
export const rolesOfUser = sql<StaffRole[]>`array(select r.role from user_roles r where r.user_id = users.id order by r.role)`;

/** For a select from `users`: the earliest start of the grace of one of these roles; null without such a role. */
export const graceOf = (roles: readonly StaffRole[]): SQL<Date | null> =>
  roles.length === 0
    ? sql<null>`null`
    : sql`(select min(r.grace_from) from user_roles r where r.user_id = users.id and r.role in ${roles})`.mapWith(userRoles.graceFrom);

/** For a select from `users`: true if the account has a role of staff. */
export const isStaff = sql<boolean>`exists (select from user_roles r where r.user_id = users.id)`;

/** For a select from `users`: true if the account has the same personal number as this one. */
export const isSamePersonAs = (userId: number): SQL<boolean> =>
  sql<boolean>`coalesce(users.personal_number_digest = (select c.personal_number_digest from users c where c.id = ${userId}), false)`;

/** Returns what decides whether the caller may decide about an account. */
export async function findStanding(db: Db, id: number, callerId: number): Promise<{ isStaff: boolean; isSamePerson: boolean } | undefined> {
  const [row] = await db
    .select({ isStaff, isSamePerson: isSamePersonAs(callerId) })
    .from(users)
    .where(eq(users.id, id));
  return row;
}

export async function findRoles(db: Db, userId: number): Promise<StaffRole[]> {
  const rows = await db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId)).orderBy(asc(userRoles.role));
  return rows.map(({ role }) => role);
}

/** Returns what decides which rights of an account rest. `forced`: the roles that must have a second factor. */
export async function findRightsFacts(db: Db, userId: number, forced: readonly StaffRole[]) {
  const [row] = await db
    .select({ roles: rolesOfUser, graceFrom: graceOf(forced), hasSecondFactor })
    .from(users)
    .where(eq(users.id, userId));
  return row;
}

/** Returns the earliest start of the grace of one of these roles of an account; null when it has none of them. */
export async function findGrace(db: Db, userId: number, roles: readonly StaffRole[]): Promise<Date | null> {
  const [row] = await db
    .select({ from: min(userRoles.graceFrom) })
    .from(userRoles)
    .where(and(eq(userRoles.userId, userId), inArray(userRoles.role, [...roles])));
  return row?.from ?? null;
}

/**
 * Returns the earliest start of grace of an account's roles: of these, which need a second factor, and of roles whose grace began before
 * their grant, as by an invitation. Null if the account can still have a whole grace.
 */
export async function findFirstGrace(db: Db, userId: number, forced: readonly StaffRole[]): Promise<Date | null> {
  const counts = or(inArray(userRoles.role, [...forced]), lt(userRoles.graceFrom, userRoles.grantedAt));
  const [row] = await db
    .select({ from: min(userRoles.graceFrom) })
    .from(userRoles)
    .where(and(eq(userRoles.userId, userId), counts));
  return row?.from ?? null;
}

/** Returns all accounts with a role, by e-mail. */
export const listStaff = (db: Db) =>
  db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      emailProvedAt: users.emailProvedAt,
      roles: rolesOfUser,
    })
    .from(users)
    .where(and(isNull(users.deletedAt), isStaff))
    .orderBy(asc(users.email));

export async function hasOwner(db: Db): Promise<boolean> {
  const owners = await db.select({ userId: userRoles.userId }).from(userRoles).where(eq(userRoles.role, 'Owner')).limit(1);
  return owners.length > 0;
}

/** Returns the addresses that Owners have proved: mail to them reaches only the Owners. */
export const findOwnerMailboxes = (db: Db) =>
  db
    .select({ address: users.email, language: users.language })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .where(and(eq(userRoles.role, 'Owner'), isNotNull(users.emailProvedAt), isNull(users.deletedAt)))
    .orderBy(asc(users.id));

/** Returns the ids of all Owners, and locks their role until the transaction ends. */
export async function lockOwners(db: Db): Promise<number[]> {
  const rows = await db
    .select({ userId: userRoles.userId })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .where(and(eq(userRoles.role, 'Owner'), isNull(users.deletedAt)))
    .orderBy(asc(userRoles.userId))
    .for('update', { of: userRoles });
  return rows.map(({ userId }) => userId);
}

/** Returns false if the account had the role. */
export async function insertRole(db: Db, grant: typeof userRoles.$inferInsert): Promise<boolean> {
  const rows = await db.insert(userRoles).values(grant).onConflictDoNothing().returning();
  return rows.length > 0;
}

/** Returns false if the account had no such role. */
export async function deleteRole(db: Db, userId: number, role: StaffRole): Promise<boolean> {
  const rows = await db
    .delete(userRoles)
    .where(and(eq(userRoles.userId, userId), eq(userRoles.role, role)))
    .returning();
  return rows.length > 0;
}

export async function deleteRoles(db: Db, userId: number): Promise<void> {
  await db.delete(userRoles).where(eq(userRoles.userId, userId));
}
