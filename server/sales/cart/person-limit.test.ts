import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { exceedsPersonLimit, exceedsPersonLimitSql } from './person-limit.ts';

test('SQL and TypeScript agree on how many places a person may have', async () => {
  const { ctx } = await startTestApp();
  const text = `select ${exceedsPersonLimitSql('$1::int', '$2::int', '$3::int')} as exceeds`;
  for (const [quantity, ownedPlaces, placesPerPerson] of [
    [1, 0, 4],
    [4, 0, 4],
    [5, 0, 4],
    [1, 3, 4],
    [2, 3, 4],
    [1, 4, 4],
    [1, 6, 4],
  ] as const) {
    const { rows } = await ctx.database.pool.query(text, [quantity, ownedPlaces, placesPerPerson]);
    expect(rows).toEqual([{ exceeds: exceedsPersonLimit({ quantity, ownedPlaces, placesPerPerson }) }]);
  }
});
