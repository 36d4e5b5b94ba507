import { expect, test } from 'vitest';
import { createShutdown } from './shutdown.ts';

test('calls end before jobs, jobs before the database, and PostgreSQL last, in any order of opening', async () => {
  const ended: string[] = [];
  const shutdown = createShutdown();
  for (const phase of ['postgres', 'database', 'http', 'jobs', 'helpers'] as const) {
    shutdown.add(phase, async () => {
      await Promise.resolve();
      ended.push(phase);
    });
  }
  expect(await Promise.all([shutdown.run(), shutdown.run()])).toEqual([true, true]);
  expect(ended).toEqual(['http', 'helpers', 'jobs', 'database', 'postgres']);
});
