import { type Context, withTransaction } from '#server/platform/context.ts';
import { expireStock } from '#server/sales/inventory/inventory.service.ts';
import { lockOwnTicket, refused, resaleRefusal, showTransferOptions } from '#server/sales/tickets/transfer-options.service.ts';
import { endLinks } from '#server/sales/transfers/transfers.queries.ts';
import { offerPlacesSoon } from '#server/sales/waitlist/waitlist.service.ts';
import { AppError } from '#shared/errors.ts';
import type { TransferOptions } from '#shared/tickets/transfers.contract.ts';
import { feeOf } from '#shared/tickets/transfer-rules.ts';
import { insertListing, withdrawListing } from '#server/sales/inventory/listings.queries.ts';

/**
 * Lists an own ticket for resale: it is valid until another guest has paid for its place (`sellListed`). Ends an open transfer link.
 * Repeating it changes nothing. @throws ticket_not_found, conflict, not_offered, transfer_over, not_returnable, not_sold_out
 */
export function listForResale(ctx: Context, ticketId: number): Promise<TransferOptions> {
  return withTransaction(ctx, async (tx) => {
    const ticket = await lockOwnTicket(tx, ticketId);
    if (ticket.listing) return showTransferOptions(tx, ticketId);
    const refusal = await resaleRefusal(tx, ticket);
    if (refusal) throw refused(refusal);
    await listTickets(tx, ticket.eventId, [ticket]);
    return showTransferOptions(tx, ticketId);
  });
}

/** Lists tickets of an event, which the caller's transaction has locked, in place of their open links. */
export async function listTickets(tx: Context, eventId: number, listed: readonly { id: number; priceTetri: number }[]): Promise<void> {
  const now = tx.clock.now();
  await endLinks(
    tx.db,
    listed.map(({ id }) => id),
    now,
  );
  for (const { id: ticketId, priceTetri } of listed)
    await insertListing(tx.db, { ticketId, eventId, feeTetri: feeOf(priceTetri, tx.venue().resaleFee), createdAt: now });
  await offerPlacesSoon(tx, eventId);
}

/** Withdraws an own ticket from resale. @throws ticket_not_found, resale_begun while another guest may be paying for its place */
export function withdrawFromResale(ctx: Context, ticketId: number): Promise<TransferOptions> {
  return withTransaction(ctx, async (tx) => {
    const { listing, eventId } = await lockOwnTicket(tx, ticketId);
    if (listing) await expireStock(tx, [eventId]);
    if (listing && !(await withdrawListing(tx.db, listing.id, tx.clock.now()))) throw new AppError('resale_begun');
    return showTransferOptions(tx, ticketId);
  });
}
