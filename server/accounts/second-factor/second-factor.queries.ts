import { and, asc, eq, gt, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { sessions } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { passkeyChallenges, recoveryCodes, secondFactors, signInChallenges } from './second-factor.table.ts';

export type SecondFactor = typeof secondFactors.$inferSelect;

// Raw SQL, because within a select of one table drizzle omits the table's name, and the column would be that of the subquery.
/** For a select from `users`: true if the account has an active second factor. */
export const hasSecondFactor = sql<boolean>`exists (
  select from second_factors f where f.user_id = users.id and f.activated_at is not null)`;

const isOf = (userId: number) => eq(secondFactors.userId, userId);
const isActive = isNotNull(secondFactors.activatedAt);

/** Returns the active factors of an account, oldest first. */
export const findActiveFactors = (db: Db, userId: number): Promise<SecondFactor[]> =>
  db
    .select()
    .from(secondFactors)
    .where(and(isOf(userId), isActive))
    .orderBy(asc(secondFactors.id));

export async function findFactor(db: Db, userId: number, id: number): Promise<SecondFactor | undefined> {
  const [row] = await db
    .select()
    .from(secondFactors)
    .where(and(isOf(userId), eq(secondFactors.id, id)));
  return row;
}

/** Stores a factor that is not active yet, in place of one that was begun before. */
export async function replaceBegunTotp(
  db: Db,
  factor: { userId: number; name: string; sealedSecret: string; createdAt: Date },
): Promise<number> {
  await db.delete(secondFactors).where(and(isOf(factor.userId), eq(secondFactors.kind, 'totp'), isNull(secondFactors.activatedAt)));
  const [row] = await db
    .insert(secondFactors)
    .values({ ...factor, kind: 'totp' })
    .returning({ id: secondFactors.id });
  if (!row) throw new Error('A second factor was not stored.');
  return row.id;
}

/** Uses up the code of a step. Returns true to one caller only; false when this code or a newer one was used. */
export async function spendStep(db: Db, id: number, step: number, usedAt: Date): Promise<boolean> {
  const isUnused = or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step));
  const rows = await db
    .update(secondFactors)
    .set({ lastStep: step, lastUsedAt: usedAt })
    .where(and(eq(secondFactors.id, id), isUnused))
    .returning({ id: secondFactors.id });
  return rows.length > 0;
}

export async function setActivated(db: Db, id: number, change: { activatedAt: Date; isMailboxProved: boolean }): Promise<void> {
  await db.update(secondFactors).set(change).where(eq(secondFactors.id, id));
}

/** Marks all factors of an account as set up by its mailbox's reader. */
export async function setFactorsProved(db: Db, userId: number): Promise<void> {
  await db
    .update(secondFactors)
    .set({ isMailboxProved: true })
    .where(and(isOf(userId), isActive));
}

/** Removes the proof by a second factor from an account's other sessions. */
export async function unproveOtherSessions(db: Db, userId: number, keptId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ confirmedAt: null, secondFactorAt: null })
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptId)));
}

/** Deletes a factor and returns it. */
export async function deleteFactor(db: Db, userId: number, id: number): Promise<SecondFactor | undefined> {
  const [row] = await db
    .delete(secondFactors)
    .where(and(isOf(userId), eq(secondFactors.id, id)))
    .returning();
  return row;
}

/** Deletes an account's factors, recovery codes and unfinished logins; returns the active factors. */
export async function deleteAllFactors(db: Db, userId: number): Promise<SecondFactor[]> {
  const rows = await db.delete(secondFactors).where(isOf(userId)).returning();
  await deleteRecoveryCodes(db, userId);
  await deleteChallenges(db, userId);
  return rows.filter(({ activatedAt }) => activatedAt !== null);
}

/**
 * Deletes the factors that were set up without the account's mailbox, and the recovery codes and unfinished logins that their owner may
 * know. Returns how many of the factors were active.
 */
