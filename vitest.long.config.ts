import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import quick from './vitest.config.ts';

/** All tests before a merge: the quick ones, and those that take longer, as banks that hang, drawn pictures and races do. */
export default defineConfig({
  test: {
    ...quick.test,
    exclude: ['**/*.system.test.{ts,tsx}', 'node_modules/**'],
    // tools/test-all.ts leaves them out before a merge.
    tags: [
      { name: 'control', description: 'Without its guard the code breaks the rule that another test of the file proves.' },
      { name: 'rare', description: 'What seldom happens, or repeats another test with other data.' },
    ],
    // Half of them wait for an answer: another file uses the CPU meanwhile.
    maxWorkers: availableParallelism() + 3,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
