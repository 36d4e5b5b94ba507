import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';

export type TakingsCount = {
  day: string;
  currency: string;
  capturedTetri: number;
  refundedTetri: number;
  tickets: number;
  free: number;
};

/** From `from` (included) until `until` (excluded); `shiftHours` moves a UTC moment to the day it counts for. */
type Span = { from: Date; until: Date; shiftHours: number };

/** The first moment of a row's day. A single step, because it is computed for thousands of rows. */
const beginningOf = (shiftHours: number): SQL =>
  sql`date_bin('1 day', created_at, timestamptz '2000-01-01 00:00Z' - make_interval(hours => ${shiftHours}::int))`;
const dayOf = (shiftHours: number): SQL =>
  sql`to_char(beginning at time zone 'UTC' + make_interval(hours => ${shiftHours}::int), 'YYYY-MM-DD')`;
const within = ({ from, until }: Span): SQL =>
  sql`created_at >= ${from.toISOString()}::timestamptz and created_at < ${until.toISOString()}::timestamptz`;

/**
 * Payments and refunds of the ledger and issued places per day and currency, newest first. A place counts once, however often it was
 * transferred; days without either are left out.
 */
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
      from tickets where ${within(span)} and transfer_number = 0 group by 1
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

/** When money last moved or a place was last issued before `until`. */
export async function findLatestTaking(db: Db, until: Date): Promise<Date | undefined> {
  const before = sql`created_at < ${until.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ latest: string | null }>(sql`
    select greatest((select max(created_at) from ledger_entries where account = 'bank' and ${before}), (select max(created_at) from tickets where ${before})) as latest`);
  const latest = rows[0]?.latest;
  return latest ? new Date(latest) : undefined;
}