export async function deleteUnprovedFactors(db: Db, userId: number): Promise<number> {
  const rows = await db
    .delete(secondFactors)
    .where(and(isOf(userId), eq(secondFactors.isMailboxProved, false)))
    .returning();
  const counted = rows.filter(({ activatedAt }) => activatedAt !== null).length;
  if (counted > 0) await deleteRecoveryCodes(db, userId);
  await deleteChallenges(db, userId);
  return counted;
}

const isUnusedOf = (userId: number) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));

export const countRecoveryCodes = (db: Db, userId: number): Promise<number> => db.$count(recoveryCodes, isUnusedOf(userId));

export async function insertRecoveryCodes(db: Db, userId: number, hashes: readonly string[], createdAt: Date): Promise<void> {
  await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, createdAt })));
}

export async function deleteRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** Uses up a recovery code; returns false if it does not exist or was used. */
export async function spendRecoveryCode(db: Db, userId: number, codeHash: string, usedAt: Date): Promise<boolean> {
  const rows = await db
    .update(recoveryCodes)
    .set({ usedAt })
    .where(and(isUnusedOf(userId), eq(recoveryCodes.codeHash, codeHash)))
    .returning({ userId: recoveryCodes.userId });
  return rows.length > 0;
}

/** Stores the challenge of a login, and deletes the account's expired ones. */
export async function insertChallenge(db: Db, challenge: typeof signInChallenges.$inferInsert): Promise<void> {
  const { userId, createdAt } = challenge;
  await db.delete(signInChallenges).where(and(eq(signInChallenges.userId, userId), lte(signInChallenges.expiresAt, createdAt)));
  await db.insert(signInChallenges).values(challenge);
}

type Limits = { now: Date; most: number };
const isOpen = (tokenHash: string, { now, most }: Limits) =>
  and(eq(signInChallenges.tokenHash, tokenHash), gt(signInChallenges.expiresAt, now), lt(signInChallenges.attempts, most));

/** Returns the user of a challenge; undefined when it expired or was tried too often. */
export async function findOpenChallenge(db: Db, tokenHash: string, limits: Limits): Promise<number | undefined> {
  const [row] = await db.select({ userId: signInChallenges.userId }).from(signInChallenges).where(isOpen(tokenHash, limits));
  return row?.userId;
}

/** Counts a try to answer a challenge; returns its user, or undefined when it expired or was tried too often. */
export async function consumeAttempt(db: Db, tokenHash: string, limits: Limits): Promise<number | undefined> {
  const [row] = await db
    .update(signInChallenges)
    .set({ attempts: sql`${signInChallenges.attempts} + 1` })
    .where(isOpen(tokenHash, limits))
    .returning({ userId: signInChallenges.userId });
  return row?.userId;
}

/** Ends a challenge; returns false if it had ended. */
export async function deleteChallenge(db: Db, tokenHash: string): Promise<boolean> {
  const rows = await db
    .delete(signInChallenges)
    .where(eq(signInChallenges.tokenHash, tokenHash))
    .returning({ userId: signInChallenges.userId });
  return rows.length > 0;
}

/** Ends an account's unfinished logins and passkey challenges, after a change of the password. */
export async function deleteChallenges(db: Db, userId: number): Promise<void> {
  await db.delete(signInChallenges).where(eq(signInChallenges.userId, userId));
  await db.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
}

export async function deletePastChallenges(db: Db, before: Date): Promise<void> {
  await db.delete(signInChallenges).where(lt(signInChallenges.expiresAt, before));
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, before));
}

/** Marks a session as confirmed, by a second factor or not. */
export async function setConfirmed(db: Db, sessionId: string, confirmedAt: Date, isBySecondFactor: boolean): Promise<void> {
  await db
    .update(sessions)
    .set({ confirmedAt, ...(isBySecondFactor && { secondFactorAt: confirmedAt }) })
    .where(eq(sessions.id, sessionId));
}

/** Returns when the user of a session last read the account's mailbox for it. */
export async function findMailboxProof(db: Db, sessionId: string): Promise<Date | null> {
  const [row] = await db.select({ at: sessions.mailboxProvedAt }).from(sessions).where(eq(sessions.id, sessionId));
  return row?.at ?? null;
}
