import { and, asc, desc, eq, inArray, ne, or } from 'drizzle-orm';
import { passwordResets, securityEvents, sessions, staffInvitations, userRoles } from '#server/accounts/accounts.table.ts';
import { emailProofs } from '#server/accounts/email/email-proof.table.ts';
import { knownGuests } from '#server/accounts/known-guests/known-guests.table.ts';
import { recoveryCodes, secondFactors, signInChallenges } from '#server/accounts/second-factor/second-factor.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { scans } from '#server/door/door.table.ts';
import { enquiryColumns } from '#server/backoffice/enquiries/enquiries.queries.ts';
import { enquiries, guestNotes } from '#server/backoffice/backoffice.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { hasAllWords, wordPatterns } from '#server/platform/db/sql-parts.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import { mails } from '#server/platform/platform.table.ts';
import { expiredHolds, holds } from '#server/sales/tables/holds.table.ts';
import { promoCodes } from '#server/sales/tables/promo-codes.table.ts';
import { promoters } from '#server/sales/tables/promoters.table.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { payments, refunds } from '#server/sales/tables/payments.table.ts';
import { resaleListings } from '#server/sales/tables/resale.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { claimLinks, ticketTransfers } from '#server/sales/tables/transfers.table.ts';
import { waitlistEntries } from '#server/sales/tables/waitlist.table.ts';
import { type Addressee, isMailOf } from './mails-of-user.queries.ts';

export const findSessions = (db: Db, userId: number) =>
  db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.createdAt));

export const findSecurityEvents = (db: Db, userId: number) =>
  db.select().from(securityEvents).where(eq(securityEvents.userId, userId)).orderBy(desc(securityEvents.id));

export const findPasswordLinks = (db: Db, userId: number) =>
  db.select().from(passwordResets).where(eq(passwordResets.userId, userId)).orderBy(desc(passwordResets.id));

export const findEmailProofs = (db: Db, userId: number) => db.select().from(emailProofs).where(eq(emailProofs.userId, userId));

export const findSecondFactors = async (db: Db, userId: number) => ({
  factors: await db.select().from(secondFactors).where(eq(secondFactors.userId, userId)).orderBy(asc(secondFactors.id)),
  codes: await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId)).orderBy(asc(recoveryCodes.createdAt)),
  challenges: await db.select().from(signInChallenges).where(eq(signInChallenges.userId, userId)).orderBy(asc(signInChallenges.createdAt)),
});

export const findRoles = (db: Db, userId: number) =>
  db.select().from(userRoles).where(eq(userRoles.userId, userId)).orderBy(asc(userRoles.role));

export const findInvitations = (db: Db, email: string) =>
  db
    .select()
    .from(staffInvitations)
    .where(eq(staffInvitations.emailKey, emailKey(email)))
    .orderBy(desc(staffInvitations.id));

export const findKnownGuests = (db: Db, { id, email }: { id: number; email: string }) =>
  db
    .select()
    .from(knownGuests)
    .where(or(eq(knownGuests.usedBy, id), eq(knownGuests.emailKey, emailKey(email))))
    .orderBy(desc(knownGuests.id));

export const findStaffNotes = (db: Db, userId: number) =>
  db.select().from(guestNotes).where(eq(guestNotes.userId, userId)).orderBy(desc(guestNotes.id));

export const findCart = (db: Db, userId: number) =>
  db
    .select({ hold: holds, event: events.nameLat })
    .from(holds)
    .innerJoin(events, eq(events.id, holds.eventId))
    .where(eq(holds.userId, userId))
    .orderBy(desc(holds.id));

export const findLapsedCart = (db: Db, userId: number) =>
  db
    .select({ lapsed: expiredHolds, event: events.nameLat })
    .from(expiredHolds)
    .innerJoin(events, eq(events.id, expiredHolds.eventId))
    .where(eq(expiredHolds.userId, userId))
    .orderBy(desc(expiredHolds.expiredAt));

