import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { eventNotices } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { isMailTo } from '#server/platform/mail/mail.queries.ts';
import { mails } from '#server/platform/platform.table.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { payments, refunds } from '#server/sales/tables/payments.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { ticketTransfers } from '#server/sales/tables/transfers.table.ts';
import { waitlistEntries } from '#server/sales/tables/waitlist.table.ts';
import type { MailKindName } from '#shared/staff/mails.contract.ts';

/** Mail kinds about the recipient's own account. */
const ABOUT_ACCOUNTS: MailKindName[] = [
  'welcome',
  'account-status',
  'password-reset',
  'password-changed',
  'new-device',
  'second-factor',
  'email-proof',
];

export type Addressee = { id: number; email: string; emailProvedAt: Date | null };

/**
 * True for the mails of an account. Until its address is proved, these are mails about the account and its purchases; replies to enquiries,
 * invitations and complimentary tickets belong to the reader of the mailbox (docs/decisions/0081).
 */
export function isMailOf(db: Db, { id, email, emailProvedAt }: Addressee): SQL | undefined {
  if (emailProvedAt) return isMailTo(email);
  const isAbout = (kind: MailKindName, key: string, ids: Parameters<typeof inArray>[1]) =>
    and(eq(mails.kind, kind), inArray(sql`(${mails.payload}->>${key})::bigint`, ids));
  return and(
    isMailTo(email),
    or(
      inArray(mails.kind, ABOUT_ACCOUNTS),
      isAbout('ticket', 'orderId', boughtOrders(db, id)),
      isAbout('ticket', 'ticketId', ticketsOf(db, id)),
      and(eq(mails.kind, 'ticket'), eq(sql`(${mails.payload}->>'holderId')::int`, id)),
      isAbout('ticket-ended', 'ticketId', ticketsOf(db, id)),
      isAbout('ticket-taken', 'transferId', transfersFrom(db, id)),
      isAbout('place-returned', 'transferId', transfersWith(db, id)),
      and(eq(mails.kind, 'claims-end'), eq(sql`(${mails.payload}->>'userId')::int`, id)),
      isAbout('waitlist-offer', 'entryId', entriesOf(db, id)),
      isAbout('waitlist-lapsed', 'entryId', entriesOf(db, id)),
      isAbout('refund', 'refundId', refundsTo(db, id)),
      isAbout('event-notice', 'noticeId', noticesFor(db, id)),
      isAbout('event-reminder', 'eventId', eventsBought(db, id)),
      and(eq(mails.kind, 'announcement'), eq(sql`(${mails.payload}->>'userId')::int`, id)),
    ),
  );
}

const isBoughtBy = (userId: number) => and(eq(orders.userId, userId), eq(orders.kind, 'sale'));

const boughtOrders = (db: Db, userId: number) => db.select({ id: orders.id }).from(orders).where(isBoughtBy(userId));

/** Tickets that were transferred to the account. */
const ticketsOf = (db: Db, userId: number) => db.select({ id: tickets.id }).from(tickets).where(eq(tickets.userId, userId));

/** Transfers by which a place returned from or to the account. */
const transfersWith = (db: Db, userId: number) =>
  db
    .select({ id: ticketTransfers.id })
    .from(ticketTransfers)
    .where(or(eq(ticketTransfers.fromUserId, userId), eq(ticketTransfers.toUserId, userId)));

const transfersFrom = (db: Db, userId: number) =>
  db.select({ id: ticketTransfers.id }).from(ticketTransfers).where(eq(ticketTransfers.fromUserId, userId));

const entriesOf = (db: Db, userId: number) =>
  db.select({ id: waitlistEntries.id }).from(waitlistEntries).where(eq(waitlistEntries.userId, userId));

const refundsTo = (db: Db, userId: number) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(isBoughtBy(userId));

const eventsBought = (db: Db, userId: number) =>
  db
    .select({ id: tickets.eventId })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(isBoughtBy(userId));

/** Notices of events for which the account bought a ticket. */
const noticesFor = (db: Db, userId: number) =>
  db
    .select({ id: eventNotices.id })
    .from(eventNotices)
    .where(inArray(eventNotices.eventId, eventsBought(db, userId)));
