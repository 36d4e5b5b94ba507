import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { noteAllEvents } from './numbers.queries.ts';
import { storeNumbers } from './numbers.service.ts';

/** Counts and stores the numbers of the events that have changed. */
export const countChanged = defineJob({
  name: 'count-numbers',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  async run(ctx) {
    await storeNumbers(ctx);
  },
});

/** Counts all events anew, so that nothing that was written without triggers stays unnoticed. */
export const countAll = defineJob({
  name: 'count-all-numbers',
  schedule: { cron: '49 10 * * *', priority: 1 },
  payload: noPayload,
  async run(ctx) {
    await noteAllEvents(ctx.db);
    ctx.log.info({ events: await storeNumbers(ctx) }, 'the numbers of all events were counted anew');
  },
});
