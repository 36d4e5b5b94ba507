import type { PoolClient } from 'pg';
import { STAFF } from './guests.ts';

/** The size of a club. `soldEvents`: the number of latest past events that share the tickets. */
export type ClubSize = { guests: number; pastEvents: number; soldEvents: number; tickets: number };

/** One to three places each; of a hundred orders, eight failed, two were refunded and one was complimentary. */
const PLACES_AN_ORDER = 2;
const SHARE_WITH_TICKETS = 0.92;

/** SQL of an id of version 4 that is the same in every run. */
const uuidOf = (text: string): string => `overlay(overlay(md5(${text}) placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid`;

/** Writes orders of the latest past events with all their dependent rows, the newest with the highest ids. */
export async function writePurchases(client: PoolClient, { guests, pastEvents, soldEvents, tickets }: ClubSize): Promise<void> {
  await client.query(insertPromoters);
  const orders = Math.round(tickets / PLACES_AN_ORDER / SHARE_WITH_TICKETS);
  await client.query(insertOrders, [orders, guests, STAFF]);
  await client.query(insertLines, [orders, pastEvents - soldEvents, soldEvents]);
  for (const statement of consequences) await client.query(statement);
}

/** A tenth of the orders came through promoters' links. */
const insertPromoters = `
  insert into promoters (name, ref_code, per_arrival_tetri, percent, created_at)
  select 'Promoter ' || n, 'promoter-' || n, 300, 10, now() from generate_series(1, 20) n order by n`;

/** A third of the buyers came through advertisements of many campaigns. */
const insertOrders = `
  insert into orders (user_id, kind, state, total_tetri, language, utm_source, utm_campaign, created_at, settled_at)
  select $3::int + 1 + (n::bigint * 7919 + n / 100) % $2::int,
    case when n % 100 = 50 then 'complimentary' else 'sale' end,
    case when n % 25 in (7, 19) then 'failed' when n % 100 in (31, 77) then 'refunded' else 'paid' end,
    0, case n % 3 when 0 then 'ka' else 'en' end, case n % 3 when 1 then 'instagram' end, case n % 3 when 1 then 'campaign ' || n % 5000 end, now(), now()
  from generate_series(1, $1::int) n order by n`;

/** Spreads the orders evenly over the events; both derive their time from the event. */
const insertLines = `
  with placed as (
    select o.id, o.kind, $2::int + 1 + ((o.id - 1) * $3::int / $1::int)::int as event_id, 1 + (o.id % 3)::int as quantity from orders o
  ), lines as (
    insert into order_lines (order_id, event_id, ticket_type_id, quantity, price_tetri, promoter_id)
    select p.id, p.event_id, b.id, p.quantity, case p.kind when 'sale' then b.price_tetri else 0 end,
      case when p.id % 10 = 3 then 1 + (p.id / 10 % 20)::int end
    from placed p join ticket_types b on b.event_id = p.event_id and b.position = 1 + (p.id % 2)::int order by p.id
    returning order_id, event_id, quantity, price_tetri
  )
  update orders o set total_tetri = l.quantity * l.price_tetri, created_at = moment, settled_at = moment + interval '1 minute'
  from lines l join events e on e.id = l.event_id, lateral (select e.starts_at - interval '5 hours' + make_interval(secs => l.order_id % 14400)) t (moment)
  where o.id = l.order_id`;

const consequences = [
  `insert into complimentary_orders (order_id, event_id, given_by, reason)
   select o.id, l.event_id, 1 + (o.id % ${STAFF})::int, 'Guest of the house' from orders o join order_lines l on l.order_id = o.id
   where o.kind = 'complimentary' order by o.id`,
  `insert into payments (order_id, provider, provider_order_id, idempotency_key, return_token, state, amount_tetri, currency, captured_tetri,
     captured_currency, refund_tetri, flagged_reason, created_at, expires_at, check_at, settled_at)
   select id, 'bog', md5('bank ' || id)::uuid, md5('key ' || id)::uuid, md5('token ' || id), case when is_flagged then 'flagged' else state end,
     total_tetri, 'GEL', case when has_money then total_tetri else 0 end, 'GEL', case state when 'refunded' then total_tetri else 0 end,
     case when is_flagged then 'amount_differs' end, created_at, created_at + interval '30 minutes', created_at, settled_at
   from orders, lateral (select state <> 'failed', state = 'failed' and id % 2500 = 7) as t (has_money, is_flagged) where kind = 'sale' order by id`,
  `insert into refunds (payment_id, amount_tetri, reason, note, requested_by, idempotency_key, state, created_at, confirmed_at)
   select id, refund_tetri, 'staff', 'Asked for it', 1, md5('refund ' || id)::uuid, 'confirmed', settled_at, settled_at + interval '1 hour'
   from payments where state = 'refunded' order by id`,
  `insert into ledger_entries (movement, payment_id, account, amount_tetri, currency, created_at)
   select 'capture ' || id, id, account, sign * captured_tetri, 'GEL', settled_at
   from payments, (values ('bank', 1), ('sales', -1)) as t (account, sign) where captured_tetri > 0 order by id, sign desc`,
  `insert into ledger_entries (movement, payment_id, refund_id, account, amount_tetri, currency, created_at)
   select what || ' ' || r.id, payment_id, r.id, account, sign * amount_tetri, 'GEL', created_at
   from refunds r, (values ('promise', 'sales', 1), ('promise', 'owed', -1), ('refund', 'owed', 1), ('refund', 'bank', -1)) as t (what, account, sign)
   order by r.id`,
  `insert into tickets (id, order_line_id, place, user_id, event_id, ticket_type_id, price_tetri, state, used_at, refund_id, created_at)
   select nextval('ticket_order') * 134217728 + (l.id * 7919 + place) % 134217728, l.id, place, o.user_id, l.event_id, l.ticket_type_id, l.price_tetri,
     case o.state when 'paid' then 'valid' else 'refunded' end,
     case when o.state = 'paid' and (l.id + place) % 8 > 0 then e.starts_at + make_interval(secs => (l.id * 61 % 25200)) end, r.id, o.settled_at
   from orders o join order_lines l on l.order_id = o.id join events e on e.id = l.event_id
     left join payments p on p.order_id = o.id and o.state = 'refunded' left join refunds r on r.payment_id = p.id,
     generate_series(1, l.quantity) place where o.state <> 'failed' order by o.id, place`,
  `insert into scans (scan_id, ticket_id, staff_id, result, reason, is_manual, scanned_at, decided_at, answer)
   select ${uuidOf("'scan ' || id")}, id, 1 + (id % ${STAFF})::int, 'accepted', 'valid', false, used_at, used_at, '{"isReject": false, "usedAt": null}'
   from tickets where used_at is not null order by used_at`,
  `insert into scans (scan_id, ticket_id, staff_id, result, reason, is_manual, scanned_at, decided_at, answer)
   select ${uuidOf("'again ' || id")}, id, 1 + (id % ${STAFF})::int, 'refused', 'ticket_used', false, used_at + interval '1 hour',
     used_at + interval '1 hour', '{"isReject": false, "usedAt": null}'
   from tickets where used_at is not null and id % 30 = 0 order by used_at`,
  `update ticket_types b set sold_or_reserved = t.sold from (select ticket_type_id, count(*) sold from tickets where state = 'valid' group by 1) t where t.ticket_type_id = b.id`,
  `update events e set sold_or_reserved = t.sold from (select event_id, count(*) sold from tickets where state = 'valid' group by 1) t where t.event_id = e.id`,
];
