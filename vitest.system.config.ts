import { defineConfig } from 'vitest/config';
import long from './vitest.long.config.ts';

/**
 * Tests of the program as an operator meets it: whole servers and databases that start, are killed, fail, move and get a new version; and the
 * histories and enumerations in their full number.
 */
export default defineConfig({
  test: {
    ...long.test,
    exclude: ['node_modules/**'],
    include: [
      '{shared,server,web,tools,lab,tests}/**/*.system.test.ts',
      'tests/models/*.long.test.ts',
      'server/**/{every-order.invariants,bad-input,staff-input,life,mirror}.long.test.ts',
    ],
  },
});
