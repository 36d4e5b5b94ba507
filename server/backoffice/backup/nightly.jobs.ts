import { z } from 'zod';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { venueTime } from '#shared/dates.ts';
import { makeNightly, watchNightly } from './nightly.service.ts';

/** The scheduler adds the time of the run. */
const Scheduled = z.object({ _cron: z.object({ ts: z.coerce.date() }).optional() });
/** In minutes: 04:45 and, if that failed, 05:25, when the club sells least. */
const FROM = 4 * 60 + 45;
const UNTIL = FROM + 60;

/** Returns true twice a night by the venue's clock, which the scheduler does not know. */
export function isBackupTime(at: Date): boolean {
  const { hour, minute } = venueTime(at);
  const now = hour * 60 + minute;
  return now >= FROM && now < UNTIL;
}

export const nightlyBackup = defineJob({
  name: 'nightly-backup',
  schedule: { cron: '45 * * * *', again: '25 * * * *', priority: 1 },
  queue: 'nightly-backup',
  payload: Scheduled,
  async run(ctx, { _cron: scheduled }, stopping) {
    if (scheduled === undefined || isBackupTime(scheduled.ts)) await makeNightly(ctx, stopping);
  },
});
export const watchBackups = defineJob({
  name: 'watch-backups',
  schedule: { cron: '29 * * * *' },
  payload: noPayload,
  run: (ctx) => watchNightly(ctx),
});
