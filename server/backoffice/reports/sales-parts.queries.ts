import { eq, inArray, sql } from 'drizzle-orm';
import { ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { promoCodes } from '#server/sales/tables/promo-codes.table.ts';
import { promoters } from '#server/sales/tables/promoters.table.ts';
import { CURRENCY } from '#shared/constants.ts';
import { partsOf } from './event-money.queries.ts';

/** Sales by ticket type, promo code and promoter in one currency; tickets are counted in the club's currency only. */
export type SoldLines = {
  ticketTypeId: number;
  promoCodeId: number | null;
  promoterId: number | null;
  currency: string;
  sold: number;
  back: number;
  grossTetri: number;
  refundedTetri: number;
};

/**
 * The sales of an event. A ledger entry belongs to the tickets that its refund ended, otherwise to the lines of its order, split by price.
 * The first line gets the remainder, so that all lines add up to the event.
 */
export async function findSoldLines(db: Db, eventId: number): Promise<SoldLines[]> {
  const { rows } = await db.execute<Omit<SoldLines, 'grossTetri' | 'refundedTetri'> & { grossTetri: string; refundedTetri: string }>(sql`
    with ${partsOf([eventId])}, line_shares as (
      select p.id, p.currency, p.tetri, t.order_line_id as line_id, sum(t.price_tetri::bigint) as share
      from parts p join tickets t on t.refund_id = p.refund_id and t.event_id = ${eventId} group by 1, 2, 3, 4
      union all
      select p.id, p.currency, p.tetri, l.id, l.quantity::bigint * l.price_tetri
      from parts p join order_lines l on l.order_id = p.order_id and l.event_id = ${eventId}
      where not exists (select from tickets t where t.refund_id = p.refund_id and t.event_id = ${eventId})
    ), line_wholes as (
      select *, sum(share) over of_entry as whole, row_number() over (of_entry order by line_id) as place
      from line_shares window of_entry as (partition by id)
    ), line_cut as (
      select *, case when whole = 0 then 0 else div(tetri * share, whole) end as part from line_wholes
    ), counted as (
      select line_id, currency, case place when 1 then tetri - sum(part) over (partition by id) + part else part end as tetri, 0 as sold, 0 as back
      from line_cut
      union all
      select order_line_id, ${CURRENCY}::text, 0, (state = 'valid')::int, (state = 'refunded')::int from tickets where event_id = ${eventId}
    )
    select l.ticket_type_id as "ticketTypeId", l.promo_code_id as "promoCodeId", l.promoter_id as "promoterId", c.currency, sum(c.sold)::int as sold,
      sum(c.back)::int as back, sum(greatest(c.tetri, 0)) as "grossTetri", sum(greatest(-c.tetri, 0)) as "refundedTetri"
    from counted c join order_lines l on l.id = c.line_id group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
  return rows.map((row) => ({ ...row, grossTetri: Number(row.grossTetri), refundedTetri: Number(row.refundedTetri) }));
}

export const findTicketTypeNames = (db: Db, eventId: number) =>
  db
    .select({ id: ticketTypes.id, name: ticketTypes.name, nameLat: ticketTypes.nameLat })
    .from(ticketTypes)
    .where(eq(ticketTypes.eventId, eventId))
    .orderBy(ticketTypes.position);

export const findPromoCodeNames = (db: Db, eventId: number) =>
  db
    .select({ id: promoCodes.id, name: promoCodes.code, nameLat: promoCodes.code })
    .from(promoCodes)
    .where(eq(promoCodes.eventId, eventId))
    .orderBy(promoCodes.id);

export const findPromoterNames = (db: Db, ids: readonly number[]) =>
  db
    .select({ id: promoters.id, name: promoters.name, nameLat: promoters.name })
    .from(promoters)
    .where(inArray(promoters.id, [...ids, 0]))
    .orderBy(promoters.name, promoters.id);
