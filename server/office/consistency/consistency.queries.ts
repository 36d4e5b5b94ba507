import type { Client, Pool } from 'pg';

/** An admission that used its ticket up: the first one, or one while the door should have been closed to the ticket (docs/decisions/0083). */
const usesUp = (scan: string): string =>
  `(${scan}.result = 'accepted' or (${scan}.result = 'conflict' and ${scan}.reason in ('full', 'not_open_yet')))`;

/** Rules that hold at every moment between commits (docs/invariants.md), each as a query for the rows that break it. */
const rules: Record<string, string> = {
  'places never exceed the quota of their release': `
    select b.id from baskets b where b.taken > b.quota
      or (select count(*) from tickets t where t.basket_id = b.id and t.state = 'valid') > b.quota`,
  'places never exceed the capacity of their event': `
    select e.id from events e where e.taken > e.capacity
      or (select count(*) from tickets t where t.event_id = e.id and t.state = 'valid') > e.capacity`,
  'the taken places of a release are its holds and its valid tickets': `
    select b.id from baskets b where b.taken <> coalesce((select sum(h.quantity) from holds h where h.basket_id = b.id), 0)
      + (select count(*) from tickets t where t.basket_id = b.id and t.state = 'valid')`,
  'the taken places of an event are its holds and its valid tickets': `
    select e.id from events e where e.taken <> coalesce((select sum(h.quantity) from holds h where h.event_id = e.id), 0)
      + (select count(*) from tickets t where t.event_id = e.id and t.state = 'valid')`,
  'a paid order has exactly its tickets': `
    select o.id from orders o where o.state = 'paid' and
      (select count(*) from tickets t join order_lines l on l.id = t.order_line_id where l.order_id = o.id)
        <> (select sum(l.quantity) from order_lines l where l.order_id = o.id)`,
  'an order that is not paid has no valid ticket': `
    select o.id from orders o join order_lines l on l.order_id = o.id join tickets t on t.order_line_id = l.id
      where o.state <> 'paid' and t.state = 'valid'`,
  'the sum of the lines is the total': `
    select o.id from orders o where o.total_tetri <> (select sum(l.quantity * l.price_tetri) from order_lines l where l.order_id = o.id)`,
  'a paid order has one paid payment of its total': `
    select o.id from orders o where o.state = 'paid' and o.kind = 'sale' and
      (select count(*) from payments p where p.order_id = o.id and p.state = 'paid' and p.amount_tetri = o.total_tetri) <> 1`,
  'a paid payment belongs to a paid order': `
    select p.id from payments p join orders o on o.id = p.order_id where p.state = 'paid' and o.state <> 'paid'`,
  'a ticket is accepted once in a round': `
    select ticket_id as id from scans where result = 'accepted' and ticket_id is not null group by ticket_id, round having count(*) > 1`,
  'a ticket is used while an admission with it is not undone': `
    select t.id from tickets t where (t.used_at is not null) <> exists (
      select 1 from scans a join scans s on s.ticket_id = a.ticket_id and s.round = a.round and s.result in ('accepted', 'conflict')
        where a.ticket_id = t.id and ${usesUp('a')} and not exists (select 1 from scans u where u.undone_scan_id = s.scan_id))`,
  'a second admission in a round has a first': `
    select c.id from scans c where c.result = 'conflict' and c.reason = 'ticket_used'
      and not exists (select 1 from scans a where a.ticket_id = c.ticket_id and a.round = c.round and ${usesUp('a')})`,
  'what is promised back is within what was captured, and is the sum of the refunds': `
    select p.id from payments p where p.refund_tetri > p.captured_tetri
      or p.refund_tetri <> coalesce((select sum(r.amount_tetri) from refunds r where r.payment_id = p.id), 0)`,
  'every movement of the ledger balances': `select movement from ledger_entries group by movement having sum(amount_tetri) <> 0`,
  'the ledger has at the bank what was captured and not given back': `
    select p.id from payments p where coalesce((select sum(e.amount_tetri) from ledger_entries e where e.payment_id = p.id and e.account = 'bank'), 0)
      <> p.captured_tetri - coalesce((select sum(r.amount_tetri) from refunds r where r.payment_id = p.id and r.state = 'confirmed'), 0)`,
  'a refunded ticket has its refund, unless it was given away': `
    select t.id from tickets t join order_lines l on l.id = t.order_line_id join orders o on o.id = l.order_id
      where t.state = 'refunded' and t.refund_id is null and o.kind = 'sale'`,
  'a complimentary order has no payment': `
    select o.id from orders o join payments p on p.order_id = o.id where o.kind = 'complimentary'`,
  'one e-mail is one account': `select min(id) as id from users group by lower(email collate "C") having count(*) > 1`,
};

type Database = Pick<Client | Pool, 'query'>;

/** Returns the broken rules, each with the first rows that break it; empty when the data is consistent. */
export const findBrokenRules = (database: Database): Promise<string[]> => findRowsAgainst(database, rules);

/** Returns those of the rules, by their sentence, that rows break. */
export async function findRowsAgainst(database: Database, some: Record<string, string>): Promise<string[]> {
  const broken: string[] = [];
  for (const [sentence, query] of Object.entries(some)) {
    const { rows } = await database.query(query);
    if (rows.length > 0) broken.push(`${sentence}: ${JSON.stringify(rows.slice(0, 5))}`);
  }
  return broken;
}
