import type { Context } from '#server/platform/context.ts';
import { findHoldIdsOfOrder, lockEventsOfOrders } from '#server/sales/inventory/stock.queries.ts';
import { lockOrderedPayments, type Payment } from '#server/sales/payments/payments.queries.ts';
import { promiseRefund } from '#server/sales/payments/refunds/promise-refund.ts';
import { type AssignedTicket, findAssigned, markSold } from '#server/sales/inventory/listings.queries.ts';

/**
 * Locks all that a resale changes, before anything else is locked: the payment and those of the sellers, ascending, then their events. Does
 * nothing for other payments.
 */
export async function lockListedSale(tx: Context, { id, orderId }: Payment): Promise<void> {
  const assigned = await findAssigned(tx.db, await findHoldIdsOfOrder(tx.db, orderId));
  if (assigned.length === 0) return;
  await lockOrderedPayments(tx.db, [id, ...assigned.map((ticket) => ticket.paymentId)]);
  await lockEventsOfOrders(tx.db, [orderId, ...assigned.map((ticket) => ticket.orderId)]);
}

/**
 * Ends the tickets whose listed places these holds took, now that they are paid, and refunds the sellers less the fee. In the caller's
 * transaction, which issues the new tickets and has locked the stock.
 */
export async function sellListed(tx: Context, holdIds: readonly number[]): Promise<void> {
  if (holdIds.length === 0) return;
  const assigned = await findAssigned(tx.db, holdIds);
  await markSold(
    tx.db,
    assigned.map(({ listingId }) => listingId),
    tx.clock.now(),
  );
  const orders = [...Map.groupBy(assigned, ({ orderId }) => orderId)].toSorted(([one], [other]) => one - other);
  for (const [orderId, tickets] of orders) await endOfOrder(tx, orderId, tickets);
}

async function endOfOrder(tx: Context, orderId: number, tickets: readonly AssignedTicket[]): Promise<void> {
  const fees = new Map(tickets.map(({ ticketId, feeTetri }) => [ticketId, feeTetri]));
  const promised = await promiseRefund(tx, {
    orderId,
    reason: 'returned',
    note: '',
    requestedBy: null,
    evenIfUsed: false,
    ticketIds: [...fees.keys()],
    fees,
  });
  if (!promised) throw new Error(`Order ${orderId} has no ticket to be sold again.`);
}
