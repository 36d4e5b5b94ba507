import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';

export type OpenWork = {
  jobsDue: number;
  jobsFailed: number;
  oldestJobSeconds: number;
  mailsQueued: number;
  mailsDead: number;
  /** Payments without a final state. */
  payments: Record<'created' | 'pending' | 'flagged' | 'refunding', number>;
  oldestPaymentSeconds: number;
  holds: number;
  /** Of the last hour. */
  scans: Record<'accepted' | 'rejected' | 'refused', number>;
  alerts: number;
  /** Of the last nightly backup that was restored for a check; null when there was none. */
  backupAgeSeconds: number | null;
  isLastBackupGood: boolean;
};

/** Counts open work, in one short statement over partial indexes. */
export async function findOpenWork(db: Db): Promise<OpenWork> {
  const { rows } = await db.execute<{ work: OpenWork }>(sql`
    select json_build_object(
      'jobsDue', jobs.due, 'jobsFailed', jobs.failed, 'oldestJobSeconds', jobs.oldest,
      'mailsQueued', mails.queued, 'mailsDead', mails.dead,
      'payments', json_build_object('created', payments.created, 'pending', payments.pending, 'flagged', payments.flagged,
        'refunding', payments.refunding),
      'oldestPaymentSeconds', payments.oldest,
      'holds', (select count(*) from holds where held_until > now()),
      'scans', json_build_object('accepted', scans.accepted, 'rejected', scans.rejected, 'refused', scans.refused),
      'alerts', (select count(*) from alerts where resolved_at is null),
      'backupAgeSeconds', (select round(extract(epoch from now() - good_at)) from nightly_backups),
      'isLastBackupGood', exists (select from nightly_backups where good_at is not null and error is null)
    ) as work
    from
      (select count(*) filter (where attempts < max_attempts) as due, count(*) filter (where attempts >= max_attempts) as failed,
        coalesce(round(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts))), 0) as oldest
        from graphile_worker.jobs where run_at <= now() and locked_at is null) as jobs,
      (select count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'dead') as dead
        from mails where state <> 'sent') as mails,
      (select count(*) filter (where state = 'created') as created, count(*) filter (where state = 'pending') as pending,
        count(*) filter (where state = 'flagged') as flagged, count(*) filter (where state = 'refunding') as refunding,
        coalesce(round(extract(epoch from now() - min(created_at) filter (where state in ('created', 'pending')))), 0) as oldest
        from payments where state in ('created', 'pending', 'flagged', 'refunding')) as payments,
      (select count(*) filter (where result = 'accepted') as accepted, count(*) filter (where result = 'rejected') as rejected,
        count(*) filter (where result = 'refused') as refused
        from scans where decided_at > now() - interval '1 hour') as scans`);
  const [row] = rows;
  if (!row) throw new Error('No figures were returned.');
  return row.work;
}
