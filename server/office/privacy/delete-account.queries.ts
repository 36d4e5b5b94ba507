import { and, asc, eq, gt, inArray, isNull, like, not, or, sql } from 'drizzle-orm';
import { passwordResets, sessions, users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { enquiries } from '#server/office/enquiries/enquiries.table.ts';
import { events } from '#server/content/events/events.table.ts';
import { guestNotes } from '#server/office/guests/guests.table.ts';
import { idempotencyKeys } from '#server/platform/http/idempotency.table.ts';
import { mails } from '#server/platform/mail/mail.table.ts';
import { orders } from '#server/sales/orders/orders.table.ts';
import { payments, refunds } from '#server/sales/payments/payments.table.ts';
import { tickets } from '#server/sales/tickets/tickets.table.ts';

/** Nobody else changes a payment of this person until the transaction ends. */
export async function lockPaymentsOf(db: Db, userId: number): Promise<void> {
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  await db.select({ id: payments.id }).from(payments).where(inArray(payments.orderId, own)).orderBy(asc(payments.id)).for('no key update');
}

/** The ids of all Admins, none of whom goes until the transaction ends. */
export async function lockAdmins(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'Admin'), isNull(users.deletedAt)))
    .orderBy(asc(users.id))
    .for('update');
  return rows.map(({ id }) => id);
}

/** The account, to which nothing more is added until the transaction ends: not even a row that only refers to it. */
export async function lockAccount(db: Db, userId: number) {
  const [row] = await db
    .select({ email: users.email, passwordHash: users.passwordHash, role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update');
  return row;
}

/** Tickets that may still let somebody in. */
export const countOpenTickets = (db: Db, userId: number, now: Date): Promise<number> => {
  const coming = db.select({ id: events.id }).from(events).where(gt(events.endsAt, now));
  return db.$count(
    tickets,
    and(eq(tickets.userId, userId), eq(tickets.state, 'valid'), isNull(tickets.usedAt), inArray(tickets.eventId, coming)),
  );
};

/**
 * Payments that are not at their end: the guest may still pay, a person must look, or money goes back. A refund that the bank refused
 * is still owed, unless the payment was given back in another way.
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

/** Sign-ins with their tokens, and links for a new password. */
export async function deleteSignIns(db: Db, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

/** What staff wrote about the person. */
export async function deleteNotesAbout(db: Db, userId: number): Promise<void> {
  await db.delete(guestNotes).where(eq(guestNotes.userId, userId));
}

export async function deleteAnswers(db: Db, userId: number): Promise<void> {
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.caller, `user:${userId}`));
}

/**
 * Counters of every limit that knows the account by this key (server/platform/limits/limits.ts): `<rule>:<key>`. That of its registrations goes after
 * its hour: registered and deleted in a circle, an address that may be somebody else's would be sent a mail each time.
 */
export async function deleteLimitsOf(db: Db, accountKey: string): Promise<void> {
  await db.execute(sql`delete from rate_limits where split_part(key, ':', 2) = ${accountKey} and key not like 'registerEmail:%'`);
}

// Letters beyond plain Latin stay as they are: PostgreSQL folds some of them into other addresses.
const isTo = (email: string) => sql`lower(${mails.recipient} collate "C") = lower(${email}::text collate "C")`;

/**
 * What is written to an address no longer leaves, but for news of money that goes back; what left is a mail to nobody in particular.
 */
export async function forgetMailsTo(db: Db, email: string, nobody: string): Promise<void> {
  const isAboutMoney = and(eq(mails.state, 'queued'), like(mails.kind, 'refund%'));
  await db
    .update(mails)
    .set({
      recipient: nobody,
      payload: {},
      lastError: null,
      state: sql`case when ${mails.state} = 'queued' then 'dead' else ${mails.state} end`,
    })
    .where(and(isTo(email), not(isAboutMoney ?? sql`false`)));
}

export async function deleteEnquiries(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.delete(enquiries).where(inArray(enquiries.id, [...ids]));
}

export async function updateAccount(db: Db, userId: number, changes: Partial<typeof users.$inferInsert>): Promise<void> {
  await db.update(users).set(changes).where(eq(users.id, userId));
}
