import { defineConfig } from 'vitest/config';
import quick from './vitest.config.ts';

/** Tests that take their time: banks that hang, pictures that are drawn, every order of things. For the rest see vitest.config.ts. */
export default defineConfig({
  test: {
    ...quick.test,
    include: ['{shared,server,web,tools,lab,tests}/**/*.long.test.{ts,tsx}'],
    exclude: ['node_modules/**'],
    testTimeout: 60_000,
  },
});
