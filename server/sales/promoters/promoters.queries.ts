import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { promoters } from '#server/sales/tables/promoters.table.ts';

export type Promoter = typeof promoters.$inferSelect;
type PromoterFields = Pick<Promoter, 'name' | 'perArrivalTetri' | 'percent'>;

export type Click = { refCode: string; eventId: number; day: string };

/** Counts an opened link, except of unknown and ended promoters; an unknown event counts as 0. */
export async function addClick(db: Db, { refCode, eventId, day }: Click): Promise<void> {
  await db.execute(sql`
    insert into promoter_clicks (promoter_id, event_id, day, clicks)
    select p.id, coalesce((select e.id from events e where e.id = ${eventId}), 0), ${day}::date, 1
    from promoters p where p.ref_code = ${refCode} and p.ended_at is null
    on conflict (promoter_id, event_id, day) do update set clicks = promoter_clicks.clicks + 1`);
}

/** What one promoter brought to one event; event 0 means all pages but those of events. */
export type AttributedSales = {
  promoterId: number;
  eventId: number;
  name: string | null;
  nameLat: string | null;
  startsAt: Date | null;
  opened: number;
  held: number;
  sold: number;
  arrived: number;
  tetri: number;
};

type AttributedSalesRow = {
  promoter_id: number;
  event_id: number;
  name: string | null;
  name_lat: string | null;
  starts_at: Date | null;
  opened: number;
  held: number;
  sold: number;
  arrived: number;
  tetri: string;
};

/**
 * Returns attributed sales by promoter and event, the latest event first; without an id, of all promoters. Refunded tickets do not count.
 */
export async function findAttributedSales(db: Db, promoterId?: number): Promise<AttributedSales[]> {
  const isOf = (name: string) => (promoterId === undefined ? sql`${sql.raw(name)} is not null` : sql`${sql.raw(name)} = ${promoterId}`);
  const { rows } = await db.execute<AttributedSalesRow>(sql`
    with counted as (
      select promoter_id, event_id, sum(clicks)::int as opened, 0 as held, 0 as sold, 0 as arrived, 0::bigint as tetri
        from promoter_clicks where ${isOf('promoter_id')} group by 1, 2
      union all
      select promoter_id, event_id, 0, sum(quantity)::int, 0, 0, 0 from holds where ${isOf('promoter_id')} group by 1, 2
      union all
      select l.promoter_id, l.event_id, 0, 0, count(*)::int, count(t.used_at)::int, sum(t.price_tetri)
        from order_lines l join tickets t on t.order_line_id = l.id and t.state = 'valid' where ${isOf('l.promoter_id')} group by 1, 2
    )
    select c.promoter_id, c.event_id, e.name, e.name_lat, e.starts_at, sum(opened)::int as opened, sum(held)::int as held, sum(sold)::int as sold,
      sum(arrived)::int as arrived, sum(tetri) as tetri
    from counted c left join events e on e.id = c.event_id
    group by 1, 2, 3, 4, 5 order by c.promoter_id, e.starts_at desc nulls last`);
  return rows.map((row) => ({
    promoterId: row.promoter_id,
    eventId: row.event_id,
    name: row.name,
    nameLat: row.name_lat,
    startsAt: row.starts_at === null ? null : new Date(row.starts_at),
    opened: row.opened,
    held: row.held,
    sold: row.sold,
    arrived: row.arrived,
    tetri: Number(row.tetri),
  }));
}

/** Returns all promoters, those that have ended last. */
export const findPromoters = (db: Db): Promise<Promoter[]> =>
  db
    .select()
    .from(promoters)
    .orderBy(desc(sql`${promoters.endedAt} is null`), asc(promoters.name), asc(promoters.id));

export async function findPromoter(db: Db, id: number): Promise<Promoter | undefined> {
  const [row] = await db.select().from(promoters).where(eq(promoters.id, id));
  return row;
}

export async function lockPromoter(db: Db, id: number): Promise<Promoter | undefined> {
  const [row] = await db.select().from(promoters).where(eq(promoters.id, id)).for('update');
  return row;
}

export async function findPromoterByLink(db: Db, linkHash: string): Promise<Promoter | undefined> {
  const [row] = await db.select().from(promoters).where(eq(promoters.linkHash, linkHash));
  return row;
}

/** Returns undefined when another promoter has this ref code. */
export async function insertPromoter(db: Db, row: typeof promoters.$inferInsert): Promise<number | undefined> {
  const [made] = await db.insert(promoters).values(row).onConflictDoNothing({ target: promoters.refCode }).returning({ id: promoters.id });
  return made?.id;
}

export async function updatePromoter(
  db: Db,
  id: number,
  fields: Partial<PromoterFields & Pick<Promoter, 'endedAt' | 'linkHash' | 'linkMadeAt'>>,
): Promise<void> {
  await db
    .update(promoters)
    .set({ ...fields, version: sql`${promoters.version} + 1` })
    .where(eq(promoters.id, id));
}
