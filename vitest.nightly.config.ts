import { defineConfig } from 'vitest/config';
import quick from './vitest.config.ts';

/**
 * Tests of each night: the program as an operator meets it, with whole servers and databases that start, are killed, fail, move and get a new
 * version; banks that hang, load and drawn pictures; models and enumerations in full number.
 */
export default defineConfig({
  test: {
    ...quick.test,
    include: ['{shared,server,web,tools,lab,tests}/**/*.nightly.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    // More files with whole servers at once would starve each other.
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
