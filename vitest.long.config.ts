import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import quick from './vitest.config.ts';

/** Tests that take longer: whole servers and databases that start, stop and fail, banks that hang, pictures that are drawn, long sequences of calls. */
export default defineConfig({
  test: {
    ...quick.test,
    include: ['{shared,server,web,tools,lab,tests}/**/*.long.test.{ts,tsx}'],
    exclude: ['node_modules/**'],
    // Half of them wait for something that does not answer: another file fills the gaps.
    maxWorkers: availableParallelism() + 1,
    // Longer than anything takes on a busy machine: who waits for nothing fails all the same.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
