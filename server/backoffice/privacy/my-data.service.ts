import { findUserById, type User } from '#server/accounts/accounts.queries.ts';
import { getProfile } from '#server/accounts/accounts.service.ts';
import { recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import { HOUR, type Limit, consumeLimits } from '#server/platform/limits/limits.ts';
import { codeForHolder } from '#server/sales/tickets/ticket-code.ts';
import { toWireTime } from '#shared/dates.ts';
import { type EnquiryKind, splitEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { AppError } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';
import { hasCode } from '#shared/tickets/claims.ts';
import type { MyDataView } from '#shared/privacy/privacy.contract.ts';
import {
  findCart,
  findClaimLinks,
  findEmailProofs,
  findEnquiriesNaming,
  findInvitations,
  findKnownGuests,
  findLapsedCart,
  findMails,
  findOrderLines,
  findOrders,
  findPasswordLinks,
  findPayments,
  findRefunds,
  findListings,
  findRoles,
  findScans,
  findSecondFactors,
  findSecurityEvents,
  findSessions,
  findStaffNotes,
  findTickets,
  findTransfers,
  findWaitlistEntries,
} from './my-data.queries.ts';

const COPIES: Limit = { name: 'myData', points: 20, duration: HOUR };

type Part<Name extends keyof MyDataView> = Promise<MyDataView[Name]>;

/**
 * All data about the caller in one document; a test compares it with the tables (server/backoffice/privacy). @throws unauthorized,
 * too_many_requests
 */
export async function collectMyData(ctx: Context): Promise<MyDataView> {
  const { userId } = requireUser(ctx);
  await consumeLimits(ctx, [COPIES, String(userId)]);
  const user = await findUserById(ctx.db, userId);
  if (!user) throw new AppError('unauthorized');
  const { socialMediaPlatform, socialMediaUsername, language } = user;
  const copy = {
    madeAt: toWireTime(ctx.clock.now()),
    profile: {
      ...(await getProfile(ctx)),
      socialMediaPlatform,
      socialMediaUsername,
      language,
      emailProvedAt: maybeTime(user.emailProvedAt),
      newsletter: newsletterOf(user),
      ban: banOf(user),
    },
    securityEvents: await securityEventsOf(ctx, userId),
    roles: await rolesOf(ctx, userId),
    invitations: await invitationsTo(ctx, user),
    imported: await importedAbout(ctx, user),
    staffNotes: await staffNotesOf(ctx, userId),
    sessions: await sessionsOf(ctx, userId),
    passwordLinks: await passwordLinksOf(ctx, userId),
    emailProofs: await emailProofsOf(ctx, userId),
    ...(await secondFactorsOf(ctx, userId)),
    cart: await cartOf(ctx, userId),
    lapsedCart: await lapsedCartOf(ctx, userId),
    orders: await ordersOf(ctx, user),
    tickets: await ticketsOf(ctx, user),
    transfers: await transfersOf(ctx, userId),
    claimLinks: await claimLinksOf(ctx, userId),
    waitlist: await waitlistOf(ctx, userId),
    mails: await mailsOf(ctx, user),
    enquiries: await enquiriesFrom(ctx, user),
  };
  await recordSecurityEvent(ctx, 'export', userId);
  return copy;
}

const maybeTime = (at: Date | null): string | null => at && toWireTime(at);

const banOf = ({ bannedAt, bannedUntil, banReason }: User): MyDataView['profile']['ban'] =>
  bannedAt && { since: toWireTime(bannedAt), until: maybeTime(bannedUntil), reason: banReason ?? '' };

const newsletterOf = ({ newsletterSince, newsletterLanguage }: User): MyDataView['profile']['newsletter'] =>
  newsletterSince && newsletterLanguage && { since: toWireTime(newsletterSince), language: newsletterLanguage };

async function rolesOf({ db }: Context, userId: number): Part<'roles'> {
  return (await findRoles(db, userId)).map(({ role, grantedAt }) => ({ role, grantedAt: toWireTime(grantedAt) }));
}

/** Without the roles: accepted ones are in `roles`. None until the address is proved (docs/decisions/0081). */
async function invitationsTo({ db }: Context, { email, emailProvedAt }: User): Part<'invitations'> {
  if (!emailProvedAt) return [];
  return (await findInvitations(db, email)).map(({ createdAt, expiresAt, usedAt, withdrawnAt }) => ({
    createdAt: toWireTime(createdAt),
    expiresAt: toWireTime(expiresAt),
    usedAt: maybeTime(usedAt),
    withdrawnAt: maybeTime(withdrawnAt),
  }));
}

/** What the club imported about the address. None until it is proved, as with invitations. */
async function importedAbout({ db }: Context, user: User): Part<'imported'> {
  if (!user.emailProvedAt) return [];
  return (await findKnownGuests(db, user)).map(({ email, firstName, lastName, status, note, ...times }) => ({
    email,
    firstName,
    lastName,
    status,
    note,
    importedAt: toWireTime(times.importedAt),
    invitedAt: maybeTime(times.invitedAt),
    usedAt: maybeTime(times.usedAt),
    expiresAt: toWireTime(times.expiresAt),
  }));
}

async function staffNotesOf({ db }: Context, userId: number): Part<'staffNotes'> {
  return (await findStaffNotes(db, userId)).map(({ text, createdAt, withdrawnAt }) => {
    return { text, createdAt: toWireTime(createdAt), withdrawnAt: maybeTime(withdrawnAt) };
  });
}

async function sessionsOf({ db }: Context, userId: number): Part<'sessions'> {
  return (await findSessions(db, userId)).map((session) => ({
    browser: session.userAgent,
    createdAt: toWireTime(session.createdAt),
    lastUsedAt: toWireTime(session.lastUsedAt),
    expiresAt: toWireTime(session.expiresAt),
    endedAt: maybeTime(session.endedAt),
    confirmedAt: maybeTime(session.confirmedAt),
    secondFactorAt: maybeTime(session.secondFactorAt),
    mailboxProvedAt: maybeTime(session.mailboxProvedAt),
  }));
}

async function securityEventsOf({ db }: Context, userId: number): Part<'securityEvents'> {
  return (await findSecurityEvents(db, userId)).map(({ kind, network, device, at }) => ({ kind, network, device, at: toWireTime(at) }));
}

async function passwordLinksOf({ db }: Context, userId: number): Part<'passwordLinks'> {
  return (await findPasswordLinks(db, userId)).map(({ createdAt, expiresAt, usedAt }) => ({
    createdAt: toWireTime(createdAt),
    expiresAt: toWireTime(expiresAt),
    usedAt: maybeTime(usedAt),
  }));
}

async function emailProofsOf({ db }: Context, userId: number): Part<'emailProofs'> {
  return (await findEmailProofs(db, userId)).map(({ createdAt, codeExpiresAt, codeUsedAt, expiresAt, attempts }) => ({
    createdAt: toWireTime(createdAt),
    codeExpiresAt: toWireTime(codeExpiresAt),
    codeUsedAt: maybeTime(codeUsedAt),
    expiresAt: toWireTime(expiresAt),
    attempts,
  }));
}

/** Without secrets and hashes. */
async function secondFactorsOf(
  { db }: Context,
  userId: number,
): Promise<Pick<MyDataView, 'secondFactors' | 'recoveryCodes' | 'unfinishedLogins'>> {
  const { factors, codes, challenges } = await findSecondFactors(db, userId);
  return {
    secondFactors: factors.map(({ kind, name, createdAt, activatedAt, lastUsedAt }) => ({
      kind,
      name,
      createdAt: toWireTime(createdAt),
      activatedAt: maybeTime(activatedAt),
      lastUsedAt: maybeTime(lastUsedAt),
    })),
    recoveryCodes: codes.map(({ createdAt, usedAt }) => ({ createdAt: toWireTime(createdAt), usedAt: maybeTime(usedAt) })),
    unfinishedLogins: challenges.map(({ createdAt, expiresAt, attempts }) => ({
      createdAt: toWireTime(createdAt),
      expiresAt: toWireTime(expiresAt),
      attempts,
    })),
  };
}

async function cartOf({ db }: Context, userId: number): Part<'cart'> {
  return (await findCart(db, userId)).map(({ hold: { eventId, quantity, priceTetri, createdAt, heldUntil }, event }) => ({
    eventId,
    event,
    quantity,
    price: toGel(priceTetri),
    createdAt: toWireTime(createdAt),
    heldUntil: toWireTime(heldUntil),
  }));
}

async function lapsedCartOf({ db }: Context, userId: number): Part<'lapsedCart'> {
  return (await findLapsedCart(db, userId)).map(({ lapsed: { eventId, quantity, expiredAt }, event }) => ({
    eventId,
    event,
    quantity,
    expiredAt: toWireTime(expiredAt),
  }));
}

/** Complimentary tickets are left out until the address is proved, because another person may have registered it (docs/decisions/0081). */
const whose = ({ id, emailProvedAt }: User) => ({ userId: id, withComplimentary: emailProvedAt !== null });

async function ordersOf({ db }: Context, user: User): Part<'orders'> {
  const orders = await findOrders(db, whose(user));
  const orderIds = orders.map(({ id }) => id);
  const lines = Map.groupBy(await findOrderLines(db, orderIds), ({ line }) => line.orderId);
  const payments = Map.groupBy(await paymentsOf(db, orderIds), ({ orderId }) => orderId);
  return orders.map(({ id, state, totalTetri, language, createdAt, settledAt, utmSource, utmMedium, utmCampaign }) => ({
    id,
    state,
    total: toGel(totalTetri),
    language,
    createdAt: toWireTime(createdAt),
    settledAt: maybeTime(settledAt),
    utm: { source: utmSource, medium: utmMedium, campaign: utmCampaign },
    lines: (lines.get(id) ?? []).map(({ line: { eventId, quantity, priceTetri }, event, ticketType, code, refCode }) => {
      return { eventId, event, ticketType, quantity, price: toGel(priceTetri), code, refCode };
    }),
    payments: (payments.get(id) ?? []).map(({ part }) => part),
  }));
}

async function paymentsOf(db: Context['db'], orderIds: readonly number[]) {
  const payments = await findPayments(db, orderIds);
  const refunds = Map.groupBy(
    await findRefunds(
      db,
      payments.map(({ id }) => id),
    ),
    ({ paymentId }) => paymentId,
  );
  return payments.map(({ id, orderId, state, amountTetri, currency, createdAt, settledAt }) => ({
    orderId,
    part: {
      state,
      amount: toGel(amountTetri),
      currency,
      createdAt: toWireTime(createdAt),
      settledAt: maybeTime(settledAt),
      refunds: (refunds.get(id) ?? []).map(({ amountTetri: amount, reason, note, state, createdAt, confirmedAt }) => {
        return { amount: toGel(amount), reason, note, state, createdAt: toWireTime(createdAt), confirmedAt: maybeTime(confirmedAt) };
      }),
    },
  }));
}

async function ticketsOf({ db, keys }: Context, user: User): Part<'tickets'> {
  const rows = await findTickets(db, whose(user));
  const ticketIds = rows.map(({ ticket }) => ticket.id);
  const scans = Map.groupBy(await findScans(db, ticketIds), ({ ticketId }) => ticketId);
  const resale = Map.groupBy(await findListings(db, ticketIds), ({ ticketId }) => ticketId);
  return rows.map(({ ticket, orderId, event }) => ({
    id: ticket.id,
    eventId: ticket.eventId,
    event,
    orderId,
    price: toGel(ticket.priceTetri),
    state: ticket.state,
    holderName: ticket.holderName,
    resale: (resale.get(ticket.id) ?? []).map(({ state, feeTetri, createdAt, endedAt }) => {
      return { state, fee: toGel(feeTetri), createdAt: toWireTime(createdAt), endedAt: maybeTime(endedAt) };
    }),
    claim: ticket.claim,
    code: hasCode(ticket.claim) ? codeForHolder(keys, ticket) : null,
    createdAt: toWireTime(ticket.createdAt),
    usedAt: maybeTime(ticket.usedAt),
    scans: (scans.get(ticket.id) ?? []).map(({ result, reason, scannedAt, decidedAt }) => {
      return { result, reason, scannedAt: maybeTime(scannedAt), decidedAt: toWireTime(decidedAt) };
    }),
  }));
}

async function transfersOf({ db }: Context, userId: number): Part<'transfers'> {
  return (await findTransfers(db, userId)).map(({ transfer, eventId, event }) => ({
    ticketId: transfer.ticketId,
    eventId,
    event,
    as: transfer.fromUserId === userId ? 'from' : 'to',
    createdAt: toWireTime(transfer.createdAt),
    acceptedAt: maybeTime(transfer.acceptedAt),
    endedAt: maybeTime(transfer.endedAt),
  }));
}

async function claimLinksOf({ db }: Context, userId: number): Part<'claimLinks'> {
  return (await findClaimLinks(db, userId)).map(({ link, eventId, event }) => ({
    eventId,
    event,
    createdAt: toWireTime(link.createdAt),
    endedAt: maybeTime(link.endedAt),
  }));
}

async function waitlistOf({ db }: Context, userId: number): Part<'waitlist'> {
  return (await findWaitlistEntries(db, userId)).map(({ entry: { eventId, quantity, state, createdAt, offeredAt, endedAt }, event }) => ({
    eventId,
    event,
    quantity,
    state,
    createdAt: toWireTime(createdAt),
    offeredAt: maybeTime(offeredAt),
    endedAt: maybeTime(endedAt),
  }));
}

async function mailsOf({ db }: Context, user: User): Part<'mails'> {
  return (await findMails(db, user)).map(({ createdAt, sentAt, ...mail }) => {
    return { ...mail, createdAt: toWireTime(createdAt), sentAt: maybeTime(sentAt) };
  });
}

/** Without their texts (docs/decisions/0017), and none until the address is proved, because they belong to the reader of the mailbox. */
async function enquiriesFrom({ db }: Context, { email, emailProvedAt }: User): Part<'enquiries'> {
  if (!emailProvedAt) return [];
  return (await findEnquiriesNaming(db, email))
    .filter((enquiry) => isSentFrom(email, enquiry))
    .map(({ kind, state, createdAt }) => ({ kind, state, createdAt: toWireTime(createdAt) }));
}

/** Returns true if an enquiry names this address for the reply; one that only mentions the address belongs to someone else. */
export function isSentFrom(email: string, { kind, body }: { kind: EnquiryKind; body: string }): boolean {
  const sender = splitEnquiry(kind, body)?.find(({ field }) => field === 'email')?.value;
  return sender !== undefined && emailKey(sender) === emailKey(email);
}
