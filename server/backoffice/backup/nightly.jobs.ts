import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { makeNightly, watchNightly } from './nightly.service.ts';

export const nightlyBackup = defineJob({
  name: 'nightly-backup',
  schedule: { cron: '45 0 * * *', again: '25 1 * * *', priority: 1 },
  queue: 'nightly-backup',
  payload: noPayload,
  run: (ctx, _payload, stopping) => makeNightly(ctx, stopping),
});
export const watchBackups = defineJob({
  name: 'watch-backups',
  schedule: { cron: '29 * * * *' },
  payload: noPayload,
  run: (ctx) => watchNightly(ctx),
});
