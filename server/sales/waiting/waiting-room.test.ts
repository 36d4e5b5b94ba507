import { expect, test } from 'vitest';
import { isKept } from '#server/content/events/releases.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { isKeptSql } from './waiting-room.ts';

test('SQL and TypeScript agree on which free places are for somebody who waits', async () => {
  const { ctx } = await startTestApp();
  const now = ctx.clock.now();
  const later = new Date(now.getTime() + 1).toISOString();
  // Tables of the statement itself stand before those of the database.
  const text = `
    with waiting_entries as (select 1 as event_id, 'waiting' as state, $1::int as quantity),
    baskets as (
      select *, 1 as event_id, 'release' as kind
      from json_to_recordset($2) as b (quota int, taken int, price_tetri int, on_sale_from timestamptz, on_sale_until timestamptz)
    ), events as (select 1 as id, $3::int as capacity, $4::int as taken)
    select ${isKeptSql('e', '$5::timestamptz')} as is_kept from events e`;
  const kinds = [0, 1, 3].flatMap((free) =>
    [null, 4_000].flatMap((priceTetri) =>
      [null, later].map((onSaleFrom) => ({ quota: 5, taken: 5 - free, priceTetri, onSaleFrom, onSaleUntil: null })),
    ),
  );
  let kept = 0;
  for (const first of kinds)
    for (const second of kinds)
      for (const fewestAwaited of [1, 2, 3])
        for (const taken of [7, 9]) {
          const event = { capacity: 9, taken, fewestAwaited, releases: [first, second] };
          const rows = event.releases.map(({ priceTetri, onSaleFrom, onSaleUntil, ...release }) => ({
            ...release,
            price_tetri: priceTetri,
            on_sale_from: onSaleFrom,
            on_sale_until: onSaleUntil,
          }));
          const answer = await ctx.database.pool.query<{ is_kept: boolean }>(text, [fewestAwaited, JSON.stringify(rows), 9, taken, now]);
          expect(answer.rows, JSON.stringify(event)).toEqual([{ is_kept: isKept(event, now) }]);
          kept += Number(answer.rows[0]?.is_kept);
        }
  expect(kept).toBeGreaterThan(10);
});
