import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { metric, type Sample } from '#server/platform/http/metrics.ts';

type OpenWork = {
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
};

const states = (counts: Record<string, number>): Sample[] => Object.entries(counts).map(([state, count]) => [`state="${state}"`, count]);

const linesOf = (work: OpenWork): string[] => [
  ...metric('jobs', 'gauge', [
    ['state="due"', work.jobsDue],
    ['state="failed"', work.jobsFailed],
  ]),
  ...metric('jobs_oldest_due_seconds', 'gauge', [['', work.oldestJobSeconds]]),
  ...metric('mails', 'gauge', states({ queued: work.mailsQueued, dead: work.mailsDead })),
  ...metric('payments', 'gauge', states(work.payments)),
  ...metric('payments_oldest_open_seconds', 'gauge', [['', work.oldestPaymentSeconds]]),
  ...metric('holds', 'gauge', [['', work.holds]]),
  ...metric('scans', 'gauge', states(work.scans)),
  ...metric('alerts_open', 'gauge', [['', work.alerts]]),
];

/** Counts open work, in one short statement over partial indexes. Returns lines for Prometheus. */
export async function findOpenWork(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ work: OpenWork }>(sql`
    select json_build_object(
      'jobsDue', jobs.due, 'jobsFailed', jobs.failed, 'oldestJobSeconds', jobs.oldest,
      'mailsQueued', mails.queued, 'mailsDead', mails.dead,
      'payments', json_build_object('created', payments.created, 'pending', payments.pending, 'flagged', payments.flagged,
        'refunding', payments.refunding),
      'oldestPaymentSeconds', payments.oldest,
      'holds', (select count(*) from holds where held_until > now()),
      'scans', json_build_object('accepted', scans.accepted, 'rejected', scans.rejected, 'refused', scans.refused),
      'alerts', (select count(*) from alerts where resolved_at is null)
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
  return linesOf(row.work);
}

export type TakingsCount = {
  day: string;
  currency: string;
  capturedTetri: number;
  refundedTetri: number;
  tickets: number;
  free: number;
};

/** From `from` on and before `until`; `shiftHours` moves a UTC moment onto the day it counts for. */
type Span = { from: Date; until: Date; shiftHours: number };

/** The first moment of a row's day. Thousands of rows are computed, so it is a single step. */
const beginningOf = (shiftHours: number): SQL =>
  sql`date_bin('1 day', created_at, timestamptz '2000-01-01 00:00Z' - make_interval(hours => ${shiftHours}::int))`;
const dayOf = (shiftHours: number): SQL =>
  sql`to_char(beginning at time zone 'UTC' + make_interval(hours => ${shiftHours}::int), 'YYYY-MM-DD')`;
const within = ({ from, until }: Span): SQL =>
  sql`created_at >= ${from.toISOString()}::timestamptz and created_at < ${until.toISOString()}::timestamptz`;

/** Sums payments and refunds of the ledger and issued places, per day and currency; days without either are left out. Newest first. */
export async function sumTakings(db: Db, span: Span, currency: string): Promise<TakingsCount[]> {
  const { rows } = await db.execute<{ [Name in keyof TakingsCount]: string }>(sql`
    with money as (
      select ${beginningOf(span.shiftHours)} as beginning, currency,
        coalesce(sum(amount_tetri) filter (where amount_tetri > 0), 0) as captured,
        coalesce(-sum(amount_tetri) filter (where amount_tetri < 0), 0) as refunded
      from ledger_entries where account = 'bank' and ${within(span)} group by 1, 2
    ), places as (
      select ${beginningOf(span.shiftHours)} as beginning, ${currency}::text as currency,
        count(*) filter (where price_tetri > 0) as tickets, count(*) filter (where price_tetri = 0) as free
      from tickets where ${within(span)} group by 1
    )
    select ${dayOf(span.shiftHours)} as day, currency, coalesce(captured, 0) as "capturedTetri", coalesce(refunded, 0) as "refundedTetri",
      coalesce(tickets, 0) as tickets, coalesce(free, 0) as free
    from money full join places using (beginning, currency) order by beginning desc, currency`);
  return rows.map((row) => ({
    day: row.day,
    currency: row.currency,
    capturedTetri: Number(row.capturedTetri),
    refundedTetri: Number(row.refundedTetri),
    tickets: Number(row.tickets),
    free: Number(row.free),
  }));
}

/** When money last moved or a place was last issued before a moment. */
export async function findLatestTaking(db: Db, until: Date): Promise<Date | undefined> {
  const before = sql`created_at < ${until.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ latest: string | null }>(sql`
    select greatest((select max(created_at) from ledger_entries where account = 'bank' and ${before}), (select max(created_at) from tickets where ${before})) as latest`);
  const latest = rows[0]?.latest;
  return latest ? new Date(latest) : undefined;
}
