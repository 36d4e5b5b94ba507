import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runDueJobs } from '#server/registry.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { orderFrom, payFor, STORY } from '#tests/factories/utm-orders.ts';
import { startTestApp } from '#tests/setup/app.ts';

test('the hundred sources with the most money have rows of their own, and all others are one row, counted now or stored', async () => {
  const app = await startTestApp();
  const api = app.api((await createAdmin(app.ctx)).accessToken);
  const { id } = await createEvent(app.ctx, { priceTetri: 1_000 });
  await payFor(app, await orderFrom(app, [id], STORY));
  // Others bought as many, each from a separate source, and the first one twice.
  await app.owner.execute(sql`
    with bought as (
      insert into orders (user_id, state, total_tetri, language, utm_campaign, created_at)
      select user_id, state, total_tetri, language, 'c' || lpad(greatest(n, 2)::text, 3, '0'), created_at from orders, generate_series(1, 121) n
      returning id
    ), lines as (
      insert into order_lines (order_id, event_id, ticket_type_id, quantity, price_tetri)
      select bought.id, event_id, ticket_type_id, quantity, price_tetri from order_lines, bought returning id, event_id, ticket_type_id, price_tetri
    )
    insert into tickets (id, order_line_id, place, user_id, event_id, ticket_type_id, price_tetri, created_at)
    select 1000000 + lines.id * 2 + t.place, lines.id, t.place, t.user_id, t.event_id, t.ticket_type_id, t.price_tetri, t.created_at from lines, tickets t`);
  const read = async () => [(await api.staffReports.event({ id })).bySource, (await api.staffReports.season({})).bySource];
  const now = await read();
  const first = { source: null, medium: null, campaign: 'c002', orders: 2, tickets: 4, arrived: 0, money: 40 };
  const others = { source: null, medium: null, campaign: null, orders: 21, tickets: 42, arrived: 0, money: 420 };
  for (const sources of now) {
    expect(sources).toHaveLength(101);
    expect([sources[0], sources.at(-1)]).toEqual([first, others]);
  }
  await app.ctx.db.execute(sql`select graphile_worker.add_job('count-numbers')`);
  await runDueJobs(app.deps);
  expect((await app.ctx.db.execute('select from number_changes')).rows).toEqual([]);
  expect(await read()).toEqual(now);
});
