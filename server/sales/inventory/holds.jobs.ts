import { HOLD_COOLDOWN_MS } from '#shared/constants.ts';
import { withTransaction } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { deleteExpiredHoldsBefore, deleteHoldHistoryBefore, findEventsWithOverdueHolds } from './stock.queries.ts';
import { expireHoldsOf } from './inventory.service.ts';

const EVENTS_PER_RUN = 100;
const REMEMBER_EXPIRED_MS = 24 * 60 * 60 * 1000;

/** Releases overdue holds in one short transaction per event, so that buyers do not wait long. */
export const expireHolds = defineJob({
  name: 'expire-holds',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  async run(ctx) {
    const now = ctx.clock.now();
    for (const eventId of await findEventsWithOverdueHolds(ctx.db, now, EVENTS_PER_RUN)) {
      await withTransaction(ctx, (tx) => expireHoldsOf(tx, [eventId]));
    }
    await deleteExpiredHoldsBefore(ctx.db, new Date(now.getTime() - REMEMBER_EXPIRED_MS));
    await deleteHoldHistoryBefore(ctx.db, new Date(now.getTime() - HOLD_COOLDOWN_MS));
  },
});
