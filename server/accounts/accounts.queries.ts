import { and, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import type { Language } from '#shared/constants.ts';
import { passwordResets, users } from './accounts.table.ts';

export type User = typeof users.$inferSelect;
export type NewUser = Omit<typeof users.$inferInsert, 'emailKey'>;

/** Excludes deleted accounts: their row remains only for what was bought (server/backoffice/privacy). */
const isHere = isNull(users.deletedAt);
const hasEmail = (email: string) => and(eq(users.emailKey, emailKey(email)), isHere);
const hasId = (id: number) => and(eq(users.id, id), isHere);

/** Inserts the account unless its e-mail is taken in any spelling; the unique index decides. */
export async function insertUser(db: Db, user: NewUser): Promise<User | undefined> {
  const [row] = await db
    .insert(users)
    .values({ ...user, emailKey: emailKey(user.email) })
    .onConflictDoNothing()
    .returning();
  return row;
}

export async function findUserById(db: Db, id: number): Promise<User | undefined> {
  const [row] = await db.select().from(users).where(hasId(id));
  return row;
}

export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const [row] = await db.select().from(users).where(hasEmail(email));
  return row;
}

/** Returns the row of an account, locked against changes until the transaction ends. */
export async function lockUserById(db: Db, id: number): Promise<User | undefined> {
  const [row] = await db.select().from(users).where(hasId(id)).for('no key update');
  return row;
}

export async function lockUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const [row] = await db.select().from(users).where(hasEmail(email)).for('no key update');
  return row;
}

/** Returns true if the account still has this password hash, and locks it until the transaction ends. */
export async function storePasswordHash(db: Db, id: number, passwordHash: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.passwordHash, passwordHash)))
    .for('no key update');
  return rows.length > 0;
}

export async function updateUser(db: Db, id: number, changes: Partial<Omit<NewUser, 'email'>>): Promise<User | undefined> {
  const [row] = await db.update(users).set(changes).where(eq(users.id, id)).returning();
  return row;
}

/** Writes only when the language differs. */
export async function setLanguage(db: Db, id: number, language: Language): Promise<void> {
  await db
    .update(users)
    .set({ language })
    .where(and(eq(users.id, id), ne(users.language, language)));
}

/** Returns the full names of accounts by id; a deleted account has its placeholder. */
export async function findUserNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { id, firstName, lastName } = users;
  const rows = await db
    .select({ id, firstName, lastName })
    .from(users)
    .where(inArray(id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, fullName(row)]));
}

type NewReset = { userId: number; tokenHash: string; createdAt: Date; expiresAt: Date };

const isUsable = (tokenHash: string, now: Date) =>
  and(eq(passwordResets.tokenHash, tokenHash), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now));

/** Stores the only reset of a user and deletes older ones. For an unknown user the two statements change nothing. */
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

/** Uses up a reset and returns its user. Of several callers with the same token, one gets a result. */
export async function useReset(db: Db, tokenHash: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .update(passwordResets)
    .set({ usedAt: now })
    .where(isUsable(tokenHash, now))
    .returning({ userId: passwordResets.userId });
  return row?.userId;
}

/** Deletes every link that was mailed to a user, used or not. */
export async function deleteResets(db: Db, userId: number): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
}
