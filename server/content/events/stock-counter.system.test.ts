import { expect, test } from 'vitest';
import { migrate } from '#server/platform/db/migrate.ts';
import { onDatabase, testCluster } from '#tests/setup/database.ts';
import { databaseBefore } from '#tests/setup/old-database.ts';

/** 300 events with two releases each: some never sold, some with holds only, some with tickets, some with refunded ones. */
const GROWN = [
  `insert into users (email, email_key, password_hash, first_name, last_name, phone_number, country, sealed_personal_number, sealed_birthdate)
   select n || '@example.com', n || '@example.com', '', 'Nino', 'K', '', '', '', '' from generate_series(1, 50) n`,
  `insert into events (name, name_lat, starts_at, ends_at, state)
   select 'ღამე', 'Night ' || n, now() + n * interval '1 day', now() + n * interval '1 day' + interval '8 hours', 'published'
   from generate_series(1, 300) n`,
  `insert into baskets (event_id, position, name, name_lat, price_tetri, quota)
   select e.id, p, 'ბილეთი', 'Release ' || p, 4000, 200 from events e, generate_series(1, 2) p`,
  `insert into orders (user_id, state, total_tetri, language, created_at, settled_at)
   select u.id, 'paid', 4000, 'en', now(), now() from users u, generate_series(1, 200)`,
  `insert into order_lines (order_id, event_id, basket_id, quantity, price_tetri)
   select o.id, b.event_id, b.id, 1, 4000 from orders o join baskets b on b.id = 1 + o.id * 7 % 400`,
  `insert into tickets (id, order_line_id, place, user_id, event_id, basket_id, price_tetri, state, created_at)
   select l.id, l.id, 1, o.user_id, l.event_id, l.basket_id, 4000, case when l.id % 9 = 0 then 'refunded' else 'valid' end, now()
   from order_lines l join orders o on o.id = l.order_id`,
  `insert into holds (user_id, event_id, basket_id, quantity, price_tetri, held_until, held_since, created_at)
   select u.id, b.event_id, b.id, 1 + u.id % 3, 4000, now(), now(), now() from users u join baskets b on b.id % 11 = u.id % 11 and b.position = 1`,
  ...['basket', 'event'].map(
    (of) => `update ${of}s s set held = (select coalesce(sum(quantity), 0) from holds h where h.${of}_id = s.id),
       sold = (select count(*) from tickets t where t.${of}_id = s.id and t.state = 'valid')`,
  ),
];

const takenOf = (of: string, taken: string) => `select id, ${taken} as taken, revision from ${of} order by id`;

test('a database with two counters of places becomes one with a single counter, and neither a place nor a revision is lost or won', async () => {
  const client = await databaseBefore(/one_stock_counter/);
  for (const statement of GROWN) await client.query(statement);
  const before = await Promise.all(['baskets', 'events'].map((of) => client.query(takenOf(of, 'held + sold'))));
  expect(before[0]?.rows.filter(({ taken }) => taken > 0).length).toBeGreaterThan(300);

  await migrate(onDatabase(testCluster().adminUrl, client.database ?? ''));

  const after = await Promise.all(['baskets', 'events'].map((of) => client.query(takenOf(of, 'taken'))));
  expect(after.map(({ rows }) => rows)).toEqual(before.map(({ rows }) => rows));
  for (const [of, limit] of [
    ['baskets', 'quota'],
    ['events', 'capacity'],
  ])
    await expect(client.query(`update ${of} set taken = ${limit} + 1`)).rejects.toThrow(`${of}_stock`);
});
