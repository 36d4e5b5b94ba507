import { randomUUID } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { lockEventsOfOrders } from '#server/sales/inventory/stock.queries.ts';
import { giveBack } from '#server/sales/inventory/inventory.service.ts';
import { bookPromise } from '#server/sales/payments/ledger/ledger.ts';
import {
  changeOrder,
  changePayment,
  findPaidPayment,
  lockOrderedPayment,
  type OrderedPayment,
  type Payment,
  type Refund,
} from '#server/sales/payments/payments.queries.ts';
import { endListingsOf } from '#server/sales/inventory/listings.queries.ts';
import { endTickets, findTicketsOfOrder, type TicketRow } from '#server/sales/tickets/tickets.queries.ts';
import { mailEndedHolders } from '#server/sales/transfers/ticket-ended.mail.ts';
import { endLinks } from '#server/sales/transfers/transfers.queries.ts';
import { timeText, venueDay } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { mailRefund } from './refund.mail.ts';
import { endIfAllRefunded } from './refund.ts';
import { addPromise, insertRefund, sumFees } from './refunds.queries.ts';

type RefundInput = {
  orderId: number;
  reason: 'staff' | 'event_cancelled' | 'returned';
  note: string;
  /** Null for tickets that were sold by resale. */
  requestedBy: number | null;
  evenIfUsed: boolean;
  /** Some of the order's valid tickets; by default all of them. */
  ticketIds?: readonly number[];
  eventId?: number;
  bulkRefundId?: number;
  /** What the club keeps of each ticket's price. */
  fees?: ReadonlyMap<number, number>;
};

type Promised = { refund: Refund; payment: Payment };

/**
 * Ends tickets of a paid order, releases their places and stores the refund, in the caller's transaction; the bank is asked after the
 * commit (`processRefunds`). Refunds each price less its fee, and the rest with the last ticket. Returns the refund with the changed
 * payment; undefined when no ticket is left. @throws ticket_not_found, ticket_refunded, ticket_transferred, ticket_used, conflict
 */
export async function promiseRefund(tx: Context, input: RefundInput): Promise<Promised | undefined> {
  const ordered = await findPaid(tx, input.orderId);
  if (!ordered) return undefined;
  await lockEventsOfOrders(tx.db, [input.orderId]);
  const all = await findTicketsOfOrder(tx.db, input.orderId);
  const chosen = choose(all, input);
  if (chosen.length === 0) return undefined;
  const isLast = all.filter(({ state }) => state === 'valid').length === chosen.length;
  return write(tx, ordered, { input, chosen, isLast });
}

/** Returns the paid payment of an order, locked. */
async function findPaid(tx: Context, orderId: number): Promise<OrderedPayment | undefined> {
  const paymentId = await findPaidPayment(tx.db, orderId);
  if (paymentId === undefined) return undefined;
  const ordered = await lockOrderedPayment(tx.db, paymentId);
  return ordered?.payment.state === 'paid' ? ordered : undefined;
}

function choose(all: TicketRow[], { ticketIds, eventId, evenIfUsed }: RefundInput): TicketRow[] {
  const isWanted = ({ id }: TicketRow) => ticketIds?.includes(id) ?? true;
  const wanted = all.filter((ticket) => isWanted(ticket) && (eventId === undefined || ticket.eventId === eventId));
  if (ticketIds && wanted.length < new Set(ticketIds).size) throw new AppError('ticket_not_found');
  if (ticketIds && wanted.some(({ state }) => state === 'refunded')) throw new AppError('ticket_refunded');
  if (ticketIds && wanted.some(({ state }) => state === 'transferred')) throw new AppError('ticket_transferred');
  const valid = wanted.filter(({ state }) => state === 'valid');
  const used = valid.find(({ usedAt }) => usedAt !== null);
  if (used?.usedAt && !evenIfUsed)
    throw new AppError('ticket_used', { params: { date: venueDay(used.usedAt), time: timeText(used.usedAt) } });
  return valid;
}

type Choice = { input: RefundInput; chosen: TicketRow[]; isLast: boolean };

async function write(tx: Context, ordered: OrderedPayment, { input, chosen, isLast }: Choice): Promise<Promised> {
  const { payment, order } = ordered;
  const { reason, note, requestedBy, bulkRefundId = null, evenIfUsed } = input;
  const now = tx.clock.now();
  const feeTetri = chosen.reduce((sum, { id }) => sum + (input.fees?.get(id) ?? 0), 0);
  const keptTetri = await sumFees(tx.db, payment.id);
  const amountTetri = Math.max(0, amountOf(ordered, chosen, { isLast, keptTetri }) - feeTetri);
  // A refund of 0 is confirmed at once.
  const end = amountTetri === 0 ? { state: 'confirmed' as const, confirmedAt: now } : {};
  const promise = { paymentId: payment.id, amountTetri, feeTetri, reason, note, requestedBy, bulkRefundId };
  const refund = await insertRefund(tx.db, { ...promise, ...end, idempotencyKey: randomUUID(), checkAt: now, createdAt: now });

  const ids = chosen.map(({ id }) => id);
  const ended = await endTickets(tx.db, ids, { refundId: refund.id, evenIfUsed });
  // A door admitted one of them since they were read.
  if (ended < ids.length) throw new AppError('conflict');
  const taken = await endListingsOf(tx.db, ids, now);
  await giveBack(
    tx,
    chosen.filter(({ id }) => !taken.has(id)),
  );
  await endLinks(tx.db, ids, now);
  await mailEndedHolders(tx, order.userId, ids);
  let promised = await addPromise(tx.db, payment, amountTetri);
  await bookPromise(tx, payment, refund);
  if (isLast) {
    await changeOrder(tx.db, order.id, { state: 'refunded' });
    promised = await endIfAllRefunded(tx, await changePayment(tx.db, promised, { state: 'refunding' }));
  }
  await mailRefund(tx, ordered, refund);
  return { refund, payment: promised };
}

/** `keptTetri`: the fees of earlier resales. */
function amountOf({ payment }: OrderedPayment, chosen: TicketRow[], { isLast, keptTetri }: { isLast: boolean; keptTetri: number }): number {
  const left = payment.capturedTetri - payment.refundTetri - keptTetri;
  const prices = chosen.reduce((sum, { priceTetri }) => sum + priceTetri, 0);
  return isLast ? left : Math.min(prices, left);
}
