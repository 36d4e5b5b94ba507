import { defineConfig } from 'vitest/config';

/** Journeys in a real browser against a whole server. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.e2e.ts'],
    globalSetup: ['tests/setup/global-setup.ts'],
    passWithNoTests: true,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
