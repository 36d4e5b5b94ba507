import { and, asc, eq, like, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/platform/db/client.ts';
import { users } from './accounts.table.ts';

const others = alias(users, 'others');

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
