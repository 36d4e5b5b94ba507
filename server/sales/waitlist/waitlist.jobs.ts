import { z } from 'zod';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { endOverListings } from '#server/sales/inventory/listings.queries.ts';
import { offerPlaces } from './offer-places.ts';
import { findEventsWaitedFor } from './waitlist.queries.ts';

/** Offers the free places of one event to its waitlist, because something has changed. */
export const offerPlacesOf = defineJob({
  name: 'offer-places',
  payload: z.object({ eventId: z.int() }),
  run: (ctx, { eventId }) => withTransaction(ctx, (tx) => offerPlaces(tx, eventId)),
});

/** Offers places of all events with a waitlist, each in one transaction, and ends resale listings whose time is over. */
export const offerAllPlaces = defineJob({
  name: 'offer-all-places',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  async run(ctx) {
    await endOverListings(ctx.db, ctx.clock.now());
    for (const eventId of await findEventsWaitedFor(ctx.db)) await serveOrLog(ctx, eventId);
  },
});

/** One event's failure does not stop the others. */
async function serveOrLog(ctx: Context, eventId: number): Promise<void> {
  try {
    await withTransaction(ctx, (tx) => offerPlaces(tx, eventId));
  } catch (error) {
    ctx.log.error({ err: error, eventId }, 'the waitlist of an event could not be served');
  }
}
