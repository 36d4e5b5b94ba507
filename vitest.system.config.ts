import { defineConfig } from 'vitest/config';
import long from './vitest.long.config.ts';

/**
 * Tests before a release: the program as an operator meets it, with whole servers and databases that start, are killed, fail, move and get a new
 * version; and the longer tests with their controls, and their histories and enumerations in full number.
 */
export default defineConfig({
  test: {
    ...long.test,
    exclude: ['node_modules/**'],
    env: { TESTS: 'whole' },
    include: ['{shared,server,web,tools,lab,tests}/**/*.{long,system}.test.{ts,tsx}'],
  },
});
