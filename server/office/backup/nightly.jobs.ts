import type { Job } from '#server/platform/jobs/jobs.ts';
import { makeNightly, watchNightly } from './nightly.service.ts';

declare module '#server/platform/jobs/jobs.ts' {
  interface JobPayloads {
    'nightly-backup': Record<string, never>;
    'watch-backups': Record<string, never>;
  }
}

export const nightlyBackup: Job<'nightly-backup'> = (ctx, _payload, stopping) => makeNightly(ctx, stopping);
export const watchBackups: Job<'watch-backups'> = (ctx) => watchNightly(ctx);
