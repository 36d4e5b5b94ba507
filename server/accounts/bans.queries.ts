import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import type { User } from './accounts.queries.ts';
import { bannedPeople, users } from './accounts.table.ts';
import { bannedSql } from './may-buy.ts';

export type PersonBan = Omit<typeof bannedPeople.$inferSelect, 'personalNumberDigest'>;

/** Others who ban or register a person with this number wait until the transaction ends. */
export async function lockNumber(db: Db, digest: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${digest}, 0))`);
}

/** An account and all others with the number of this digest, if any, locked, by id. */
export const lockAccounts = (db: Db, id: number, digest: string | null): Promise<User[]> =>
  db
    .select()
    .from(users)
    .where(and(or(eq(users.id, id), digest === null ? undefined : eq(users.personalNumberDigest, digest)), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for('no key update');

export async function writeBan(db: Db, userIds: number[], ban: PersonBan | null): Promise<void> {
  const columns = ban ?? { bannedAt: null, bannedUntil: null, banReason: null };
  await db.update(users).set(columns).where(inArray(users.id, userIds));
}

export async function findPersonBan(db: Db, digest: string): Promise<PersonBan | undefined> {
  const [row] = await db.select().from(bannedPeople).where(eq(bannedPeople.personalNumberDigest, digest));
  return row;
}

/** A new ban of a person replaces the old one; null ends it. */
export async function writePersonBan(db: Db, personalNumberDigest: string, ban: PersonBan | null): Promise<void> {
  if (ban === null) await db.delete(bannedPeople).where(eq(bannedPeople.personalNumberDigest, personalNumberDigest));
  else
    await db
      .insert(bannedPeople)
      .values({ personalNumberDigest, ...ban })
      .onConflictDoUpdate({ target: bannedPeople.personalNumberDigest, set: ban });
}

/** Deletes bans of people that ended before a moment. */
export async function deletePersonBansBefore(db: Db, before: Date): Promise<void> {
  await db.delete(bannedPeople).where(lte(bannedPeople.bannedUntil, before));
}

/**
 * Adds the people of accounts that are banned at this time, and bans their other accounts, which it returns. `blank` is the digest of
 * accounts without a number.
 */
export async function extendBans(db: Db, now: Date, blank: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with clock as (select ${now}::timestamptz as now), people as (
      select distinct on (u.personal_number_digest) u.personal_number_digest as digest, u.banned_at, u.banned_until,
        coalesce(u.ban_reason, '') as ban_reason
      from users u, clock where ${sql.raw(bannedSql('u', 'clock.now'))} and u.personal_number_digest <> ${blank}
      order by u.personal_number_digest, u.banned_at desc
    ), added as (
      insert into banned_people select * from people on conflict do nothing
    )
    update users o set banned_at = p.banned_at, banned_until = p.banned_until, ban_reason = p.ban_reason
    from people p, clock
    where o.personal_number_digest = p.digest and o.deleted_at is null and not ${sql.raw(bannedSql('o', 'clock.now'))}
    returning o.id`);
  return rows.map(({ id }) => id);
}
