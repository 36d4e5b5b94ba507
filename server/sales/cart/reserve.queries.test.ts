import type pg from 'pg';
import { expect, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { createUsers } from '#tests/factories/purchases.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { reserve } from './reserve.ts';

test('a connection plans the statements that hold places once, also where an event is full', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { releases: [{ quota: 1 }] });
  for (const { id: userId } of await createUsers(app, 8)) await reserve(app.ctx, { userId, eventId, quantity: 1 }).catch(() => undefined);

  // The server may have served another test, and run jobs, whose statements have names, too.
  const ours = ['hold_places', 'lock_events', 'look_at_places'];
  const read = 'select name, custom_plans > 0 as is_planned_anew from pg_prepared_statements where name = any($1)';
  const plans = await onEveryConnection<{ name: string; is_planned_anew: boolean }>(app, read, [ours]);
  expect(new Set(plans.map(({ name }) => name))).toEqual(new Set(ours));
  expect(plans.filter((plan) => plan.is_planned_anew)).toEqual([]);
  const modes = await onEveryConnection<{ plan_cache_mode: string }>(app, 'show plan_cache_mode');
  expect(new Set(modes.map((mode) => mode.plan_cache_mode))).toEqual(new Set(['auto']));
});

test('when holding places fails no connection stays in its transaction', async () => {
  const app = await startTestApp();
  const tooLarge = 2 ** 40;
  await expect(reserve(app.ctx, { userId: 1, eventId: tooLarge, quantity: 1 })).rejects.toThrow('out of range');
  await expect(onEveryConnection(app, 'select 1')).resolves.not.toEqual([]);
});

/** The rows of a statement from each connection that is open. */
async function onEveryConnection<Row extends pg.QueryResultRow>({ ctx }: TestApp, text: string, values: unknown[] = []): Promise<Row[]> {
  const { pool } = ctx.database;
  const clients = await Promise.all(Array.from({ length: Math.max(1, pool.totalCount) }, () => pool.connect()));
  try {
    const found = await Promise.all(clients.map((client) => client.query<Row>(text, values)));
    return found.flatMap(({ rows }) => rows);
  } finally {
    for (const client of clients) client.release();
  }
}
