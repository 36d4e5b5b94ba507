import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { lockEvents } from '#server/sales/inventory/locks.queries.ts';
import { mostFree } from '#server/sales/inventory/availability.ts';
import { findStock } from '#server/sales/inventory/availability.queries.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';
import type { HandoverView } from '#shared/tickets/handover.contract.ts';
import { feeOf, handoverEnd } from '#shared/tickets/handover-rules.ts';
import { findHandover, type Handover, setHolderName } from './handover.queries.ts';

type PassOnRefusal = HandoverView['passOn']['refusal'];
type ResaleRefusal = HandoverView['resale']['refusal'];

/** An own ticket, with its event's stock locked until the transaction ends: it is handed over, put back and sold one after the other. @throws ticket_not_found */
export async function lockOwnTicket(tx: Context, id: number): Promise<Handover> {
  const { eventId } = await findOwn(tx, id);
  await lockEvents(tx.db, [eventId]);
  return findOwn(tx, id);
}

async function findOwn(ctx: Context, id: number): Promise<Handover> {
  const ticket = await findHandover(ctx.db, requireUser(ctx).userId, id);
  if (!ticket) throw new AppError('ticket_not_found');
  return ticket;
}

/** What the owner of a ticket may do with it. @throws ticket_not_found */
export async function showHandover(ctx: Context, id: number): Promise<HandoverView> {
  const ticket = await findOwn(ctx, id);
  const { linkMadeAt, returned, priceTetri } = ticket;
  const feeTetri = returned?.feeTetri ?? feeOf(priceTetri, ctx.venue().resaleFee);
  return {
    id,
    holderName: ticket.holderName ?? '',
    until: toWireTime(handoverEnd(ticket.startsAt)),
    passOn: { refusal: passOnRefusal(ctx, ticket), linkMadeAt: linkMadeAt && toWireTime(linkMadeAt), isVerifiedOnly: ticket.verifiedOnly },
    resale: {
      refusal: await resaleRefusal(ctx, ticket),
      returned: returned && { at: toWireTime(returned.createdAt), isHeld: returned.holdId !== null },
      amount: toGel(priceTetri - feeTetri),
      fee: toGel(feeTetri),
    },
  };
}

/** Why a ticket cannot be passed on now; null when it can. */
export function passOnRefusal(ctx: Context, ticket: Handover): PassOnRefusal {
  if (!ctx.venue().transfers) return 'not_offered';
  return endRefusal(ctx, ticket) ?? (ticket.returned ? 'conflict' : null);
}

/** Why a ticket cannot be put back now; null when it can. */
export async function resaleRefusal(ctx: Context, ticket: Handover): Promise<ResaleRefusal> {
  const { resale, resaleAlways } = ctx.venue();
  if (!resale) return 'not_offered';
  const over = endRefusal(ctx, ticket);
  if (over) return over;
  // Money goes back only to the card that paid.
  if (ticket.orderKind !== 'sale' || ticket.buyerId !== ticket.userId) return 'not_returnable';
  return resaleAlways || !(await isOnSaleNow(ctx, ticket.eventId)) ? null : 'not_sold_out';
}

/** A place of an event is sold without a code, or kept for the waitlist. */
async function isOnSaleNow({ db, clock }: Context, eventId: number): Promise<boolean> {
  const stock = (await findStock(db, [eventId], clock.now())).get(eventId);
  return stock !== undefined && mostFree(stock, clock.now()) > 0;
}

function endRefusal({ clock }: Context, { usedAt, startsAt, eventState }: Handover): 'ticket_used' | 'handover_over' | undefined {
  if (usedAt !== null) return 'ticket_used';
  return eventState !== 'published' || clock.now() >= handoverEnd(startsAt) ? 'handover_over' : undefined;
}

/** A ticket that was used meanwhile is one that has changed: its owner sees why with the next answer. */
export const refused = (refusal: NonNullable<PassOnRefusal | ResaleRefusal>): AppError =>
  new AppError(refusal === 'ticket_used' ? 'conflict' : refusal);

/** Writes on an own ticket who is to come in with it; empty takes the name away. @throws ticket_not_found */
export function nameTicket(ctx: Context, id: number, name: string): Promise<HandoverView> {
  return withTransaction(ctx, async (tx) => {
    await findOwn(tx, id);
    await setHolderName(tx.db, id, name === '' ? null : name);
    return showHandover(tx, id);
  });
}
