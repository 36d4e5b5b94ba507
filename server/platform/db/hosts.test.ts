import { expect, test } from 'vitest';
import { isDatabaseAway } from './database-failure.ts';
import { createClient } from './hosts.ts';

const failureOf = (hosts: string): Promise<unknown> =>
  createClient(`postgres://app@${hosts}/none`)
    .connect()
    .catch((error: unknown) => error);

test('a host whose name vanished belongs to the outage if another one is away, and alone it is a fault', async () => {
  const away = await failureOf('127.0.0.1:1,gone.invalid:5432');
  expect([String(away), isDatabaseAway(away)]).toEqual([expect.stringMatching(/accepts writes: .*gone\.invalid/), true]);
  expect(isDatabaseAway(await failureOf('gone.invalid:5432,lost.invalid:5432'))).toBe(false);
});
