import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { endClaims, remindOfClaims } from './end-claims.service.ts';

/** Ends the claims of tickets that nobody claimed, after their owners were mailed what happens then. */
export const endUnclaimed = defineJob({
  name: 'end-unclaimed',
  schedule: { cron: '*/5 * * * *' },
  payload: noPayload,
  async run(ctx) {
    await remindOfClaims(ctx);
    await endClaims(ctx);
  },
});
