import { and, asc, desc, eq, gt, isNull, lt, not, or, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { isSamePersonAs, isStaff } from '#server/accounts/roles.queries.ts';
import type { Db } from '#server/platform/db/client.ts';
import { hasAllWords } from '#server/platform/db/sql-parts.ts';
import type { Status } from '#shared/constants.ts';

type Found = { patterns: readonly string[]; digest: string | undefined };
type ListFilter = { found?: Found | undefined; status?: Status | undefined; before?: number | undefined };

export type FoundGuestRow = Awaited<ReturnType<typeof listRows>>[number];
export type WaitingRow = Awaited<ReturnType<typeof waitingRows>>[number];

const nameColumns = { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email };
const banColumns = { bannedAt: users.bannedAt, bannedUntil: users.bannedUntil };

const matches = ({ patterns, digest }: Found) =>
  or(hasAllWords(users.searchText, patterns), digest === undefined ? undefined : eq(users.personalNumberDigest, digest));

/** Newest first. Team members have their own screen, Team, and appear here only in searches. */
export function listRows(db: Db, { found, status, before }: ListFilter, limit: number) {
  return db
    .select({
      ...nameColumns,
      ...banColumns,
      phoneNumber: users.phoneNumber,
      status: users.status,
      role: users.role,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(
      and(
        isNull(users.deletedAt),
        status && eq(users.status, status),
        before === undefined ? undefined : lt(users.id, sql`${before}::bigint`),
        found ? matches(found) : not(isStaff),
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit);
}

// Raw SQL: in a select from one table drizzle omits the table name, and the column would resolve to the inner table.
const purchases = sql<number>`(select count(*)::int from orders o where o.user_id = users.id and o.state = 'paid')`;
const visits = sql<number>`(
  select count(distinct t.event_id)::int from tickets t where t.user_id = users.id and t.used_at is not null)`;

/** The columns of a guest in verification, for the staff member `callerId`. */
export const waitingColumns = (callerId: number) => ({
  ...nameColumns,
  ...banColumns,
  country: users.country,
  status: users.status,
  socialMediaProfileLink: users.socialMediaProfileLink,
  socialMediaPlatform: users.socialMediaPlatform,
  socialMediaUsername: users.socialMediaUsername,
  sealedBirthdate: users.sealedBirthdate,
  createdAt: users.createdAt,
  isStaff,
  isSamePerson: isSamePersonAs(callerId),
  purchases,
  visits,
});

/** Longest registered first, without the team, which needs no verification. */
export function waitingRows(db: Db, { status, after, callerId }: { status: Status; after: number; callerId: number }, limit: number) {
  return db
    .select(waitingColumns(callerId))
    .from(users)
    .where(and(isNull(users.deletedAt), eq(users.status, status), not(isStaff), gt(users.id, sql`${after}::bigint`)))
    .orderBy(asc(users.id))
    .limit(limit);
}

/** The number of guests of each status, without the team. Counting stops at `most` to bound the cost. */
export async function countByStatus(db: Db, statuses: readonly Status[], most: number): Promise<{ status: Status; guests: number }[]> {
  const { rows } = await db.execute<{ status: Status; guests: number }>(sql`
    select s.status, (
      select count(*)::int from (
        select from users where users.status = s.status and users.deleted_at is null and not ${isStaff} limit ${most}::int
      ) counted
    ) as guests
    from unnest(${sql.param(statuses)}::text[]) as s (status)`);
  return rows;
}
