import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { reserve } from './inventory.service.ts';

test('when holding places fails no connection stays in its transaction', async () => {
  const { ctx } = await startTestApp();
  const tooLarge = 2 ** 40;
  await expect(reserve(ctx, { userId: 1, eventId: tooLarge, quantity: 1 })).rejects.toThrow();
  const { pool } = ctx.database;
  const clients = await Promise.all(Array.from({ length: Math.max(1, pool.totalCount) }, () => pool.connect()));
  const states = await Promise.all(
    clients.map((client) => client.query<{ is_begun: boolean }>('select now() <> statement_timestamp() as is_begun')),
  );
  for (const client of clients) client.release();
  expect(states.flatMap(({ rows }) => rows).filter(({ is_begun: isBegun }) => isBegun)).toEqual([]);
});
