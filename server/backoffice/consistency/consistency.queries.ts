import type { Client, Pool } from 'pg';
import { CURRENCY } from '#shared/constants.ts';

/** The people admitted by guest list entry. A ticket that was mailed for an entry is one of the entry's places. */
const BY_NAME = `select s.entry_id, sum(s.people) as people from scans s where s.entry_id is not null and s.kind = 'in'
  and s.result in ('accepted', 'conflict') and s.reason <> 'device_ended'
  and not exists (select 1 from scans u where u.undone_scan_id = s.scan_id) group by 1`;

/** An admission that used its ticket up: the first one, or one while the door should have been closed to the ticket (docs/decisions/0083). */
const usesUp = (scan: string): string =>
  `(${scan}.result = 'accepted' or (${scan}.result = 'conflict' and ${scan}.reason in ('full', 'not_open_yet')))`;

/**
 * Valid tickets and held places per ticket type (`ticket_type_id`) or event (`event_id`). Places on resale count as their tickets; holds of
 * older versions have none.
 */
const validBy = (column: string): string =>
  `(select ${column}, count(*) as n from tickets where state = 'valid' group by 1) v using (${column})`;
const heldBy = (column: string): string =>
  `(select ${column}, sum(quantity - resale_quantity) as n from holds group by 1) h using (${column})`;

/**
 * Rules that hold between any two commits (docs/invariants.md), each as a query for the rows that break it. Each aggregates over whole
 * tables: a count per row would take hours on a large database.
 */
