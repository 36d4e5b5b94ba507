import { resolveAlert, raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { defineJob, noPayload } from '#server/platform/jobs/jobs.ts';
import { SILENT_MINUTES } from '#shared/door/scanner-devices.ts';
import { findSilentScannerDevices, findSilentSubjects, forgetCalls } from './watch.queries.ts';

const MINUTE_MS = 60_000;
/** Calls with older nonces are refused for their time (device-calls.ts). */
const CALLS_KEPT_MINUTES = 5;

/** Raises an alert for each phone that is silent while its event runs, ends alerts of phones that are not, and deletes old calls. */
export const watchDoors = defineJob({
  name: 'watch-doors',
  schedule: { cron: '* * * * *' },
  payload: noPayload,
  async run(ctx) {
    const now = ctx.clock.now();
    const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
    await forgetCalls(ctx.db, ago(CALLS_KEPT_MINUTES));
    await withTransaction(ctx, (tx) => watchSilence(tx, now, ago(SILENT_MINUTES)));
  },
});

async function watchSilence(tx: Context, now: Date, since: Date): Promise<void> {
  const silent = await findSilentScannerDevices(tx.db, { now, since });
  const subjects = new Set(silent.map(({ id }) => subjectOf(id)));
  for (const subject of await findSilentSubjects(tx.db))
    if (!subjects.has(subject)) await resolveAlert(tx, { kind: 'door_silent', subject });
  for (const { id, name } of silent) {
    const detail = `Nothing was heard of the scanner device “${name}” for ${SILENT_MINUTES} minutes.`;
    await raiseAlert(tx, { kind: 'door_silent', subject: subjectOf(id), detail, params: { name } });
  }
}

const subjectOf = (scannerDeviceId: string): string => `scanner_device ${scannerDeviceId}`;
