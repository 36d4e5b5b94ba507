import { and, asc, eq, exists, gt, isNotNull, isNull, lt, lte, notLike, or, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import { SERVER_FAULT } from '#server/platform/mail/mail.queries.ts';
import { auditEntries, mails } from '#server/platform/platform.table.ts';
import { EMAIL_CHANGE_WAIT_MS } from '#shared/constants.ts';
import { emailChanges } from './email-change.table.ts';

type EmailChange = typeof emailChanges.$inferSelect;

/** Stores the pending change of an account, in place of an earlier one. */
export async function replaceEmailChange(db: Db, change: EmailChange): Promise<void> {
  await db.insert(emailChanges).values(change).onConflictDoUpdate({ target: emailChanges.userId, set: change });
}

export async function findEmailChange(db: Db, userId: number, now: Date): Promise<EmailChange | undefined> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, now)));
  return row;
}

const isOpen = (now: Date) => and(gt(emailChanges.expiresAt, now), or(isNull(emailChanges.notBefore), lte(emailChanges.notBefore, now)));

/** Ends the change of a link and returns it. Of several callers, one gets it. */
export async function consumeEmailChange(db: Db, tokenHash: string, now: Date): Promise<EmailChange | undefined> {
  const [row] = await db
    .delete(emailChanges)
    .where(and(eq(emailChanges.tokenHash, tokenHash), isOpen(now)))
    .returning();
  return row;
}

/** Returns true while this link works. */
export async function hasEmailChange(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  return (await db.$count(emailChanges, and(eq(emailChanges.tokenHash, tokenHash), isOpen(now)))) > 0;
}

/** Returns false if there was none. */
export async function deleteEmailChange(db: Db, userId: number): Promise<boolean> {
  return (await db.delete(emailChanges).where(eq(emailChanges.userId, userId)).returning()).length > 0;
}

/** Ends a change of a verified address, which had to wait, and returns it. */
export async function consumeDueChange(db: Db, userId: number, now: Date): Promise<EmailChange | undefined> {
  const isWaited = and(isNotNull(emailChanges.notBefore), gt(emailChanges.expiresAt, now));
  const [row] = await db
    .delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isWaited))
    .returning();
  return row;
}

/** The start of the keys of mails that tell a verified address about a change. */
export const waitingMailsOf = (userId: number): string => `email-changed:waits:${userId}:`;

/**
 * The present address was mailed 48 hours ago, or its server refused the mail for good: then the wait alone counts. A mail that is still
 * queued, was ended by staff or failed at our own server notified no one.
 */
const isNotified = (now: Date): SQL =>
  exists(sql`(select from ${mails} where
    starts_with(${mails.key}, 'email-changed:waits:' || ${emailChanges.userId} || ':')
    and ${mails.createdAt} >= ${emailChanges.createdAt}
    and (${and(eq(mails.state, 'sent'), lte(mails.sentAt, new Date(now.getTime() - EMAIL_CHANGE_WAIT_MS)))}
      or ${and(eq(mails.state, 'dead'), notLike(mails.lastError, `${SERVER_FAULT}%`))}))`);

const isDue = (now: Date) => and(isNull(emailChanges.tokenHash), isOpen(now), isNotified(now));

/** Returns the accounts whose change has waited long enough and has no link yet, the longest waiting first. */
export async function findDueChanges(db: Db, now: Date): Promise<number[]> {
  const rows = await db.select({ userId: emailChanges.userId }).from(emailChanges).where(isDue(now)).orderBy(asc(emailChanges.notBefore));
  return rows.map(({ userId }) => userId);
}

/** Gives a due change its link; returns nothing if another process did, or the change ended. */
export async function giveLink(db: Db, userId: number, tokenHash: string, now: Date): Promise<EmailChange | undefined> {
  const [row] = await db
    .update(emailChanges)
    .set({ tokenHash })
    .where(and(eq(emailChanges.userId, userId), isDue(now)))
    .returning();
  return row;
}

export async function deletePastEmailChanges(db: Db, before: Date): Promise<void> {
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, before));
}

type Dismissal = { staffId: number; kind: string; subject: string; since: Date };

/** Returns true if this staff member dismissed such an alert since then. */
export async function hasDismissed(db: Db, { staffId, kind, subject, since }: Dismissal): Promise<boolean> {
  const isOne = and(
    eq(auditEntries.subject, subject),
    eq(auditEntries.action, 'alert.dismiss'),
    eq(auditEntries.staffId, staffId),
    gt(auditEntries.createdAt, since),
    sql`${auditEntries.detail}->>'kind' = ${kind}`,
  );
  return (await db.$count(auditEntries, isOne)) > 0;
}

/** Sets a new address of an account, which is proved. The unique index refuses one that another account has. */
export async function setEmail(db: Db, userId: number, email: string, emailProvedAt: Date): Promise<void> {
  await db
    .update(users)
    .set({ email, emailKey: emailKey(email), emailProvedAt })
    .where(eq(users.id, userId));
}
