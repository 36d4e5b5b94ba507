import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { lockEvents } from '#server/sales/inventory/stock.queries.ts';
import { mostFree } from '#server/sales/inventory/availability.ts';
import { findStock } from '#server/sales/inventory/availability.queries.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';
import type { TransferOptions } from '#shared/tickets/transfers.contract.ts';
import { feeOf, linkEnd, resaleEnd } from '#shared/tickets/transfer-rules.ts';
import { findTransferableTicket, type TransferableTicket, setHolderName } from './transfer-options.queries.ts';

type TransferRefusal = TransferOptions['transfer']['refusal'];
type ResaleRefusal = TransferOptions['resale']['refusal'];

/**
 * Locks an own ticket and its event's stock until the transaction ends: transfer, resale and sale wait for each other. @throws
 * ticket_not_found
 */
export async function lockOwnTicket(tx: Context, id: number): Promise<TransferableTicket> {
  const { eventId } = await findOwn(tx, id);
  await lockEvents(tx.db, [eventId]);
  return findOwn(tx, id);
}

async function findOwn(ctx: Context, id: number): Promise<TransferableTicket> {
  const ticket = await findTransferableTicket(ctx.db, requireUser(ctx).userId, id);
  if (!ticket) throw new AppError('ticket_not_found');
  return ticket;
}

/** Returns what the owner of a ticket may do with it. @throws ticket_not_found */
export async function showTransferOptions(ctx: Context, id: number): Promise<TransferOptions> {
  const ticket = await findOwn(ctx, id);
  const { linkMadeAt, listing, priceTetri } = ticket;
  const feeTetri = listing?.feeTetri ?? feeOf(priceTetri, ctx.venue().resaleFee);
  return {
    id,
    holderName: ticket.holderName ?? '',
    claim: ticket.claim,
    until: toWireTime(linkEnd(ticket, ctx.venue().claimHours)),
    transfer: {
      refusal: transferRefusal(ctx, ticket),
      linkMadeAt: linkMadeAt && toWireTime(linkMadeAt),
      isVerifiedOnly: ticket.verifiedOnly,
    },
    resale: {
      refusal: await resaleRefusal(ctx, ticket),
      listing: listing && { at: toWireTime(listing.createdAt), isHeld: listing.holdId !== null },
      amount: toGel(priceTetri - feeTetri),
      fee: toGel(feeTetri),
    },
  };
}

/** Returns why a ticket cannot be transferred now; null when it can. A ticket without a name always can. */
export function transferRefusal(ctx: Context, ticket: TransferableTicket): TransferRefusal {
  if (!ctx.venue().transfers && ticket.claim !== 'unclaimed') return 'not_offered';
  return endRefusal(ctx, ticket, linkEnd(ticket, ctx.venue().claimHours)) ?? (ticket.listing ? 'conflict' : null);
}

/** Returns why a ticket cannot be listed for resale now; null when it can. */
export async function resaleRefusal(ctx: Context, ticket: TransferableTicket): Promise<ResaleRefusal> {
  if (!ctx.venue().resale) return 'not_offered';
  const over = endRefusal(ctx, ticket, resaleEnd(ticket));
  if (over) return over;
  // Money is refunded only to the card that paid.
  if (ticket.orderKind !== 'sale' || ticket.buyerId !== ticket.userId) return 'not_returnable';
  return (await isResold(ctx, ticket.eventId)) ? null : 'not_sold_out';
}

/** Returns true if the club takes places of an event back for resale now. */
export async function isResold(ctx: Context, eventId: number): Promise<boolean> {
  const { resale, resaleAlways } = ctx.venue();
  return resale && (resaleAlways || !(await isOnSaleNow(ctx, eventId)));
}

/** Returns true if a place of an event is sold without a code, or reserved for the waitlist. */
async function isOnSaleNow({ db, clock }: Context, eventId: number): Promise<boolean> {
  const stock = (await findStock(db, [eventId], clock.now())).get(eventId);
  return stock !== undefined && mostFree(stock, clock.now()) > 0;
}

function endRefusal(
  { clock }: Context,
  { usedAt, eventState }: TransferableTicket,
  end: Date,
): 'ticket_used' | 'transfer_over' | undefined {
  if (usedAt !== null) return 'ticket_used';
  return eventState !== 'published' || clock.now() >= end ? 'transfer_over' : undefined;
}

/** A ticket that was used since counts as changed: its owner sees why with the next response. */
export const refused = (refusal: NonNullable<TransferRefusal | ResaleRefusal>): AppError =>
  new AppError(refusal === 'ticket_used' ? 'conflict' : refusal);

/** Names the guest who will use an own ticket; an empty name erases it. @throws ticket_not_found, not_offered where the account is named */
export function nameTicket(ctx: Context, id: number, name: string): Promise<TransferOptions> {
  return withTransaction(ctx, async (tx) => {
    if ((await findOwn(tx, id)).claim !== 'bearer') throw new AppError('not_offered');
    await setHolderName(tx.db, id, name === '' ? null : name);
    return showTransferOptions(tx, id);
  });
}
