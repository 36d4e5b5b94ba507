import { and, asc, eq, gt, isNull, like, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/platform/db/client.ts';
import { users } from './accounts.table.ts';

const others = alias(users, 'others');

/** Accounts whose personal number was sealed before the digest existed, by id. */
export const findUndigested = (db: Db, after: number, limit: number): Promise<{ id: number; sealed: string }[]> =>
  db
    .select({ id: users.id, sealed: users.sealedPersonalNumber })
    .from(users)
    .where(and(isNull(users.personalNumberDigest), isNull(users.deletedAt), gt(users.id, after)))
    .orderBy(asc(users.id))
    .limit(limit);

export async function deleteDigest(db: Db, digest: string): Promise<void> {
  await db.update(users).set({ personalNumberDigest: null }).where(eq(users.personalNumberDigest, digest));
}

/** An account that was deleted meanwhile gets none. */
export async function writeDigests(db: Db, rows: readonly { id: number; digest: string }[]): Promise<void> {
  await db.execute(sql`
    update users u set personal_number_digest = d.digest
    from unnest(${sql.param(rows.map(({ id }) => id))}::int[], ${sql.param(rows.map(({ digest }) => digest))}::text[]) as d (id, digest)
    where u.id = d.id and u.deleted_at is null`);
}

/** Accounts that the migration could not fold, oldest first. */
export const findUnfolded = (db: Db): Promise<{ id: number; email: string }[]> =>
  db.select({ id: users.id, email: users.email }).from(users).where(like(users.emailKey, 'unfolded:%')).orderBy(asc(users.id));

/** Returns false if another account has the key. */
export async function writeEmailKey(db: Db, id: number, key: string): Promise<boolean> {
  const isFree = notExists(
    db
      .select({ one: sql`1` })
      .from(others)
      .where(eq(others.emailKey, key)),
  );
  const rows = await db
    .update(users)
    .set({ emailKey: key })
    .where(and(eq(users.id, id), isFree))
    .returning({ id: users.id });
  return rows.length > 0;
}
