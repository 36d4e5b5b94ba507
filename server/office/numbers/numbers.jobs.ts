import type { Job } from '#server/platform/jobs/jobs.ts';
import { noteAllEvents } from './numbers.queries.ts';
import { storeNumbers } from './numbers.service.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'count-numbers': Record<string, never>;
    'count-all-numbers': Record<string, never>;
  }
}

/** Counts and stores the numbers of the events that have changed. */
export const countChanged: Job<'count-numbers'> = async (ctx) => {
  await storeNumbers(ctx);
};

/** Counts all events anew, so that nothing that was written without triggers stays unnoticed. */
export const countAll: Job<'count-all-numbers'> = async (ctx) => {
  await noteAllEvents(ctx.db);
  ctx.log.info({ events: await storeNumbers(ctx) }, 'the numbers of all events were counted anew');
};
