import { lockUserByEmail, type User } from '#server/accounts/accounts.queries.ts';
import { insertPasswordless } from '#server/accounts/passwordless.ts';
import { eventSubject } from '#server/content/events/edit-event.service.ts';
import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { requireConfirmedForMany } from '#server/platform/audit/many-commands.ts';
import { type Context, storeAnswer, requireUser } from '#server/platform/context.ts';
import { mailTranslator } from '#server/platform/mail/mail-kind.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { lockEvents, lockEventsOfOrders } from '#server/sales/inventory/stock.queries.ts';
import { askFor, giveBack, refusalOf, sellFreely, withStock } from '#server/sales/inventory/inventory.service.ts';
import { endTickets, findTicketsOfOrder } from '#server/sales/tickets/tickets.queries.ts';
import { mailEndedHolders } from '#server/sales/transfers/ticket-ended.mail.ts';
import { endLinks } from '#server/sales/transfers/transfers.queries.ts';
import { issueTickets } from '#server/sales/tickets/tickets.service.ts';
import { fullName, isBanned } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { AppError } from '#shared/errors.ts';
import type { ComplimentaryInput } from '#shared/staff/ticket-types.schemas.ts';
import { PAGE_SIZE, toPage } from '#shared/staff/paging.ts';
import type { ComplimentaryView } from '#shared/staff/ticket-types.contract.ts';
import {
  countGivenSince,
  findGiven,
  findGivenOrder,
  type GivenRow,
  growHiddenTicketType,
  insertComplimentary,
  noteRevoked,
  type TicketType,
} from './complimentary.queries.ts';

/**
 * Mails a named guest free tickets of an event, from a ticket type or from the capacity alone (I1, I2). With a receipt they were paid at
 * the register, outside the books. A guest without an account gets one without a password. @throws unauthorized, event_not_found,
 * event_ended, not_on_sale, not_found, no_room (`params`: `left`), guest_banned, receipt_used, confirmation_required
 */
export async function giveTickets(ctx: Context, eventId: number, complimentary: ComplimentaryInput): Promise<ComplimentaryView> {
  const { userId: givenBy } = requireUser(ctx);
  return withStock(ctx, async (tx) => {
    await lockEvents(tx.db, [eventId]);
    const { orderId, guestId } = await giveOne(tx, eventId, complimentary, givenBy);
    await watchComplimentary(tx);
    const { quantity, reason, receipt = null, ticketTypeId } = complimentary;
    const detail = {
      orderId,
      guestId,
      ticketTypeId,
      quantity,
      ...(receipt === null ? {} : { receipt }),
      ...(reason === '' ? {} : { reason }),
    };
    await recordAction(tx, { action: noteAction({ receipt }), subject: eventSubject(eventId), detail });
    await requireConfirmedForMany(tx);
    return storeAnswer(tx, await show(tx, orderId));
  });
}

/**
 * Inserts the order, its tickets and their mail in the caller's transaction, which has locked the event and writes the audit log. @throws
 * what `giveTickets` throws
 */
export async function giveOne(
  tx: Context,
  eventId: number,
  complimentary: ComplimentaryInput,
  givenBy: number,
): Promise<{ orderId: number; guestId: number }> {
  const now = tx.clock.now();
  const ticketType = await findPlaces(tx, eventId, complimentary);
  const guest = await findOrInvite(tx, complimentary);
  if (isBanned(guest, now)) throw new AppError('guest_banned', { errors: { email: 'validation.guest_banned' } });
  const { quantity, language, reason, receipt = null } = complimentary;
  const source = ticketType ?? (await growHiddenTicketType(tx.db, eventId, hiddenTicketTypeNames(), quantity));
  await sellFreely(tx, { eventId, ticketTypeId: source.id, quantity });
  const line = { userId: guest.id, eventId, ticketTypeId: source.id, quantity, priceTetri: 0 };
  const inserted = await insertComplimentary(tx.db, { ...line, language, givenBy, reason, receipt, createdAt: now });
  if (!inserted) throw new AppError('receipt_used', { errors: { receipt: 'validation.receipt_used' } });
  const { orderId, lineId } = inserted;
  await issueTickets(tx, [{ ...line, id: lineId, isComplimentary: true }]);
  await queueMail(tx, { key: `ticket:${orderId}`, kind: 'ticket', recipient: guest.email, language, payload: { orderId } });
  return { orderId, guestId: guest.id };
}

/** From this many complimentary tickets within an hour, however given, the Owners get an alert. */
const MANY_AN_HOUR = 20;
/** Twice as many, because a register sells on a busy evening; only the Owner later compares receipt numbers with the register's roll. */
const MANY_AT_REGISTER_AN_HOUR = 40;

/**
 * Raises an alert when many tickets were given within the last hour, directly, by lists or by list links; a separate one when many were
 * recorded as paid at the register.
 */
export async function watchComplimentary(tx: Context): Promise<void> {
  const { given, registered } = await countGivenSince(tx.db, new Date(tx.clock.now().getTime() - HOUR_MS));
  if (given >= MANY_AN_HOUR)
    await raiseAlert(tx, {
      kind: 'gifts_many',
      subject: 'complimentary tickets',
      detail: `${given} complimentary tickets within an hour.`,
    });
  if (registered < MANY_AT_REGISTER_AN_HOUR) return;
  const detail = `${registered} tickets noted as paid at the register within an hour.`;
  await raiseAlert(tx, { kind: 'register_many', subject: 'tickets of the register', detail });
}