/** `withComplimentary`: include complimentary tickets given to the account's address, and their orders. */
type Whose = { userId: number; withComplimentary: boolean };
const isShown = ({ withComplimentary }: Whose) => (withComplimentary ? undefined : eq(orders.kind, 'sale'));
/** A complimentary ticket that another account transferred no longer counts as given to the address. */
const isTicketShown = ({ withComplimentary }: Whose) =>
  withComplimentary ? undefined : or(eq(orders.kind, 'sale'), ne(orders.userId, tickets.userId));

export const findOrders = (db: Db, whose: Whose) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.userId, whose.userId), isShown(whose)))
    .orderBy(desc(orders.id));

export const findOrderLines = (db: Db, orderIds: readonly number[]) =>
  db
    .select({ line: orderLines, event: events.nameLat, ticketType: ticketTypes.nameLat, code: promoCodes.code, refCode: promoters.refCode })
    .from(orderLines)
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, orderLines.ticketTypeId))
    .leftJoin(promoCodes, eq(promoCodes.id, orderLines.promoCodeId))
    .leftJoin(promoters, eq(promoters.id, orderLines.promoterId))
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(asc(orderLines.id));

export const findPayments = (db: Db, orderIds: readonly number[]) =>
  db
    .select()
    .from(payments)
    .where(inArray(payments.orderId, [...orderIds]))
    .orderBy(asc(payments.id));

export const findRefunds = (db: Db, paymentIds: readonly number[]) =>
  db
    .select()
    .from(refunds)
    .where(inArray(refunds.paymentId, [...paymentIds]))
    .orderBy(asc(refunds.id));

export const findTickets = (db: Db, whose: Whose) =>
  db
    .select({ ticket: tickets, orderId: orderLines.orderId, event: events.nameLat })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(and(eq(tickets.userId, whose.userId), isTicketShown(whose)))
    .orderBy(desc(tickets.id));

export const findListings = (db: Db, ticketIds: readonly number[]) =>
  db
    .select()
    .from(resaleListings)
    .where(inArray(resaleListings.ticketId, [...ticketIds]))
    .orderBy(asc(resaleListings.id));

export const findTransfers = (db: Db, userId: number) =>
  db
    .select({ transfer: ticketTransfers, eventId: tickets.eventId, event: events.nameLat })
    .from(ticketTransfers)
    .innerJoin(tickets, eq(tickets.id, ticketTransfers.ticketId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .where(or(eq(ticketTransfers.fromUserId, userId), eq(ticketTransfers.toUserId, userId)))
    .orderBy(asc(ticketTransfers.id));

export const findClaimLinks = (db: Db, userId: number) =>
  db
    .select({ link: claimLinks, eventId: orderLines.eventId, event: events.nameLat })
    .from(claimLinks)
    .innerJoin(orderLines, eq(orderLines.id, claimLinks.orderLineId))
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .where(eq(claimLinks.fromUserId, userId))
    .orderBy(asc(claimLinks.id));

export const findWaitlistEntries = (db: Db, userId: number) =>
  db
    .select({ entry: waitlistEntries, event: events.nameLat })
    .from(waitlistEntries)
    .innerJoin(events, eq(events.id, waitlistEntries.eventId))
    .where(eq(waitlistEntries.userId, userId))
    .orderBy(asc(waitlistEntries.id));

export const findScans = (db: Db, ticketIds: readonly number[]) =>
  db
    .select({
      ticketId: scans.ticketId,
      result: scans.result,
      reason: scans.reason,
      scannedAt: scans.scannedAt,
      decidedAt: scans.decidedAt,
    })
    .from(scans)
    .where(inArray(scans.ticketId, [...ticketIds]))
    .orderBy(asc(scans.id));

export const findMails = (db: Db, account: Addressee) =>
  db
    .select({ kind: mails.kind, language: mails.language, state: mails.state, createdAt: mails.createdAt, sentAt: mails.sentAt })
    .from(mails)
    .where(isMailOf(db, account))
    .orderBy(desc(mails.id));

/** Enquiries that contain the address anywhere; the caller decides which were sent from it. */
export const findEnquiriesNaming = (db: Db, email: string) =>
  db
    .select(enquiryColumns)
    .from(enquiries)
    .where(hasAllWords(enquiries.searchText, wordPatterns(email.replaceAll('|', ' '))))
    .orderBy(desc(enquiries.id));
