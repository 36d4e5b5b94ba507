import { z } from 'zod';
import { addJobs, defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { findDuePlans } from './publish-plans.queries.ts';
import { publishAsPlanned } from './publish-plans.service.ts';

/** Queues each due draft as its own job, so that a failing one does not block the others. */
export const publishPlanned = defineJob({
  name: 'publish-planned',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  async run(ctx) {
    const due = await findDuePlans(ctx.db, ctx.clock.now());
    await addJobs(
      ctx,
      publishEventPlanned,
      due.map((eventId) => ({ payload: { eventId }, key: `publish-event:${eventId}` })),
    );
  },
});

export const publishEventPlanned = defineJob({
  name: 'publish-event',
  payload: z.object({ eventId: z.int() }),
  run: (ctx, { eventId }) => publishAsPlanned(ctx, eventId),
});
