import { and, asc, eq, inArray, isNull, lte, ne, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import type { User } from './accounts.queries.ts';
import { bannedPeople, users } from './accounts.table.ts';
import { bannedSql } from './may-buy.ts';
import { isSamePersonAs, isStaff } from './roles.queries.ts';

export type PersonBan = Omit<typeof bannedPeople.$inferSelect, 'personalNumberDigest'>;

/** Locks a personal number until the transaction ends, against other bans of it and registrations with it. */
export async function lockNumber(db: Db, digest: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${digest}, 0))`);
}

const lockAccounts = (db: Db, condition: SQL | undefined): Promise<User[]> =>
  db
    .select()
    .from(users)
    .where(and(condition, isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for('no key update');

export const lockAccount = (db: Db, id: number): Promise<User[]> => lockAccounts(db, eq(users.id, id));

/** Returns all accounts with this number digest, locked, by id. The number must be locked (`lockNumber`). */
export const lockAccountsOf = (db: Db, digest: string): Promise<User[]> => lockAccounts(db, eq(users.personalNumberDigest, digest));

/** Returns the accounts with this number digest that have no role, locked. */
export const lockGuestsOf = (db: Db, digest: string): Promise<User[]> =>
  lockAccounts(db, and(eq(users.personalNumberDigest, digest), not(isStaff)));

/** Returns the other accounts of a person, by id, as `callerId` sees them. */
export const findOtherAccounts = (db: Db, { id, digest, callerId }: { id: number; digest: string; callerId: number }) =>
  db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      isStaff,
      isSamePerson: isSamePersonAs(callerId),
    })
    .from(users)
    .where(and(eq(users.personalNumberDigest, digest), ne(users.id, id), isNull(users.deletedAt)))
    .orderBy(asc(users.id));

/** Writes a ban to these accounts; null ends theirs. */
export async function writeBan(db: Db, userIds: number[], ban: PersonBan | null): Promise<void> {
  const columns = ban ?? { bannedAt: null, bannedUntil: null, banReason: null };
  await db.update(users).set(columns).where(inArray(users.id, userIds));
}

export async function findPersonBan(db: Db, digest: string): Promise<PersonBan | undefined> {
  const [row] = await db.select().from(bannedPeople).where(eq(bannedPeople.personalNumberDigest, digest));
  return row;
}

/** Replaces the ban of a person; null ends it. */
export async function writePersonBan(db: Db, personalNumberDigest: string, ban: PersonBan | null): Promise<void> {
  if (ban === null) await db.delete(bannedPeople).where(eq(bannedPeople.personalNumberDigest, personalNumberDigest));
  else
    await db
      .insert(bannedPeople)
      .values({ personalNumberDigest, ...ban })
      .onConflictDoUpdate({ target: bannedPeople.personalNumberDigest, set: ban });
}

/** Deletes bans of persons that ended before a moment. */
export async function deletePersonBansBefore(db: Db, before: Date): Promise<void> {
  await db.delete(bannedPeople).where(lte(bannedPeople.bannedUntil, before));
}

/** Returns the number digests of banned guests whose person is not banned. */
export async function findAccountBans(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.execute<{ digest: string }>(sql`
    with clock as (select ${now}::timestamptz as now)
    select distinct u.personal_number_digest as digest from users u, clock
    where ${bannedSql('u', sql`clock.now`)} and u.personal_number_digest is not null
      and not exists (select from banned_people p where p.personal_number_digest = u.personal_number_digest)
      and not exists (select from user_roles r where r.user_id = u.id)`);
  return rows.map(({ digest }) => digest);
}
