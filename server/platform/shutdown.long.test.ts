import { expect, test } from 'vitest';
import { createShutdown } from './shutdown.ts';

test('what fails or never ends does not keep PostgreSQL from being stopped', async () => {
  const ended: string[] = [];
  const shutdown = createShutdown();
  shutdown.add('helpers', () => Promise.reject(new Error('gone')));
  shutdown.add('helpers', () => {
    throw new Error('gone');
  });
  shutdown.add('database', () => new Promise(() => undefined));
  shutdown.add('postgres', () => ended.push('postgres'));
  expect(await shutdown.run()).toBe(false);
  expect(ended).toEqual(['postgres']);
});
