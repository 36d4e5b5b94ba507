import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import quick from './vitest.config.ts';

/** All tests before a merge: the quick ones, and those that take longer, as races and sweeps through all calls do. */
export default defineConfig({
  test: {
    ...quick.test,
    exclude: ['node_modules/**'],
    // Half of them wait for an answer: another file uses the CPU meanwhile.
    maxWorkers: availableParallelism() + 3,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
