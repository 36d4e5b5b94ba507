import { type Context, withTransaction } from '#server/platform/context.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { lockEvents } from '#server/sales/inventory/stock.queries.ts';
import { insertListing } from '#server/sales/inventory/listings.queries.ts';
import { isResold } from '#server/sales/tickets/transfer-options.service.ts';
import { endLinks } from '#server/sales/transfers/transfers.queries.ts';
import { offerPlacesSoon } from '#server/sales/waitlist/waitlist.service.ts';
import { venueDay } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { claimEnd } from '#shared/tickets/claims.ts';
import { feeOf } from '#shared/tickets/transfer-rules.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { findEventsWithUnclaimed, findOwnersOfUnclaimed, findReturnable } from './end-claims.queries.ts';

/** Mails the owners of unclaimed tickets, from a day before their claims end: once for each owner and day of the event. */
export async function remindOfClaims(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const hours = ctx.venue().claimHours * HOUR_MS;
  const span = { after: new Date(now.getTime() + hours), until: new Date(daysLater(now, 1).getTime() + hours) };
  for (const { id: eventId, startsAt } of await findEventsWithUnclaimed(ctx.db, span)) {
    const owners = await findOwnersOfUnclaimed(ctx.db, eventId);
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
 * Lists unclaimed tickets for resale once their claims have ended, as their owners could themselves; where the club offers no resale, or the
 * event is not sold out, they stay their owners'. One that its owner keeps is not listed again.
 */
export async function endClaims(ctx: Context): Promise<void> {
  const now = ctx.clock.now();
  const { claimHours, resaleFee } = ctx.venue();
  const over = await findEventsWithUnclaimed(ctx.db, { after: now, until: new Date(now.getTime() + claimHours * HOUR_MS) });
  for (const { id: eventId, startsAt } of over) {
    await withTransaction(ctx, async (tx) => {
      await lockEvents(tx.db, [eventId]);
      if (!(await isResold(tx, eventId))) return;
      const returnable = await findReturnable(tx.db, eventId, claimEnd(startsAt, claimHours));
      if (returnable.length === 0) return;
      const ids = returnable.map(({ id }) => id);
      await endLinks(tx.db, ids, now);
      for (const { id: ticketId, priceTetri } of returnable)
        await insertListing(tx.db, { ticketId, eventId, feeTetri: feeOf(priceTetri, resaleFee), createdAt: now });
      await offerPlacesSoon(tx, eventId);
    });
  }
}
