import { addJobs, type Job } from '#server/platform/jobs/jobs.ts';
import { findDuePlans } from './publish-plans.queries.ts';
import { publishAsPlanned } from './publish-plans.service.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'publish-planned': Record<string, never>;
    'publish-event': { eventId: number };
  }
}

/** Queues the drafts whose time has come, each by itself, so that one that fails does not keep the others back. */
export const publishPlanned: Job<'publish-planned'> = async (ctx) => {
  const due = await findDuePlans(ctx.db, ctx.clock.now());
  await addJobs(
    ctx,
    'publish-event',
    due.map((eventId) => ({ payload: { eventId }, key: `publish-event:${eventId}` })),
  );
};

export const publishEventPlanned: Job<'publish-event'> = (ctx, { eventId }) => publishAsPlanned(ctx, eventId);
