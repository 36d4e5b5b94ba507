import { heldIn, soldIn, totalOf, type Model } from './model.ts';
import type { World } from './stage.ts';

/** The state as sentences in a fixed order, which both sides share. */
export type Standing = string[];

export function standingOfModel(model: Model): Standing {
  const { events, holds, expired, orders, tickets, entries } = model;
  return [
    ...events.flatMap(({ ticketTypes }, event) => [
      `event ${event}: ${heldIn(model, { event })} held, ${soldIn(model, { event })} sold`,
      ...ticketTypes.map(({ priceTetri }, ticketType) => {
        const place = { event, ticketType };
        return `ticket type ${event}.${ticketType} at ${priceTetri}: ${heldIn(model, place)} held, ${soldIn(model, place)} sold`;
      }),
    ]),
    ...holds.map(({ guest, event, ticketType, quantity, priceTetri, until, order, listed, isByCode }) => {
      return `hold of ${guest}: ${quantity}, ${listed.length} returned, of ${event}.${ticketType} at ${priceTetri} until ${until} for order ${order ?? 'none'}, by code ${isByCode}`;
    }),
    ...expired.map(({ guest, event, quantity, isSeen }) => `${quantity} of ${guest} ran out: event ${event}, seen ${isSeen}`),
    ...orders.map((order, number) => {
      return `order ${number} of ${order.guest}: ${totalOf(order)}, ${order.state}, payment ${order.payment}, ${order.refundedTetri} sent back`;
    }),
    // Numbered as issued: commands name them by age, and a sweep may issue those of two orders in either order.
    ...tickets.map((ticket, number) => {
      const { guest, event, ticketType, order, isUsed, state, passedOn, listForResale } = ticket;
      const listed =
        listForResale === null ? 'kept' : holds.some((hold) => hold.listed.includes(ticket)) ? 'held for another' : 'list for resale';
      return `ticket ${number} of ${guest}: ${event}.${ticketType}, order ${order}, used ${isUsed}, ${state}, passed on ${passedOn}, ${listed}`;
    }),
    ...entries.map(({ guest, event, quantity, state }) => `${guest} wants ${quantity} of event ${event}: ${state}`),
  ].toSorted();
}

const standingText = `
  with guest as (select id, place - 1 as number from unnest($1::int[]) with ordinality as g (id, place)),
  places as (select event_id, ticket_type_id, count(*) as sold from tickets where state = 'valid' group by 1, 2),
  numbered as (
    select e.*, (select coalesce(sum(p.sold), 0) from places p where p.event_id = e.id) as sold, place - 1 as number
    from unnest($2::int[]) with ordinality as n (id, place) join events e using (id)
  ),
  type as (
    select b.id, b.price_tetri, b.sold_or_reserved, (select coalesce(sum(p.sold), 0) from places p where p.ticket_type_id = b.id) as sold,
      n.number || '.' || row_number() over (partition by b.event_id order by b.position) - 1 as name
    from ticket_types b join numbered n on n.id = b.event_id
  ),
  ordered as (
    select o.*, g.number as guest, row_number() over (order by o.id) - 1 as number from orders o join guest g on g.id = o.user_id
  )
  select format('event %s: %s held, %s sold', number, sold_or_reserved - sold, sold) as sentence from numbered
  union all
  select format('ticket type %s at %s: %s held, %s sold', name, price_tetri, sold_or_reserved - sold, sold) from type
  union all
  select format('hold of %s: %s, %s returned, of %s at %s until %s for order %s, by code %s', g.number, h.quantity, h.resale_quantity, r.name, h.price_tetri,
    (extract(epoch from h.held_until - $3::timestamptz) / 60)::int, coalesce(o.number::text, 'none'), case when h.promo_code_id is null then 'false' else 'true' end)
  from holds h join guest g on g.id = h.user_id join type r on r.id = h.ticket_type_id left join ordered o on o.id = h.order_id
  union all
  select format('%s of %s ran out: event %s, seen %s', x.quantity, g.number, n.number, case when x.seen_at is null then 'false' else 'true' end)
  from expired_holds x join guest g on g.id = x.user_id join numbered n on n.id = x.event_id
  union all
  select format('order %s of %s: %s, %s, payment %s, %s sent back', o.number, o.guest, o.total_tetri, o.state, p.state,
    coalesce((select sum(b.refunded_tetri) from fake_bank_orders b where b.external_order_id = o.id::text), 0))
  from ordered o join payments p on p.order_id = o.id
  union all
  select format('ticket %s of %s: %s, order %s, used %s, %s, passed on %s, %s', row_number() over (order by t.id) - 1, g.number, r.name, o.number,
    case when t.used_at is null then 'false' else 'true' end, t.state, t.transfer_number,
    case when back.id is null then 'kept' when back.hold_id is null then 'list for resale' else 'held for another' end)
  from tickets t join guest g on g.id = t.user_id join type r on r.id = t.ticket_type_id
    join order_lines l on l.id = t.order_line_id join ordered o on o.id = l.order_id
    left join resale_listings back on back.ticket_id = t.id and back.state = 'open'
  union all
  select format('%s wants %s of event %s: %s', g.number, w.quantity, n.number, w.state)
  from waitlist_entries w join guest g on g.id = w.user_id join numbered n on n.id = w.event_id`;

/** Reads the state from the tables in one statement, without code of the product. */
export async function standingOfWorld({ stage, guests, events, startedAt }: World): Promise<Standing> {
  const values = [guests.map(({ id }) => id), events.map(({ id }) => id), new Date(startedAt)];
  const { rows } = await stage.app.deps.database.pool.query<{ sentence: string }>({ name: 'standing', text: standingText, values });
  return rows.map(({ sentence }) => sentence).toSorted();
}
