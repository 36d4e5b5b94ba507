import type { Pool } from 'pg';
import { openNight } from '#tools/trial/world.ts';

/** Many nights that sell, for calls that must spread. */
export async function openNights(database: Pool, count: number, quota: number): Promise<number[]> {
  const nights: number[] = [];
  for (let index = 0; index < count; index += 1) nights.push(await openNight(database, quota));
  return nights;
}

/** Tickets that were paid for long ago: one order of `count` places for one guest. Answers their ids. */
export async function sellTickets(database: Pool, userId: number, eventId: number, count: number): Promise<number[]> {
  const { rows } = await database.query<{ id: string }>(
    `with basket as (update baskets set sold = sold + $3 where event_id = $2 returning id),
          night as (update events set sold = sold + $3 where id = $2),
          paid as (insert into orders (user_id, state, total_tetri, language, created_at, settled_at)
                   values ($1, 'paid', $3 * 4000, 'en', now(), now()) returning id),
          line as (insert into order_lines (order_id, event_id, basket_id, quantity, price_tetri)
                   select paid.id, $2, basket.id, $3, 4000 from paid, basket returning id, basket_id)
     insert into tickets (id, order_line_id, place, user_id, event_id, basket_id, price_tetri, created_at)
     select nextval('ticket_order') * 134217728 + floor(random() * 134217728)::bigint, line.id, n, $1, $2, line.basket_id, 4000, now()
       from line, generate_series(1, $3) n returning id`,
    [userId, eventId, count],
  );
  return rows.map(({ id }) => Number(id));
}
