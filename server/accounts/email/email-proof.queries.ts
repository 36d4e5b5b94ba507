import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { sessions, users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { emailProofs } from './email-proof.table.ts';

export type EmailProof = typeof emailProofs.$inferSelect;
type Owner = { userId: number; sessionId: string };

const isOf = ({ userId, sessionId }: Owner) => and(eq(emailProofs.userId, userId), eq(emailProofs.sessionId, sessionId));

/** Returns the newest mail to an account, if this session requested it. */
export async function findProof(db: Db, owner: Owner): Promise<EmailProof | undefined> {
  const [row] = await db.select().from(emailProofs).where(isOf(owner));
  return row;
}

/** Stores the digits and the link of a new mail, which replace those of the mail before. */
export async function replaceProof(db: Db, proof: Omit<EmailProof, 'attempts' | 'codeUsedAt'>): Promise<EmailProof> {
  const fresh = { ...proof, attempts: 0, codeUsedAt: null };
  const [row] = await db.insert(emailProofs).values(fresh).onConflictDoUpdate({ target: emailProofs.userId, set: fresh }).returning();
  if (!row) throw new Error('A proof of an e-mail address was not stored.');
  return row;
}

/** Counts a try of the digits; returns nothing when they expired, were used or were tried too often. */
export async function consumeProofTry(db: Db, owner: Owner, { now, most }: { now: Date; most: number }): Promise<EmailProof | undefined> {
  const isOpen = and(gt(emailProofs.codeExpiresAt, now), isNull(emailProofs.codeUsedAt), lt(emailProofs.attempts, most));
  const [row] = await db
    .update(emailProofs)
    .set({ attempts: sql`${emailProofs.attempts} + 1` })
    .where(and(isOf(owner), isOpen))
    .returning();
  return row;
}

/** Uses up the digits of a mail. Of several callers, one gets true; none does after a newer mail. */
export async function useDigits(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(emailProofs)
    .set({ codeUsedAt: now })
    .where(and(eq(emailProofs.tokenHash, tokenHash), isNull(emailProofs.codeUsedAt)))
    .returning({ userId: emailProofs.userId });
  return rows.length > 0;
}

export async function findUserOfLink(db: Db, tokenHash: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .select({ userId: emailProofs.userId })
    .from(emailProofs)
    .where(and(eq(emailProofs.tokenHash, tokenHash), gt(emailProofs.expiresAt, now)));
  return row?.userId;
}

/** Returns false if the address was proved before; its moment does not change. */
export async function setEmailProved(db: Db, userId: number, emailProvedAt: Date): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ emailProvedAt })
    .where(and(eq(users.id, userId), isNull(users.emailProvedAt)))
    .returning({ id: users.id });
  return rows.length > 0;
}

export async function setMailboxProved(db: Db, sessionId: string, mailboxProvedAt: Date): Promise<void> {
  await db.update(sessions).set({ mailboxProvedAt }).where(eq(sessions.id, sessionId));
}

export async function deleteProofs(db: Db, userId: number): Promise<void> {
  await db.delete(emailProofs).where(eq(emailProofs.userId, userId));
}

/** Deletes digits and links of mails that ended before a moment. */
export async function deletePastProofs(db: Db, before: Date): Promise<void> {
  await db.delete(emailProofs).where(lt(emailProofs.expiresAt, before));
}

/** Returns true while the digits of this mail can be entered: it is the newest, and they are neither used nor expired. */
export async function hasOpenDigits(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const isOpen = and(gt(emailProofs.codeExpiresAt, now), isNull(emailProofs.codeUsedAt));
  return (await db.$count(emailProofs, and(eq(emailProofs.tokenHash, tokenHash), isOpen))) > 0;
}
