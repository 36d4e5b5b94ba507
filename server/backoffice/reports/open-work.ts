import type { Db } from '#server/platform/db/client.ts';
import { metric, type Sample } from '#server/platform/http/metrics.ts';
import { findOpenWork } from './open-work.queries.ts';

const states = (counts: Record<string, number>): Sample[] => Object.entries(counts).map(([state, count]) => [`state="${state}"`, count]);

/** Counts open work. Returns lines for Prometheus. */
export async function openWorkLines(db: Db): Promise<string[]> {
  const work = await findOpenWork(db);
  return [
    ...metric('jobs', 'gauge', [
      ['state="due"', work.jobsDue],
      ['state="failed"', work.jobsFailed],
    ]),
    ...metric('jobs_oldest_due_seconds', 'gauge', [['', work.oldestJobSeconds]]),
    ...metric('mails', 'gauge', states({ queued: work.mailsQueued, dead: work.mailsDead })),
    ...metric('mails_oldest_queued_seconds', 'gauge', [['', work.oldestMailSeconds]]),
    ...metric('payments', 'gauge', states(work.payments)),
    ...metric('payments_last_day', 'gauge', states(work.paymentsOfDay)),
    ...metric('payments_oldest_open_seconds', 'gauge', [['', work.oldestPaymentSeconds]]),
    ...metric('holds', 'gauge', [['', work.holds]]),
    ...metric('scans', 'gauge', states(work.scans)),
    ...metric('scanner_devices', 'gauge', states(work.scannerDevices)),
    ...metric('alerts_open', 'gauge', [['', Object.values(work.alerts).reduce((sum, count) => sum + count, 0)]]),
    ...metric(
      'alerts_open_by_kind',
      'gauge',
      Object.entries(work.alerts).map(([kind, count]) => [`kind="${kind}"`, count]),
    ),
    ...metric('backup_age_seconds', 'gauge', work.backupAgeSeconds === null ? [] : [['', work.backupAgeSeconds]]),
    ...metric('backup_last_good', 'gauge', [['', work.isLastBackupGood ? 1 : 0]]),
  ];
}
