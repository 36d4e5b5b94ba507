import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import type { StaffRole } from '#shared/staff/rights.ts';
import { staffInvitations, users } from './accounts.table.ts';

export type Invitation = typeof staffInvitations.$inferSelect;
type NewInvitation = Omit<typeof staffInvitations.$inferInsert, 'emailKey'>;

const isUnused = and(isNull(staffInvitations.usedAt), isNull(staffInvitations.withdrawnAt));
const LISTED_MAX = 500;

/** Returns open invitations, the newest last, with the names of the inviting Owners. */
export const listOpenInvitations = (db: Db, now: Date) =>
  db
    .select({ invitation: staffInvitations, inviter: { firstName: users.firstName, lastName: users.lastName } })
    .from(staffInvitations)
    .innerJoin(users, eq(users.id, staffInvitations.invitedBy))
    .where(and(isUnused, gt(staffInvitations.expiresAt, now)))
    .orderBy(asc(staffInvitations.id))
    .limit(LISTED_MAX);

/** Withdraws the open invitation to an address and returns its roles. */
export async function withdrawInvitationTo(db: Db, email: string, withdrawnAt: Date): Promise<StaffRole[]> {
  const rows = await db
    .update(staffInvitations)
    .set({ withdrawnAt })
    .where(and(eq(staffInvitations.emailKey, emailKey(email)), isUnused))
    .returning({ roles: staffInvitations.roles });
  return rows.flatMap(({ roles }) => roles);
}

/** Withdraws the invitations that an account made; returns their number. */
export async function withdrawInvitationsBy(db: Db, invitedBy: number, withdrawnAt: Date): Promise<number> {
  const rows = await db
    .update(staffInvitations)
    .set({ withdrawnAt })
    .where(and(eq(staffInvitations.invitedBy, invitedBy), isUnused, gt(staffInvitations.expiresAt, withdrawnAt)))
    .returning({ id: staffInvitations.id });
  return rows.length;
}

export async function insertInvitation(db: Db, invitation: NewInvitation): Promise<number> {
  const [row] = await db
    .insert(staffInvitations)
    .values({ ...invitation, emailKey: emailKey(invitation.email) })
    .returning({ id: staffInvitations.id });
  if (!row) throw new Error('An insert returned no row.');
  return row.id;
}

export async function findInvitationById(db: Db, id: number): Promise<Invitation | undefined> {
  const [row] = await db.select().from(staffInvitations).where(eq(staffInvitations.id, id));
  return row;
}

/** Returns an invitation, locked until the transaction ends. */
export async function lockInvitationById(db: Db, id: number): Promise<Invitation | undefined> {
  const [row] = await db.select().from(staffInvitations).where(eq(staffInvitations.id, id)).for('update');
  return row;
}

export async function findInvitation(db: Db, tokenHash: string): Promise<Invitation | undefined> {
  const [row] = await db.select().from(staffInvitations).where(eq(staffInvitations.tokenHash, tokenHash));
  return row;
}

export async function setWithdrawn(db: Db, id: number, withdrawnAt: Date): Promise<void> {
  await db.update(staffInvitations).set({ withdrawnAt }).where(eq(staffInvitations.id, id));
}

/** Uses up an open invitation. Of several callers with the same token, one gets true. */
export async function useInvitation(db: Db, id: number, now: Date): Promise<boolean> {
  const rows = await db
    .update(staffInvitations)
    .set({ usedAt: now })
    .where(and(eq(staffInvitations.id, id), isUnused, gt(staffInvitations.expiresAt, now)))
    .returning({ id: staffInvitations.id });
  return rows.length > 0;
}

/** Deletes invitations that were used, withdrawn or expired before a moment. */
export async function deletePastInvitations(db: Db, before: Date): Promise<void> {
  const { usedAt, withdrawnAt, expiresAt } = staffInvitations;
  await db.delete(staffInvitations).where(sql`least(${usedAt}, ${withdrawnAt}, ${expiresAt}) < ${before.toISOString()}::timestamptz`);
}

export async function deleteInvitationsTo(db: Db, email: string): Promise<void> {
  await db.delete(staffInvitations).where(eq(staffInvitations.emailKey, emailKey(email)));
}
