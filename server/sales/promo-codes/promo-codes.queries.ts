import { sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';

/** Puts a line on the ticket type and the price that its code opens; the price of before is kept as the public one. */
export async function openLine(db: Db, { holdId, promoCodeId }: { holdId: number; promoCodeId: number }): Promise<void> {
  await db.execute(sql`
    update holds h set ticket_type_id = c.ticket_type_id, price_tetri = r.price_tetri, promo_code_id = c.id,
      public_price_tetri = case when h.promo_code_id is null then h.price_tetri else h.public_price_tetri end
    from promo_codes c join ticket_types r on r.id = c.ticket_type_id where h.id = ${holdId} and c.id = ${promoCodeId}`);
}
