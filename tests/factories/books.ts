import { sql } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';

/**
 * Compares stock, carts, orders, tickets and the bank's orders, and returns a sentence for each fault; empty when the invariants of stock
 * and money hold (I1–I6, I12). A payment that needs a decision or has a running refund is no fault: the ledger records what is owed.
 */
export async function findFaults(ctx: Context): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ fault: string }>(sql`
    with in_carts as (
      select id, ticket_type_id, event_id, user_id, quantity, resale_quantity from holds
    ), issued as (
      select t.id, t.ticket_type_id, t.event_id, t.user_id, t.order_line_id, o.kind from tickets t
        join order_lines l on l.id = t.order_line_id join orders o on o.id = l.order_id where t.state = 'valid'
    ), people as (
      select id, coalesce(case when ${ctx.env.placesSharedByPerson} then personal_number_digest end, id::text) as person from users
    ), ordered as (
      select o.id, o.state, o.total_tetri,
        (select sum(l.quantity) from order_lines l where l.order_id = o.id) as places,
        (select sum(l.quantity * l.price_tetri) from order_lines l where l.order_id = o.id) as lines_tetri,
        (select count(*) from issued t join order_lines l on l.id = t.order_line_id where l.order_id = o.id) as tickets,
        (select count(*) from tickets t join order_lines l on l.id = t.order_line_id
          where l.order_id = o.id and t.state <> 'transferred') as ever_issued,
        (select coalesce(sum(t.price_tetri), 0) from tickets t join order_lines l on l.id = t.order_line_id
          where l.order_id = o.id and t.state = 'valid') as worth_tetri,
        (select coalesce(sum(r.amount_tetri), 0) from refunds r join payments p on p.id = r.payment_id
          where p.order_id = o.id and r.state <> 'confirmed') as owed_tetri,
        (select coalesce(sum(r.fee_tetri), 0) from refunds r join payments p on p.id = r.payment_id where p.order_id = o.id) as kept_tetri
      from orders o
    ), captured as (
      select b.external_order_id::bigint as order_id, b.refunded_tetri, b.reported_tetri
      from fake_bank_orders b
      where b.status in ('completed', 'refunded', 'refunded_partially') or (b.status = 'processing' and b.completes_at <= ${ctx.clock.now()})
    )
    select 'ticket type ' || id || ' is over its allocation' as fault from ticket_types where sold_or_reserved > allocation
    union all
    select 'event ' || id || ' is over its capacity' from events where sold_or_reserved > capacity
    union all
    select 'code ' || c.id || ' opened more than its uses' from promo_codes c
      where c.uses < (select coalesce(sum(h.quantity), 0) from holds h where h.promo_code_id = c.id)
        + (select count(*) from issued t join order_lines l on l.id = t.order_line_id where l.promo_code_id = c.id)
    union all
    select 'ticket type ' || id || ' miscounts its places' from ticket_types b
      where sold_or_reserved <> (select coalesce(sum(quantity - resale_quantity), 0) from in_carts c where c.ticket_type_id = b.id)
        + (select count(*) from issued t where t.ticket_type_id = b.id)
    union all
    select 'event ' || id || ' miscounts its places' from events e
      where sold_or_reserved <> (select coalesce(sum(sold_or_reserved), 0) from ticket_types b where b.event_id = e.id)
    union all
    select 'order ' || id || ' is paid without its tickets' from ordered where state = 'paid' and (tickets = 0 or ever_issued <> places)
    union all
    select 'order ' || id || ' has tickets and is not paid' from ordered where state <> 'paid' and tickets > 0
    union all
    select 'order ' || id || ' does not add up' from ordered where total_tetri <> lines_tetri
    union all
    select 'order ' || o.id || ' was given away and has a payment' from orders o join payments p on p.order_id = o.id
      where o.kind = 'complimentary'
    union all
    select 'payment ' || p.id || ' asks for another amount' from payments p join orders o on o.id = p.order_id where p.amount_tetri <> o.total_tetri
    union all
    select 'order ' || o.id || ' has tickets without money' from ordered o
      where o.tickets > 0 and o.total_tetri > 0 and not exists (select 1 from captured c where c.order_id = o.id)
    union all
    select 'order ' || c.order_id || ' has both tickets and a refund' from captured c join ordered o on o.id = c.order_id
      where o.worth_tetri > c.reported_tetri - c.refunded_tetri
    union all
    select 'order ' || c.order_id || ' has neither tickets nor a refund' from captured c join ordered o on o.id = c.order_id
      join payments p on p.order_id = o.id
      where c.reported_tetri - c.refunded_tetri > o.worth_tetri + o.owed_tetri + o.kept_tetri and p.state <> 'flagged'
    union all
    select 'person ' || u.person || ' has too many places of event ' || e.id
      from (select user_id, event_id, 1 as quantity from issued where kind = 'sale' union all select user_id, event_id, quantity from in_carts) p
      join people u on u.id = p.user_id join events e on e.id = p.event_id
      group by u.person, e.id having sum(p.quantity) > e.tickets_per_person
    union all
    select 'hold ' || c.id || ' has other resale places than are listed' from in_carts c
      where resale_quantity <> (select count(*) from resale_listings r where r.hold_id = c.id and r.state = 'open')
    union all
    select 'ticket ' || t.id || ' was put back and is not valid' from resale_listings r join tickets t on t.id = r.ticket_id
      where r.state = 'open' and t.state <> 'valid'
    union all
    select 'ticket ' || t.id || ' was passed on to nobody, or to two' from tickets t
      where (t.state = 'transferred') <> exists (select from tickets n
        where n.order_line_id = t.order_line_id and n.place = t.place and n.transfer_number = t.transfer_number + 1)
    union all
    select 'user ' || w.user_id || ' has an offer and no places' from waitlist_entries w where w.state = 'offered'
      and w.offered_at > ${ctx.clock.now()} and not exists (select from in_carts c where c.user_id = w.user_id and c.event_id = w.event_id)
    union all
    select 'payment ' || id || ' promised more back than was captured' from payments where refund_tetri > captured_tetri
    union all
    select 'payment ' || p.id || ' miscounts its refunds' from payments p
      where p.refund_tetri <> (select coalesce(sum(amount_tetri), 0) from refunds r where r.payment_id = p.id)
    union all
    select 'movement ' || movement || ' does not balance' from ledger_entries group by movement having sum(amount_tetri) <> 0
    union all
    select 'payment ' || p.id || ' has another sum at the bank in the ledger' from payments p
      where (select coalesce(sum(amount_tetri), 0) from ledger_entries e where e.payment_id = p.id and e.account = 'bank')
        <> p.captured_tetri - (select coalesce(sum(amount_tetri), 0) from refunds r where r.payment_id = p.id and r.state = 'confirmed')
    union all
    select 'payment ' || p.id || ' owes another sum in the ledger' from payments p
      where -(select coalesce(sum(amount_tetri), 0) from ledger_entries e where e.payment_id = p.id and e.account = 'owed')
        <> (select coalesce(sum(amount_tetri), 0) from refunds r where r.payment_id = p.id and r.state <> 'confirmed')
    order by fault`);
  return rows.map(({ fault }) => fault);
}
