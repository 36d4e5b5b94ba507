import { type Context, withTransaction } from '#server/platform/context.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { lockEvents } from '#server/sales/inventory/stock.queries.ts';
import { insertListing } from '#server/sales/inventory/listings.queries.ts';
import { isResold } from '#server/sales/tickets/transfer-options.service.ts';
import { returnPlace } from '#server/sales/transfers/changed-guests.service.ts';
import { findNeverCoded, waitsForFirstCode } from '#server/sales/transfers/claims.queries.ts';
import { endLinks, lockRecipient } from '#server/sales/transfers/transfers.queries.ts';
import { offerPlacesSoon } from '#server/sales/waitlist/waitlist.service.ts';
import { venueDay } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { claimEnd } from '#shared/tickets/claims.ts';
import { feeOf } from '#shared/tickets/transfer-rules.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { findEventsWithoutGuests, findOwnersWithoutGuests, findReturnable } from './end-claims.queries.ts';

/**
 * Mails the owners of unclaimed tickets, and friends who wait for their first code with the buyers, from a day before claims end: once for
 * each person and day of the event.
 */
export async function remindOfClaims(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const hours = ctx.venue().claimHours * HOUR_MS;
  const span = { after: new Date(now.getTime() + hours), until: new Date(daysLater(now, 1).getTime() + hours) };
  for (const { id: eventId, startsAt } of await findEventsWithoutGuests(ctx.db, span)) {
    const owners = await findOwnersWithoutGuests(ctx.db, eventId, now);
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
  const { claimHours, resaleFee } = ctx.venue();
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
      const ids = returnable.map(({ id }) => id);
      await endLinks(tx.db, ids, now);
      for (const { id: ticketId, priceTetri } of returnable)
        await insertListing(tx.db, { ticketId, eventId, feeTetri: feeOf(priceTetri, resaleFee), createdAt: now });
      await offerPlacesSoon(tx, eventId);
    });
  }
}

type Ended = { eventId: number; end: Date; isListed: boolean };

/** Returns the buyers' new tickets. The event is locked. */
async function returnWaiting(tx: Context, { eventId, end, isListed }: Ended): Promise<number[]> {
  const now = tx.clock.now();
  const returned: number[] = [];
  for (const { ticket, kind, buyer } of await findNeverCoded(tx.db, { eventId, before: end, now })) {
    // The desk decides about the guest before, or after.
    const guest = await lockRecipient(tx.db, ticket.userId);
    const place = (await waitsForFirstCode(tx.db, ticket.id, now)) ? await returnPlace(tx, ticket, buyer.id) : undefined;
    if (!place) continue;
    returned.push(place.ticketId);
    const people = [{ ...buyer, to: 'buyer' as const }, ...(guest ? [{ ...guest, to: 'guest' as const }] : [])];
    await queueMails(
      tx,
      people.map(({ email, language, to }) => ({
        key: `place-returned:${place.transferId}:${to}`,
        kind: 'place-returned' as const,
        recipient: email,
        language,
        payload: { transferId: place.transferId, to, ended: isListed && kind === 'sale' ? ('listed' as const) : ('kept' as const) },
      })),
    );
  }
  return returned;
}
