import { and, asc, eq, gt, inArray, isNull, like, not, or, sql } from 'drizzle-orm';
import { passwordResets, sessions, users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { enquiries, guestNotes } from '#server/backoffice/backoffice.table.ts';
import { events } from '#server/content/content.table.ts';
import { mails, idempotencyKeys } from '#server/platform/platform.table.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { payments, refunds } from '#server/sales/tables/payments.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { type Addressee, isMailOf } from './mails-of-user.queries.ts';

/** Locks the user's payments until the transaction ends. */
export async function lockPaymentsOf(db: Db, userId: number): Promise<void> {
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  await db.select({ id: payments.id }).from(payments).where(inArray(payments.orderId, own)).orderBy(asc(payments.id)).for('no key update');
}

/** Returns the account, locked until the transaction ends, even against new rows that refer to it. */
export async function lockAccount(db: Db, userId: number) {
  const [row] = await db
    .select({ id: users.id, email: users.email, emailProvedAt: users.emailProvedAt, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update');
  return row;
}

/** Tickets that may still admit a guest. */
export const countOpenTickets = (db: Db, userId: number, now: Date): Promise<number> => {
  const coming = db.select({ id: events.id }).from(events).where(gt(events.endsAt, now));
  return db.$count(
    tickets,
    and(eq(tickets.userId, userId), eq(tickets.state, 'valid'), isNull(tickets.usedAt), inArray(tickets.eventId, coming)),
  );
};

/**
 * Payments without a final state: still payable, waiting for a staff decision, or being refunded. A refund that the bank refused is still
 * owed unless the payment was refunded in another way.
 */
export const countOpenPayments = (db: Db, userId: number): Promise<number> => {
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  const refunding = refundsIn(db, ['intended', 'sent', 'unknown']);
  const refused = refundsIn(db, ['failed']);
  const isOpen = or(
    inArray(payments.state, ['created', 'pending', 'flagged', 'refunding']),
    inArray(payments.id, refunding),
    and(eq(payments.state, 'paid'), inArray(payments.id, refused)),
  );
  return db.$count(payments, and(inArray(payments.orderId, own), isOpen));
};

const refundsIn = (db: Db, states: (typeof refunds.$inferSelect.state)[]) =>
  db.select({ id: refunds.paymentId }).from(refunds).where(inArray(refunds.state, states));

/** Deletes sessions with their tokens, and password reset links. */
export async function deleteSignIns(db: Db, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

/** Deletes staff notes about the user. */
export async function deleteNotesAbout(db: Db, userId: number): Promise<void> {
  await db.delete(guestNotes).where(eq(guestNotes.userId, userId));
}

export async function deleteAnswers(db: Db, userId: number): Promise<void> {
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.caller, `user:${userId}`));
}

/**
 * Rate limits for mails to an address. They expire on their own, because the address may belong to another person, who must not get more
 * mails.
 */
const OF_MAILS = ['registerEmail', 'resetEmail', 'proofMail', 'proofMailDay'];

/**
 * Deletes the counters of all limits with the account's key (server/accounts/limits.ts), `<rule>:<key>`. Counters of mails are kept, so
 * that registering and deleting repeatedly does not reset them.
 */
export async function deleteLimitsOf(db: Db, accountKey: string): Promise<void> {
  await db.execute(
    sql`delete from rate_limits where split_part(key, ':', 2) = ${accountKey} and split_part(key, ':', 1) not in ${OF_MAILS}`,
  );
}

/** Stops unsent mails to an account, except those about refunds, and removes the recipient from sent ones. */
export async function forgetMailsOf(db: Db, account: Addressee, nobody: string): Promise<void> {
  const isAboutMoney = and(eq(mails.state, 'queued'), like(mails.kind, 'refund%'));
  await db
    .update(mails)
    .set({
      recipient: nobody,
      payload: {},
      lastError: null,
      state: sql`case when ${mails.state} = 'queued' then 'dead' else ${mails.state} end`,
    })
    .where(and(isMailOf(db, account), not(isAboutMoney ?? sql`false`)));
}

export async function deleteEnquiries(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(enquiries).where(inArray(enquiries.id, [...ids]));
}

export async function updateAccount(db: Db, userId: number, changes: Partial<typeof users.$inferInsert>): Promise<void> {
  await db.update(users).set(changes).where(eq(users.id, userId));
}
