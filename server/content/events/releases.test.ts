import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { isOnSale } from '#shared/events/timing.ts';
import { firstOnSaleSql, inSaleOrder, onSaleSql } from './releases.ts';

test('SQL and TypeScript agree on what is on sale', async () => {
  const { ctx } = await startTestApp();
  const now = ctx.clock.now();
  const bounds = [null, ...[-1, 0, 1].map((milliseconds) => new Date(now.getTime() + milliseconds))];
  for (const onSaleFrom of bounds)
    for (const onSaleUntil of bounds) {
      const text = `select ${onSaleSql('b', '$1::timestamptz')} as on_sale from (values ($2::timestamptz, $3::timestamptz)) as b (on_sale_from, on_sale_until)`;
      const { rows } = await ctx.database.pool.query<{ on_sale: boolean }>(text, [now, onSaleFrom, onSaleUntil]);
      expect(rows, `${onSaleFrom?.toISOString()} until ${onSaleUntil?.toISOString()}`).toEqual([
        { on_sale: isOnSale({ onSaleFrom, onSaleUntil }, now) },
      ]);
    }
});

test('SQL and TypeScript agree on which release is sold', async () => {
  const { ctx } = await startTestApp();
  const now = ctx.clock.now();
  const opens = new Date(now.getTime() + 1).toISOString();
  const kinds = [0, 1, 2, 9].flatMap((taken) => [null, opens].map((onSaleFrom) => ({ quota: 9, taken, onSaleFrom, onSaleUntil: null })));
  const text = `select position from json_to_recordset($1) as b (position int, quota int, taken int, on_sale_from timestamptz, on_sale_until timestamptz)
    where true ${firstOnSaleSql('b', '$2::timestamptz', '$3::int')}`;
  for (const first of kinds)
    for (const second of kinds)
      for (const third of kinds) {
        const releases = [first, second, third].map((release, index) => ({ ...release, position: index + 1 }));
        const rows = releases.map(({ onSaleFrom, ...release }) => ({ ...release, on_sale_from: onSaleFrom }));
        for (const quantity of [1, 8]) {
          const sold = inSaleOrder(releases, now, quantity).find((release) => isOnSale(release, now));
          const answer = await ctx.database.pool.query(text, [JSON.stringify(rows), now, quantity]);
          expect(answer.rows, JSON.stringify({ rows, quantity })).toEqual(sold ? [{ position: sold.position }] : []);
        }
      }
});
