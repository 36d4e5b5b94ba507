import { sql } from 'drizzle-orm';
import { firstOnSaleSql, onSaleSql } from '#server/content/events/releases.ts';
import type { Db } from '#server/platform/db/client.ts';
import { codePersonRoomSql, codeRoomSql, isCodeOpenSql } from './code-room.ts';

type OfferRow = { code: string; name: string; name_lat: string; price_tetri: number; public_price_tetri: number | null };

/** What a folded code opens at an event for one more place now; undefined for a code that opens nothing. */
export async function findOffer(db: Db, { eventId, folded, now }: { eventId: number; folded: string; now: Date }) {
  const at = '(select moment from now_is)';
  const { rows } = await db.execute<OfferRow>(sql`
    with now_is as (select ${now}::timestamptz as moment)
    select c.code, r.name, r.name_lat, r.price_tetri,
      (select p.price_tetri from baskets p
        where p.event_id = e.id and p.kind = 'release' ${sql.raw(firstOnSaleSql('p', at, '1'))}) as public_price_tetri
    from codes c join baskets r on r.id = c.basket_id join events e on e.id = c.event_id
    where c.event_id = ${eventId} and c.folded = ${folded} and e.state = 'published' and e.ends_at > ${now}
      and r.price_tetri is not null and r.taken < r.quota and ${sql.raw(isCodeOpenSql('c', at))} and ${sql.raw(onSaleSql('r', at))}
      and ${sql.raw(codeRoomSql('c'))} > 0`);
  const [row] = rows;
  return (
    row && { code: row.code, name: row.name, nameLat: row.name_lat, priceTetri: row.price_tetri, publicPriceTetri: row.public_price_tetri }
  );
}

export type Move = { holdId: number; codeId: number; eventId: number; quantity: number; from: number; to: number };
type MoveRow = {
  hold_id: number;
  code_id: number;
  event_id: number;
  quantity: number;
  basket_id: number;
  opened_id: number;
  is_same: boolean;
};

/**
 * The lines of a user's cart for which a folded code has places now, in the order in which they were added, with the ticket types before and
 * after. `isSame`: the code has opened it already. The events and the cart are locked. `isShared`: see `ownedPlacesSql`.
 */
export async function findMoves(db: Db, { userId, folded, now }: { userId: number; folded: string; now: Date }, isShared: boolean) {
  const at = '(select moment from now_is)';
  const own = 'case when h.code_id = c.id then h.quantity else 0 end';
  const { rows } = await db.execute<MoveRow>(sql`
    with now_is as (select ${now}::timestamptz as moment)
    select h.id as hold_id, c.id as code_id, h.event_id, h.quantity, h.basket_id, r.id as opened_id, h.code_id is not distinct from c.id as is_same
    from holds h join events e on e.id = h.event_id join codes c on c.event_id = h.event_id and c.folded = ${folded}
      join baskets r on r.id = c.basket_id
    where h.user_id = ${userId} and h.returned = 0 and h.held_until > ${now} and e.state = 'published' and e.ends_at > ${now}
      and r.price_tetri is not null and ${sql.raw(isCodeOpenSql('c', at))} and ${sql.raw(onSaleSql('r', at))}
      and r.quota - r.taken + case when h.basket_id = r.id then h.quantity else 0 end >= h.quantity
      and ${sql.raw(codeRoomSql('c'))} + ${sql.raw(own)} >= h.quantity
      and ${sql.raw(codePersonRoomSql('c', 'h.user_id', isShared))} + ${sql.raw(own)} >= h.quantity
    order by h.id`);
  return rows.map((row) => ({
    holdId: row.hold_id,
    codeId: row.code_id,
    eventId: row.event_id,
    quantity: row.quantity,
    from: row.basket_id,
    to: row.opened_id,
    isSame: row.is_same,
  }));
}

/** Puts a line on the ticket type and the price that its code opens; the price of before is kept as the public one. */
export async function openLine(db: Db, { holdId, codeId }: Pick<Move, 'holdId' | 'codeId'>): Promise<void> {
  await db.execute(sql`
    update holds h set basket_id = c.basket_id, price_tetri = r.price_tetri, code_id = c.id,
      public_price_tetri = case when h.code_id is null then h.price_tetri else h.public_price_tetri end
    from codes c join baskets r on r.id = c.basket_id where h.id = ${holdId} and c.id = ${codeId}`);
}
