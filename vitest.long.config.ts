import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowFirst } from './tests/setup/slow-first.ts';
import quick from './vitest.config.ts';

/** Tests that take longer: banks that hang, drawn pictures, long sequences of calls, races. */
export default defineConfig({
  test: {
    ...quick.test,
    include: ['{shared,server,web,tools,lab,tests}/**/*.long.test.{ts,tsx}'],
    exclude: ['node_modules/**'],
    // Half of them wait for an answer: another file uses the CPU meanwhile.
    maxWorkers: availableParallelism() + 3,
    sequence: { sequencer: SlowFirst },
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
