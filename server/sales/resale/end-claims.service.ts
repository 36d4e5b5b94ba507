import { type Context, withTransaction } from '#server/platform/context.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { lockEvents } from '#server/sales/inventory/stock.queries.ts';
import { isResold } from '#server/sales/tickets/transfer-options.service.ts';
import { returnPlace } from '#server/sales/transfers/changed-guests.service.ts';
import { findReturning, isReturning } from '#server/sales/transfers/claims.queries.ts';
import { lockRecipient } from '#server/sales/transfers/transfers.queries.ts';
import { queueReturned } from '#server/sales/transfers/place-returned.mail.ts';
import { venueDay } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { claimEnd } from '#shared/tickets/claims.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { findEventsWithoutGuests, findOwnersWithoutGuests, findReturnable } from './end-claims.queries.ts';
import { listTickets } from './resale.service.ts';

/**
 * Mails the owners of unclaimed tickets, and friends whose tickets return with their buyers, from a day before claims end: once for each
 * person and day of the event.
 */
export async function remindOfClaims(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const hours = ctx.venue().claimHours * HOUR_MS;
  const span = { after: new Date(now.getTime() + hours), until: new Date(daysLater(now, 1).getTime() + hours) };
  for (const { id: eventId, startsAt } of await findEventsWithoutGuests(ctx.db, span)) {
    const owners = await findOwnersWithoutGuests(ctx.db, eventId);
    await queueMails(
      ctx,
      owners.map(({ userId, email, language }) => ({
        key: `claims-end:${eventId}:${venueDay(startsAt)}:${userId}`,
        kind: 'claims-end' as const,
        recipient: email,
        language,
        payload: { eventId, userId },
      })),
    );
  }
}

/**
 * Once claims have ended, returns places that wait for a verification to their buyers, and lists unclaimed tickets for resale, as their
 * owners could themselves; where the club offers no resale, or the event is not sold out, they stay their owners'. One that its owner keeps
 * is not listed again.
 */
export async function endClaims(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const { claimHours } = ctx.venue();
  const over = await findEventsWithoutGuests(ctx.db, { after: now, until: new Date(now.getTime() + claimHours * HOUR_MS) });
  for (const { id: eventId, startsAt } of over) {
    await withTransaction(ctx, async (tx) => {
      await lockEvents(tx.db, [eventId]);
      const end = claimEnd(startsAt, claimHours);
      const isListed = await isResold(tx, eventId);
      const returned = await returnWaiting(tx, { eventId, end, isListed });
      if (!isListed) return;
      const returnable = await findReturnable(tx.db, eventId, end, returned);
      if (returnable.length === 0) return;
      await listTickets(tx, eventId, returnable);
    });
  }
}

type Ended = { eventId: number; end: Date; isListed: boolean };

/** Returns the buyers' new tickets. The event is locked. */
async function returnWaiting(tx: Context, { eventId, end, isListed }: Ended): Promise<number[]> {
  const returned: number[] = [];
  for (const { ticket, kind, buyer } of await findReturning(tx.db, { eventId, before: end })) {
    // The desk decides about the guest before, or after.
    const guest = await lockRecipient(tx.db, ticket.userId);
    const place = (await isReturning(tx.db, ticket.id)) ? await returnPlace(tx, ticket, buyer.id) : undefined;
    if (!place) continue;
    returned.push(place.ticketId);
    const people = [{ ...buyer, to: 'buyer' as const }, ...(guest ? [{ ...guest, to: 'guest' as const }] : [])];
    await queueReturned(tx, place.transferId, people, { ended: isListed && kind === 'sale' ? 'listed' : 'kept' });
  }
  return returned;
}
