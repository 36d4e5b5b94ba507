import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { buyerColumns } from '#server/accounts/may-buy.ts';
import { isSamePersonAs, isStaff } from '#server/accounts/roles.queries.ts';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import { isMailTo } from '#server/platform/mail/mail.queries.ts';
import { mails } from '#server/platform/platform.table.ts';
import { declinedInvitations, knownGuests } from './known-guests.table.ts';

export type KnownGuest = typeof knownGuests.$inferSelect;
export type NewKnownGuest = Omit<typeof knownGuests.$inferInsert, 'invitedAt' | 'tokenHash' | 'usedBy' | 'usedAt' | 'withdrawnAt'>;

const isOpen = (now: Date) => and(isNull(knownGuests.usedAt), isNull(knownGuests.withdrawnAt), gt(knownGuests.expiresAt, now));

/** Puts imports in order until the transaction ends. */
export async function lockImports(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('known_guests', 0))`);
}

const standingColumns = (importedBy: number) => ({
  id: users.id,
  email: users.email,
  language: users.language,
  emailKey: users.emailKey,
  emailProvedAt: users.emailProvedAt,
  status: users.status,
  bannedAt: users.bannedAt,
  bannedUntil: users.bannedUntil,
  isPersonRejected: buyerColumns.isPersonRejected,
  hasNumber: sql<boolean>`${users.personalNumberDigest} is not null`,
  isStaff,
  isSamePerson: isSamePersonAs(importedBy),
});

/** Returns the accounts of these addresses with what decides about their status. */
export const findAccountsOf = (db: Db, emailKeys: readonly string[], importedBy: number) =>
  accountsOf(db, emailKeys, importedBy).orderBy(asc(users.id));

/** Returns the accounts as `findAccountsOf`, locked until the transaction ends. */
export const lockAccountsTo = (db: Db, emailKeys: readonly string[], importedBy: number) =>
  accountsOf(db, emailKeys, importedBy).orderBy(asc(users.id)).for('no key update');

const accountsOf = (db: Db, emailKeys: readonly string[], importedBy: number) =>
  db
    .select(standingColumns(importedBy))
    .from(users)
    .where(and(inArray(users.emailKey, [...emailKeys]), isNull(users.deletedAt)));

export async function findStandingOf(db: Db, userId: number, importedBy: number) {
  const [row] = await db.select(standingColumns(importedBy)).from(users).where(eq(users.id, userId));
  return row;
}

/** Returns which of these addresses were imported, without rows that will be deleted. */
export async function findImportedKeys(db: Db, emailKeys: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await db
    .select({ emailKey: knownGuests.emailKey })
    .from(knownGuests)
    .where(and(inArray(knownGuests.emailKey, [...emailKeys]), isNull(knownGuests.withdrawnAt), gt(knownGuests.expiresAt, now)));
  return new Set(rows.map(({ emailKey }) => emailKey));
}

/** Inserts guests and returns how many are new; an address that was imported is skipped. */
export async function insertKnownGuests(db: Db, guests: readonly NewKnownGuest[]): Promise<number> {
  if (guests.length === 0) return 0;
  const rows = await db
    .insert(knownGuests)
    .values([...guests])
    .onConflictDoNothing()
    .returning({ id: knownGuests.id });
  return rows.length;
}

/** Deletes withdrawn and expired rows of these addresses, so that they can be imported again. */
export async function deleteEndedOf(db: Db, emailKeys: readonly string[], now: Date): Promise<void> {
  const hasEnded = or(isNotNull(knownGuests.withdrawnAt), lte(knownGuests.expiresAt, now));
  await db.delete(knownGuests).where(and(inArray(knownGuests.emailKey, [...emailKeys]), hasEnded));
}

/** Uses up the row of an account's address and returns it. Of several callers, one gets a result. */
export async function useKnownGuestOf(db: Db, userId: number, now: Date): Promise<KnownGuest | undefined> {
  const own = db.select({ emailKey: users.emailKey }).from(users).where(eq(users.id, userId));
  const [row] = await db
    .update(knownGuests)
    .set({ usedBy: userId, usedAt: now })
    .where(and(inArray(knownGuests.emailKey, own), isOpen(now)))
    .returning();
  return row;
}

export async function findOpenByToken(db: Db, tokenHash: string, now: Date): Promise<KnownGuest | undefined> {
  const [row] = await db
    .select()
    .from(knownGuests)
    .where(and(eq(knownGuests.tokenHash, tokenHash), isOpen(now)));
  return row;
}

export async function findOpenById(db: Db, id: number, now: Date): Promise<KnownGuest | undefined> {
  const [row] = await db
    .select()
    .from(knownGuests)
    .where(and(eq(knownGuests.id, id), isOpen(now)));
  return row;
}

const KIND = 'guest-invitation';

export const countInvitedSince = (db: Db, since: Date): Promise<number> => db.$count(knownGuests, gt(knownGuests.invitedAt, since));

/** Returns the oldest guests imported until a moment who are not invited yet, locked until the transaction ends. */
export const lockToInvite = (db: Db, { now, until }: { now: Date; until: Date }, most: number): Promise<KnownGuest[]> =>
  db
    .select()
    .from(knownGuests)
    .where(and(isNull(knownGuests.invitedAt), lte(knownGuests.importedAt, until), isOpen(now)))
    .orderBy(asc(knownGuests.id))
    .limit(most)
    .for('update', { skipLocked: true });

/** Returns the accounts with a proved address that is to be invited: it was proved while it was imported. */
export async function findProvedOf(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(knownGuests)
    .innerJoin(users, eq(users.emailKey, knownGuests.emailKey))
    .where(and(isNull(knownGuests.invitedAt), isOpen(now), isNotNull(users.emailProvedAt), isNull(users.deletedAt)))
    .orderBy(asc(users.id));
  return rows.map(({ id }) => id);
}

export async function setInvited(db: Db, tokens: readonly { id: number; tokenHash: string }[], invitedAt: Date): Promise<void> {
  await db.execute(sql`
    update known_guests k set invited_at = ${invitedAt}::timestamptz, token_hash = t.token_hash
    from unnest(${column(tokens, 'id')}::int[], ${column(tokens, 'tokenHash')}::text[]) as t (id, token_hash) where k.id = t.id`);
}

type ListFilter = { state?: 'waiting' | 'signed_up' | undefined; before?: number | undefined; now: Date };

/** Newest first, with the account of a guest who signed up. */
export const findKnownGuests = (db: Db, { state, before, now }: ListFilter, limit: number) =>
  db
    .select({ guest: knownGuests, accountStatus: users.status })
    .from(knownGuests)
    .leftJoin(users, eq(users.id, knownGuests.usedBy))
    .where(
      and(
        isNull(knownGuests.withdrawnAt),
        gt(knownGuests.expiresAt, now),
        before === undefined ? undefined : lt(knownGuests.id, sql`${before}::bigint`),
        state === 'waiting' ? isNull(knownGuests.usedAt) : undefined,
        state === 'signed_up' ? isNotNull(knownGuests.usedAt) : undefined,
      ),
    )
    .orderBy(desc(knownGuests.id))
    .limit(limit);

export async function lockKnownGuest(db: Db, id: number): Promise<KnownGuest | undefined> {
  const [row] = await db.select().from(knownGuests).where(eq(knownGuests.id, id)).for('update');
  return row;
}

/** Withdraws all invitations of the import of this guest, of those that nobody used; returns how many. */
export async function withdrawImportOf(
  db: Db,
  { importedBy, importedAt }: Pick<KnownGuest, 'importedBy' | 'importedAt'>,
  withdrawnAt: Date,
): Promise<number> {
  const rows = await db
    .update(knownGuests)
    .set({ withdrawnAt })
    .where(
      and(
        eq(knownGuests.importedBy, importedBy),
        eq(knownGuests.importedAt, importedAt),
        isNull(knownGuests.usedAt),
        isNull(knownGuests.withdrawnAt),
      ),
    )
    .returning({ id: knownGuests.id });
  return rows.length;
}

export async function setWithdrawn(db: Db, id: number, withdrawnAt: Date): Promise<void> {
  await db.update(knownGuests).set({ withdrawnAt }).where(eq(knownGuests.id, id));
}

/** Ends a withdrawal. A mail that was skipped because of it is queued again. */
export async function setRestored(db: Db, id: number): Promise<void> {
  const wasSkipped = sql`exists (select from mails m where m.key = ${`${KIND}:`}::text || known_guests.token_hash and m.state = 'skipped')`;
  await db
    .update(knownGuests)
    .set({
      withdrawnAt: null,
      invitedAt: sql`case when ${wasSkipped} then null else known_guests.invited_at end`,
      tokenHash: sql`case when ${wasSkipped} then null else known_guests.token_hash end`,
    })
    .where(eq(knownGuests.id, id));
}

/** Deletes a guest and returns the address. */
export async function deleteKnownGuest(db: Db, id: number): Promise<Pick<KnownGuest, 'email' | 'emailKey'> | undefined> {
  const [row] = await db
    .delete(knownGuests)
    .where(eq(knownGuests.id, id))
    .returning({ email: knownGuests.email, emailKey: knownGuests.emailKey });
  return row;
}

/** Deletes what is known about an address of an account, whether the account used it or not. */
export async function deleteKnownGuestTo(db: Db, { id, emailKey }: { id: number; emailKey: string }): Promise<void> {
  await db.delete(knownGuests).where(or(eq(knownGuests.usedBy, id), eq(knownGuests.emailKey, emailKey)));
}

/** Deletes rows that expired before a moment, and all that were withdrawn before it. */
export async function deletePastKnownGuests(db: Db, before: Date): Promise<void> {
  await db.delete(knownGuests).where(or(lte(knownGuests.expiresAt, before), lte(knownGuests.withdrawnAt, before)));
}

export async function findDeclined(db: Db, digests: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ digest: declinedInvitations.emailDigest })
    .from(declinedInvitations)
    .where(inArray(declinedInvitations.emailDigest, [...digests]));
  return new Set(rows.map(({ digest }) => digest));
}

export async function insertDeclined(db: Db, emailDigest: string, declinedAt: Date): Promise<void> {
  await db.insert(declinedInvitations).values({ emailDigest, declinedAt }).onConflictDoNothing();
}

/** Removes the address from invitations to it, and stops one that was not sent. */
export async function forgetInvitationMails(db: Db, email: string): Promise<void> {
  await db
    .update(mails)
    .set({
      recipient: `deleted:${KIND}`,
      payload: {},
      lastError: null,
      state: sql`case when ${mails.state} = 'queued' then 'dead' else ${mails.state} end`,
    })
    .where(and(eq(mails.kind, KIND), isMailTo(email)));
}
