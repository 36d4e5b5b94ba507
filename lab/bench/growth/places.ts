import type { Pool } from 'pg';

/** Ids and keys of existing rows for the calls. */
export type Places = Awaited<ReturnType<typeof findPlaces>>;

/** `deep`: a key at nine tenths of a list that is sorted newest first. */
export async function findPlaces(database: Pool) {
  const { rows } = await database.query<{ [name in (typeof names)[number]]: string }>(
    `select ${names.map((name) => `(${queries[name]})::text as "${name}"`).join(', ')}`,
  );
  const [row] = rows;
  if (!row) throw new Error('A select of values returned no row.');
  const number = (name: keyof typeof row) => Number(row[name]);
  return {
    event: number('event'),
    order: number('order'),
    ticket: number('ticket'),
    bankOrder: row.bankOrder,
    guest: number('guest'),
    guestEmail: row.guestEmail,
    day: row.day,
    oldDay: row.oldDay,
    enquiry: number('enquiry'),
    deep: {
      guests: number('deepGuests'),
      waiting: number('deepWaiting'),
      events: number('deepEvents'),
      orders: number('deepOrders'),
      entries: number('deepEntries'),
      enquiries: number('deepEnquiries'),
      mails: number('deepMails'),
      alerts: number('deepAlerts'),
    },
  };
}

const someOrder = `select max(id) - 5 from orders`;
const queries = {
  event: 'select max(id) from events where taken > 0 and ends_at < now()',
  order: `select id from orders where state = 'paid' and id < (${someOrder}) and kind = 'sale' order by id desc limit 1`,
  ticket: 'select max(id) from tickets',
  bankOrder: `select provider_order_id from payments where order_id < (${someOrder}) order by id desc limit 1`,
  guest: `select user_id from tickets where used_at is not null order by id limit 1`,
  guestEmail: `select email from users where id = (select max(id) / 2 from users)`,
  day: `select (max(created_at) at time zone 'Asia/Tbilisi')::date from orders`,
  oldDay: `select (max(created_at) at time zone 'Asia/Tbilisi')::date from orders where id < (select max(id) / 10 from orders)`,
  enquiry: 'select max(id) / 2 from enquiries',
  deepGuests: 'select max(id) / 10 from users',
  deepWaiting: `select max(id) * 9 / 10 from users`,
  deepEvents: `select id from events where id = (select max(id) / 10 from events)`,
  deepOrders: 'select max(id) / 10 from orders',
  deepEntries: 'select max(id) / 10 from audit_entries',
  deepEnquiries: 'select max(id) / 10 from enquiries',
  deepAlerts: 'select max(id) / 10 from alerts',
  deepMails: `select min(id) + 100 from mails where state <> 'sent'`,
} as const;
const names = Object.keys(queries).filter((name): name is keyof typeof queries => name in queries);
