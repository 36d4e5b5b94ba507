import { type Context, withTransaction } from '#server/platform/context.ts';
import { expireStock } from '#server/sales/inventory/stock.service.ts';
import { lockOwnTicket, refused, resaleRefusal, showHandover } from '#server/sales/tickets/handover.service.ts';
import { endLinks } from '#server/sales/transfers/transfers.queries.ts';
import { serveSoon } from '#server/sales/waitlist/waitlist.service.ts';
import { AppError } from '#shared/errors.ts';
import type { HandoverView } from '#shared/tickets/handover.contract.ts';
import { feeOf } from '#shared/tickets/handover-rules.ts';
import { insertListing, withdrawListing } from '#server/sales/inventory/listings.queries.ts';

/**
 * Puts an own ticket back: it stays valid until somebody has paid for its place (`sellListed`). A link for a friend ends. Putting it back once
 * more changes nothing. @throws ticket_not_found, conflict, not_offered, handover_over, not_returnable, not_sold_out
 */
export function putTicketBack(ctx: Context, ticketId: number): Promise<HandoverView> {
  return withTransaction(ctx, async (tx) => {
    const ticket = await lockOwnTicket(tx, ticketId);
    if (ticket.returned) return showHandover(tx, ticketId);
    const refusal = await resaleRefusal(tx, ticket);
    if (refusal) throw refused(refusal);
    const now = tx.clock.now();
    await endLinks(tx.db, [ticketId], now);
    const { eventId, priceTetri } = ticket;
    await insertListing(tx.db, { ticketId, eventId, feeTetri: feeOf(priceTetri, tx.venue().resaleFee), createdAt: now });
    await serveSoon(tx, eventId);
    return showHandover(tx, ticketId);
  });
}

/** Takes a ticket back that was put back. @throws ticket_not_found, return_begun while somebody may be paying for its place */
export function takeTicketBack(ctx: Context, ticketId: number): Promise<HandoverView> {
  return withTransaction(ctx, async (tx) => {
    const { returned, eventId } = await lockOwnTicket(tx, ticketId);
    if (returned) await expireStock(tx, [eventId]);
    if (returned && !(await withdrawListing(tx.db, returned.id, tx.clock.now()))) throw new AppError('resale_begun');
    return showHandover(tx, ticketId);
  });
}
