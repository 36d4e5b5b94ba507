import { and, asc, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { passkeyChallenges, secondFactors } from './second-factor.table.ts';
import type { Passkey } from './webauthn.ts';

type PasskeyRow = Passkey & { id: number; userId: number };
type Challenge = typeof passkeyChallenges.$inferSelect;

// A table check keeps these columns from being null for a passkey.
const columns = {
  id: secondFactors.id,
  userId: secondFactors.userId,
  credentialId: sql<string>`${secondFactors.credentialId}`,
  publicKey: sql<string>`${secondFactors.publicKey}`,
  signatures: sql<number>`${secondFactors.signatures}`.mapWith(Number),
  transports: sql<string[]>`${secondFactors.transports}`,
};
const isActivePasskey = and(eq(secondFactors.kind, 'passkey'), isNotNull(secondFactors.activatedAt));

/** Returns the active passkeys of an account, oldest first. */
export const findPasskeys = (db: Db, userId: number): Promise<PasskeyRow[]> =>
  db
    .select(columns)
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isActivePasskey))
    .orderBy(asc(secondFactors.id));

export async function findPasskey(db: Db, userId: number, credentialId: string): Promise<PasskeyRow | undefined> {
  const isIt = eq(secondFactors.credentialId, credentialId);
  const [row] = await db
    .select(columns)
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isIt, isActivePasskey));
  return row;
}

/** Stores a passkey that is not active yet; returns its id, or undefined when an account already has it. */
export async function insertPasskey(
  db: Db,
  passkey: Passkey & { userId: number; name: string; createdAt: Date },
): Promise<number | undefined> {
  const [row] = await db
    .insert(secondFactors)
    .values({ ...passkey, kind: 'passkey' })
    .onConflictDoNothing({ target: secondFactors.credentialId })
    .returning({ id: secondFactors.id });
  return row?.id;
}

/** Stores the use of a passkey. Returns false if its signature count did not rise (one that is always 0 need not), or it was removed. */
export async function countSignature(db: Db, id: number, signatures: number, usedAt: Date): Promise<boolean> {
  const hasNoCount = and(eq(secondFactors.signatures, 0), sql`${signatures} = 0`);
  const rows = await db
    .update(secondFactors)
    .set({ signatures, lastUsedAt: usedAt })
    .where(and(eq(secondFactors.id, id), isActivePasskey, or(lt(secondFactors.signatures, signatures), hasNoCount)))
    .returning({ id: secondFactors.id });
  return rows.length > 0;
}

/** Stores a challenge in place of the one before it. */
export async function replacePasskeyChallenge(db: Db, challenge: Challenge): Promise<void> {
  const { userId, challengeHash, expiresAt } = challenge;
  await db
    .insert(passkeyChallenges)
    .values(challenge)
    .onConflictDoUpdate({ target: [passkeyChallenges.purpose, passkeyChallenges.subject], set: { userId, challengeHash, expiresAt } });
}

/** Uses up a challenge. Returns true to one caller only; false when it has ended or is not the latest of its subject. */
export async function spendPasskeyChallenge(
  db: Db,
  { purpose, subject, userId, challengeHash, now }: Omit<Challenge, 'expiresAt'> & { now: Date },
): Promise<boolean> {
  const isItsOwn = and(
    eq(passkeyChallenges.purpose, purpose),
    eq(passkeyChallenges.subject, subject),
    eq(passkeyChallenges.userId, userId),
  );
  const isOpen = and(eq(passkeyChallenges.challengeHash, challengeHash), gt(passkeyChallenges.expiresAt, now));
  const rows = await db.delete(passkeyChallenges).where(and(isItsOwn, isOpen)).returning({ userId: passkeyChallenges.userId });
  return rows.length > 0;
}
