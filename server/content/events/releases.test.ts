import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { isOnSale, onSaleSql } from './releases.ts';

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