const rules: Record<string, string> = {
  'places never exceed the allocation of their ticket type': `
    select id from (select id, id as ticket_type_id, sold_or_reserved, allocation from ticket_types) b left join ${validBy('ticket_type_id')}
      where sold_or_reserved > allocation or v.n > allocation`,
  'places never exceed the capacity of their event': `
    select id from (select id, id as event_id, sold_or_reserved, capacity from events) e left join ${validBy('event_id')}
      where sold_or_reserved > capacity or v.n > capacity`,
  'the taken places of a ticket type are its holds and its valid tickets': `
    select id from (select id, id as ticket_type_id, sold_or_reserved from ticket_types) b left join ${validBy('ticket_type_id')} left join ${heldBy('ticket_type_id')}
      where sold_or_reserved <> coalesce(h.n, 0) + coalesce(v.n, 0)`,
  'the taken places of an event are its holds and its valid tickets': `
    select id from (select id, id as event_id, sold_or_reserved from events) e left join ${validBy('event_id')} left join ${heldBy('event_id')}
      where sold_or_reserved <> coalesce(h.n, 0) + coalesce(v.n, 0)`,
  'a paid order has exactly its tickets': `
    select o.id from orders o join (
      select l.order_id, sum(l.quantity) as places, sum(coalesce(t.n, 0)) as tickets from order_lines l
        left join (select order_line_id, count(*) as n from tickets where state <> 'transferred' group by 1) t on t.order_line_id = l.id
        group by 1) l on l.order_id = o.id
      where o.state = 'paid' and l.tickets <> l.places`,
  'an order that is not paid has no valid ticket': `
    select o.id from orders o join order_lines l on l.order_id = o.id join tickets t on t.order_line_id = l.id
      where o.state <> 'paid' and t.state = 'valid'`,
  'the sum of the lines is the total': `
    select o.id from orders o join (select order_id, sum(quantity * price_tetri) as tetri from order_lines group by 1) l on l.order_id = o.id
      where o.total_tetri <> l.tetri`,
  'a paid order has one paid payment of its total': `
    select o.id from orders o
      left join (select order_id, amount_tetri, count(*) as n from payments where state = 'paid' group by 1, 2) p
        on p.order_id = o.id and p.amount_tetri = o.total_tetri
      where o.state = 'paid' and o.kind = 'sale' and coalesce(p.n, 0) <> 1`,
  'a paid payment belongs to a paid order': `
    select p.id from payments p join orders o on o.id = p.order_id where p.state = 'paid' and o.state <> 'paid'`,
  'a ticket is accepted once in a visit': `
    select ticket_id as id from scans where result = 'accepted' and ticket_id is not null group by ticket_id, visit having count(*) > 1`,
  'a ticket is used while an admission with it is not undone': `
    select t.id from tickets t left join (
      select distinct a.ticket_id from scans a
        join scans s on s.ticket_id = a.ticket_id and s.visit = a.visit and s.result in ('accepted', 'conflict')
        where ${usesUp('a')} and not exists (select 1 from scans u where u.undone_scan_id = s.scan_id)
      union select t.id from guest_list_entries e join order_lines l on l.order_id = e.order_id
        join tickets t on t.order_line_id = l.id and t.state = 'valid' join (${BY_NAME}) n on n.entry_id = e.id and n.people > e.plus_ones
      ) a on a.ticket_id = t.id
      where (t.used_at is not null) <> (a.ticket_id is not null)`,
  'a second admission in a visit has a first': `
    select c.id from scans c where c.result = 'conflict' and c.reason = 'ticket_used'
      and not exists (select 1 from scans a where a.ticket_id = c.ticket_id and a.visit = c.visit and ${usesUp('a')})
      and not exists (select 1 from tickets t join order_lines l on l.id = t.order_line_id join guest_list_entries e on e.order_id = l.order_id
        join scans a on a.entry_id = e.id where t.id = c.ticket_id)`,
  'what is promised back is within what was captured, and is the sum of the refunds': `
    select p.id from payments p
      left join (select payment_id, sum(amount_tetri) as tetri from refunds group by 1) r on r.payment_id = p.id
      where p.refund_tetri > p.captured_tetri or p.refund_tetri <> coalesce(r.tetri, 0)`,
  'every movement of the ledger balances': `select movement from ledger_entries group by movement having sum(amount_tetri) <> 0`,
  'the ledger has at the bank what was captured and not given back': `
    select p.id from payments p
      left join (select payment_id, sum(amount_tetri) as tetri from ledger_entries where account = 'bank' group by 1) e on e.payment_id = p.id
      left join (select payment_id, sum(amount_tetri) as tetri from refunds where state = 'confirmed' group by 1) r on r.payment_id = p.id
      where coalesce(e.tetri, 0) <> p.captured_tetri - coalesce(r.tetri, 0)`,
  'a refunded ticket has its refund, unless it was given away': `
    select t.id from tickets t join order_lines l on l.id = t.order_line_id join orders o on o.id = l.order_id
      where t.state = 'refunded' and t.refund_id is null and o.kind = 'sale'`,
  'a complimentary order has no payment': `
    select o.id from orders o join payments p on p.order_id = o.id where o.kind = 'complimentary'`,
  'one e-mail is one account': `select min(id) as id from users group by lower(email collate "C") having count(*) > 1`,
  'places opened with a code never exceed its uses': `
    select id from (select id, id as promo_code_id, uses from promo_codes where uses is not null) c
    left join (select promo_code_id, sum(quantity) as n from holds group by 1) h using (promo_code_id)
    left join (select l.promo_code_id, count(*) as n from order_lines l join tickets t on t.order_line_id = l.id and t.state = 'valid'
      where l.promo_code_id is not null group by 1) v using (promo_code_id)
    where coalesce(h.n, 0) + coalesce(v.n, 0) > uses`,
  'a ticket that was passed on has one that follows it, and each that follows has its one before': `
    select t.id from tickets t left join tickets n
      on n.order_line_id = t.order_line_id and n.place = t.place and n.transfer_number = t.transfer_number + 1
    where (t.state = 'transferred') <> (n.id is not null)`,
  'the returned places of a hold are those of the tickets that were put back for it': `
    select h.id from holds h left join (select hold_id, count(*) as n from resale_listings where state = 'open' group by 1) r on r.hold_id = h.id
    where h.resale_quantity <> coalesce(r.n, 0)`,
  'what was captured is its valid tickets, what is promised back, and what the club keeps of returns': `
    select p.id from payments p
    left join (select l.order_id, sum(t.price_tetri) as tetri from order_lines l
      join tickets t on t.order_line_id = l.id and t.state = 'valid' group by 1) v on v.order_id = p.order_id
    left join (select payment_id, sum(fee_tetri) as fees, bool_or(reason = 'at_bank') as at_bank from refunds group by 1) r on r.payment_id = p.id
    where p.state = 'paid' and p.captured_tetri = p.amount_tetri and not coalesce(r.at_bank, false)
      and p.captured_tetri <> coalesce(v.tetri, 0) + p.refund_tetri + coalesce(r.fees, 0)`,
  // Events with uncounted changes are left out (server/backoffice/reports).
  'the counted sources of an event are those of its orders': `
    select event_id as id
    from (select t.event_id, count(*) as tickets, count(t.used_at) as arrived, sum(t.price_tetri) as tetri
      from tickets t join order_lines l on l.id = t.order_line_id join orders o on o.id = l.order_id
      where t.state = 'valid' and (o.utm_source is not null or o.utm_medium is not null or o.utm_campaign is not null) group by 1) b
    full join (select event_id, sum(tickets) as tickets, sum(arrived) as arrived, sum(tetri) as tetri from event_sources group by 1) s using (event_id)
    where (b.tickets, b.arrived, b.tetri) is distinct from (s.tickets, s.arrived, s.tetri) and event_id not in (select event_id from number_changes)`,
  'the counted money of all events is that of the ledger': `
    select currency as id
    from (select currency, sum(amount_tetri) filter (where amount_tetri > 0) as gross, -sum(amount_tetri) filter (where amount_tetri < 0) as refunded
      from ledger_entries where account = 'bank' group by 1) l
    full join (select currency, sum(gross_tetri) as gross, sum(refunded_tetri) as refunded from event_numbers group by 1) n using (currency)
    where (coalesce(l.gross, 0) <> coalesce(n.gross, 0) or coalesce(l.refunded, 0) <> coalesce(n.refunded, 0))
      and not exists (select from number_changes)`,
  'the counted money of an event is that of its orders, where none of them is for another event, too': `
    with of_events as (select order_id, min(event_id) as event_id, min(event_id) = max(event_id) as is_single from order_lines group by 1)
    select event_id as id
    from (select o.event_id, e.currency, sum(e.amount_tetri) as net
      from of_events o join payments p using (order_id) join ledger_entries e on e.payment_id = p.id and e.account = 'bank' group by 1, 2) m
    full join (select event_id, currency, gross_tetri - refunded_tetri as net from event_numbers) n using (event_id, currency)
    where coalesce(m.net, 0) <> coalesce(n.net, 0) and event_id not in (select event_id from number_changes)
      and event_id not in (select l.event_id from order_lines l join of_events o using (order_id) where not o.is_single)`,
  'the counted tickets and guests of an event are those it has': `
    select event_id as id
    from (select t.event_id, count(*) as sold, count(*) filter (where o.kind = 'complimentary') as given,
        count(*) filter (where t.used_at is null) as unused, count(distinct t.user_id) as guests
      from tickets t join order_lines l on l.id = t.order_line_id join orders o on o.id = l.order_id where t.state = 'valid' group by 1) t
    left join (select h.event_id, count(distinct h.user_id) as again from (select distinct event_id, user_id from tickets where state = 'valid') h
      join events e on e.id = h.event_id
      join (select user_id, event_id, min(used_at) as used_at from tickets where used_at is not null group by 1, 2) b
        on b.user_id = h.user_id and b.event_id <> h.event_id and b.used_at < e.starts_at group by 1) a using (event_id)
    full join (select * from event_numbers where currency = '${CURRENCY}') n using (event_id)
    where (coalesce(t.sold, 0), coalesce(t.given, 0), coalesce(t.unused, 0), coalesce(t.guests, 0), coalesce(a.again, 0))
        is distinct from (coalesce(n.sold, 0), coalesce(n.given, 0), coalesce(n.unused, 0), coalesce(n.guests, 0), coalesce(n.again, 0))
      and event_id not in (select event_id from number_changes)`,
  'the counted people who came to an event are those its door let in': `
    select event_id as id
    from (select coalesce(s.event_id, t.event_id) as event_id, count(distinct s.ticket_id) + coalesce(sum(s.people) filter (where s.ticket_id is null), 0) as came
      from scans s left join tickets t on t.id = s.ticket_id
      where s.kind = 'in' and s.result in ('accepted', 'conflict') and not exists (select from scans u where u.undone_scan_id = s.scan_id) group by 1) d
    full join (select event_id, came from event_numbers where currency = '${CURRENCY}') n using (event_id)
    where coalesce(d.came, 0) <> coalesce(n.came, 0) and event_id in (select id from events) and event_id not in (select event_id from number_changes)`,
  'the counted people of an event from lists are those who came by a list': `
    select event_id as id
    from (select coalesce(s.event_id, t.event_id) as event_id,
        count(distinct t.id) filter (where m.order_id is not null) + coalesce(sum(s.people) filter (where s.entry_id is not null), 0) as listed
      from scans s left join tickets t on t.id = s.ticket_id left join order_lines l on l.id = t.order_line_id
        left join guest_list_entries m on m.order_id = l.order_id
      where s.kind = 'in' and s.result in ('accepted', 'conflict') and not exists (select from scans u where u.undone_scan_id = s.scan_id) group by 1) d
    full join (select event_id, listed from event_numbers where currency = '${CURRENCY}') n using (event_id)
    where coalesce(d.listed, 0) <> coalesce(n.listed, 0) and event_id in (select id from events) and event_id not in (select event_id from number_changes)`,
};

type Database = Pick<Client | Pool, 'query'>;

/** Returns the broken rules, each with the first rows that break it; empty if the data is consistent. */
export function findBrokenRules(database: Database): Promise<string[]> {
  return findRowsAgainst(database, rules);
}

/** Returns which of these rules, by their sentence, are broken. */
export async function findRowsAgainst(database: Database, some: Record<string, string>): Promise<string[]> {
  const broken: string[] = [];
  for (const [sentence, query] of Object.entries(some)) {
    const { rows } = await database.query(query);
    if (rows.length > 0) broken.push(`${sentence}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  return broken;
}
