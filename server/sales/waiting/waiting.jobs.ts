import { z } from 'zod';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { endOverReturns } from '#server/sales/inventory/returns.queries.ts';
import { serveWaiting } from './serve.ts';
import { findEventsWaitedFor } from './waiting.queries.ts';

/** Gives the free places of one event to those who wait, because something has changed. */
export const serveEvent = defineJob({
  name: 'serve-waiting',
  payload: z.object({ eventId: z.int() }),
  run: (ctx, { eventId }) => withTransaction(ctx, (tx) => serveWaiting(tx, eventId)),
});

/** Serves all events for which somebody waits, each in one transaction, and ends returns whose time is over. */
export const serveAllWaiting = defineJob({
  name: 'serve-all-waiting',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  async run(ctx) {
    await endOverReturns(ctx.db, ctx.clock.now());
    for (const eventId of await findEventsWaitedFor(ctx.db)) await serveOrLog(ctx, eventId);
  },
});

/** The failure of one event does not stop the others. */
async function serveOrLog(ctx: Context, eventId: number): Promise<void> {
  try {
    await withTransaction(ctx, (tx) => serveWaiting(tx, eventId));
  } catch (error) {
    ctx.log.error({ err: error, eventId }, 'the waiting list of an event could not be served');
  }
}