/** Returns the audit action that gave the tickets of a complimentary order. */
export const noteAction = ({ receipt }: Pick<GivenRow, 'receipt'>) => (receipt === null ? 'complimentary.give' : 'complimentary.register');

/** Returns the ticket type if it has enough free places; null when the capacity alone counts. The stock is locked. */
async function findPlaces(tx: Context, eventId: number, { quantity, ticketTypeId }: ComplimentaryInput): Promise<TicketType | null> {
  const { situation, answer } = await askFor(tx, { userId: null, eventId }, { by: 'complimentary', quantity, ticketTypeId: ticketTypeId });
  if (!('reason' in answer)) return answer.ticketType;
  const { reason, left = 0 } = answer;
  if (reason === 'sold_out') throw new AppError('no_room', { errors: { quantity: 'validation.not_enough_places' }, params: { left } });
  throw refusalOf(tx, answer, situation);
}

/**
 * Locks the account of the address, or creates one that can be entered only by a reset link. A ban of a person locks each of their accounts
 * (`banGuest`), including this one; a new one has no personal number, so no ban reaches it.
 */
async function findOrInvite(tx: Context, { email, firstName, lastName, language }: ComplimentaryInput): Promise<User> {
  const known = await lockUserByEmail(tx.db, email);
  if (known) return known;
  const invited = await insertPasswordless(tx, { email, firstName, lastName, language });
  // Another transaction may have registered the address since.
  const guest = invited ?? (await lockUserByEmail(tx.db, email));
  if (!guest) throw new AppError('conflict');
  return guest;
}

const hiddenTicketTypeNames = () => ({
  name: mailTranslator('ka')('mail:ticket.guestList'),
  nameLat: mailTranslator('en')('mail:ticket.guestList'),
});

/**
 * Revokes the unused tickets of a complimentary order: the door refuses them from now on, and their places are free. @throws unauthorized,
 * order_not_found, nothing_to_revoke, conflict when one was admitted since
 */
export async function revokeTickets(ctx: Context, orderId: number, reason: string): Promise<ComplimentaryView> {
  const { userId: revokedBy } = requireUser(ctx);
  return withStock(ctx, async (tx) => {
    const order = await findGivenOrder(tx.db, orderId);
    if (!order) throw new AppError('order_not_found');
    await lockEventsOfOrders(tx.db, [orderId]);
    const ids = await revokeComplimentary(tx, orderId, { revokedBy, reason });
    const detail = { eventId: order.eventId, tickets: ids, reason, ...(order.receipt === null ? {} : { receipt: order.receipt }) };
    await recordAction(tx, { action: 'complimentary.revoke', subject: `order ${orderId}`, detail });
    return show(tx, orderId);
  });
}

/**
 * Revokes the unused tickets of a complimentary order in the caller's transaction, which has locked the event and writes the audit log.
 * Returns them. @throws what `revokeTickets` throws
 */
export async function revokeComplimentary(
  tx: Context,
  orderId: number,
  { revokedBy, reason }: { revokedBy: number; reason: string },
): Promise<number[]> {
  const order = await findGivenOrder(tx.db, orderId);
  if (!order) throw new AppError('order_not_found');
  const valid = (await findTicketsOfOrder(tx.db, orderId)).filter(({ state }) => state === 'valid');
  const unused = valid.filter(({ usedAt }) => usedAt === null);
  if (unused.length === 0) throw new AppError('nothing_to_revoke');
  const ids = unused.map(({ id }) => id);
  const ended = await endTickets(tx.db, ids, { refundId: null, evenIfUsed: false });
  if (ended < ids.length) throw new AppError('conflict');
  await giveBack(tx, unused);
  await endLinks(tx.db, ids, tx.clock.now());
  await mailEndedHolders(tx, order.guest.id, ids);
  await noteRevoked(tx.db, orderId, { revokedBy, revokedAt: tx.clock.now(), revokeReason: reason }, valid.length === ids.length);
  return ids;
}

type Page = { before?: number | undefined; limit?: number | undefined };

/** Returns the tickets given away for an event, newest first. */
export async function listGiven(ctx: Context, eventId: number, { before, limit = PAGE_SIZE }: Page) {
  const rows = await findGiven(ctx.db, eventId, { before, limit: limit + 1 });
  return toPage(rows.map(toView), limit);
}

async function show({ db }: Context, orderId: number): Promise<ComplimentaryView> {
  const row = await findGivenOrder(db, orderId);
  if (!row) throw new AppError('order_not_found');
  return toView(row);
}

function toView({ id, guest, isUnclaimed, ticketType, giver, createdAt, revokedAt, ...row }: GivenRow): ComplimentaryView {
  const { quantity, valid, used, reason, receipt, revokeReason } = row;
  return {
    id,
    guest: { ...guest, isUnclaimed },
    ticketType: ticketType.kind === 'public' ? { name: ticketType.name, nameLat: ticketType.nameLat } : null,
    quantity,
    valid,
    used,
    reason,
    receipt,
    revokeReason,
    givenBy: fullName(giver),
    createdAt: toWireTime(createdAt),
    revokedAt: revokedAt && toWireTime(revokedAt),
  };
}
