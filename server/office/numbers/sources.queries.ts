import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { toGel } from '#shared/money.ts';
import type { Source } from '#shared/staff/numbers.contract.ts';

/** Where the buyers of valid tickets of these events came from, the most money first. Orders that say nothing of it are left out by an index. */
export async function findSources(db: Db, eventIds: readonly number[]): Promise<Source[]> {
  const { rows } = await db.execute<Omit<Source, 'money'> & { tetri: string }>(sql`
    select o.utm_source as source, o.utm_medium as medium, o.utm_campaign as campaign, count(distinct o.id)::int as orders,
      count(*)::int as tickets, count(t.used_at)::int as arrived, sum(t.price_tetri) as tetri
    from orders o join order_lines l on l.order_id = o.id join tickets t on t.order_line_id = l.id and t.state = 'valid'
    where coalesce(o.utm_source, o.utm_medium, o.utm_campaign) is not null and t.event_id = any(${sql.param([...eventIds])}::int[])
    group by 1, 2, 3 order by sum(t.price_tetri) desc, 1, 2, 3`);
  return rows.map(({ tetri, ...row }) => ({ ...row, money: toGel(Number(tetri)) }));
}
