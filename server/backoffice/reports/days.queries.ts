import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { atVenueSql } from '#server/platform/db/sql-parts.ts';

export type DayCount = {
  day: string;
  currency: string;
  capturedTetri: number;
  refundedTetri: number;
  tickets: number;
  free: number;
};

/** From `from` (included) until `until` (excluded); a row counts for the day that began at `startHour` at the venue. */
type Span = { from: Date; until: Date; startHour: number };

const dayOf = (startHour: number): SQL => sql`(${atVenueSql(sql`created_at`)} - make_interval(hours => ${startHour}::int))::date`;
const within = ({ from, until }: Span): SQL =>
  sql`created_at >= ${from.toISOString()}::timestamptz and created_at < ${until.toISOString()}::timestamptz`;

/**
 * Payments and refunds of the ledger and issued places per day and currency, newest first. A place counts once, however often it was
 * transferred; days without either are left out.
 */
export async function sumDays(db: Db, span: Span, currency: string): Promise<DayCount[]> {
  const { rows } = await db.execute<{ [Name in keyof DayCount]: string }>(sql`
    with money as (
      select ${dayOf(span.startHour)} as day, currency,
        coalesce(sum(amount_tetri) filter (where amount_tetri > 0), 0) as captured,
        coalesce(-sum(amount_tetri) filter (where amount_tetri < 0), 0) as refunded
      from ledger_entries where account = 'bank' and ${within(span)} group by 1, 2
    ), places as (
      select ${dayOf(span.startHour)} as day, ${currency}::text as currency,
        count(*) filter (where price_tetri > 0) as tickets, count(*) filter (where price_tetri = 0) as free
      from tickets where ${within(span)} and transfer_number = 0 group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, currency, coalesce(captured, 0) as "capturedTetri", coalesce(refunded, 0) as "refundedTetri",
      coalesce(tickets, 0) as tickets, coalesce(free, 0) as free
    from money full join places using (day, currency) order by 1 desc, currency`);
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
export async function findLatestDay(db: Db, until: Date): Promise<Date | undefined> {
  const before = sql`created_at < ${until.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ latest: string | null }>(sql`
    select greatest((select max(created_at) from ledger_entries where account = 'bank' and ${before}), (select max(created_at) from tickets where ${before})) as latest`);
  const latest = rows[0]?.latest;
  return latest ? new Date(latest) : undefined;
}
