import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { noteAllEvents } from './event-reports.queries.ts';
import { storeReport } from './event-reports.service.ts';

/** Counts and stores the reports of changed events. */
export const countChanged = defineJob({
  name: 'count-numbers',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  async run(ctx) {
    await storeReport(ctx);
  },
});

/** Counts all events again, to pick up writes that bypassed the triggers. */
export const countAll = defineJob({
  name: 'count-all-numbers',
  schedule: { cron: '49 10 * * *', priority: 1 },
  payload: noPayload,
  async run(ctx) {
    await noteAllEvents(ctx.db);
    ctx.log.info({ events: await storeReport(ctx) }, 'the numbers of all events were counted anew');
  },
});
