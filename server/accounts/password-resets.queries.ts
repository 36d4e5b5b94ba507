import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { passwordResets, users } from './accounts.table.ts';

type NewReset = { userId: number; tokenHash: string; createdAt: Date; expiresAt: Date };

const isUsable = (tokenHash: string, now: Date) =>
  and(eq(passwordResets.tokenHash, tokenHash), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now));

/** The one reset of a user; older ones are gone. For an unknown user the same two statements change nothing. */
export async function replaceReset(db: Db, { userId, tokenHash, createdAt, expiresAt }: NewReset): Promise<void> {
  await deleteResets(db, userId);
  await db.execute(
    sql`insert into ${passwordResets} (user_id, token_hash, created_at, expires_at)
        select ${users.id}, ${tokenHash}, ${createdAt.toISOString()}::timestamptz, ${expiresAt.toISOString()}::timestamptz
        from ${users} where ${users.id} = ${userId}`,
  );
}

export async function hasUsableReset(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  return (await db.$count(passwordResets, isUsable(tokenHash, now))) > 0;
}

/** Uses a reset up and answers whose it was: only one of many callers with the same token gets an answer. */
export async function useReset(db: Db, tokenHash: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(isUsable(tokenHash, now))
    .returning({ userId: passwordResets.userId });
  return row?.userId;
}

/** Every link that was mailed to a user, used or not. */
export async function deleteResets(db: Db, userId: number): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
}
