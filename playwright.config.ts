import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { withChromium } from './tests/setup/chromium.ts';

/** Journeys of people in a real browser, on a real server with a database of its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './tests/setup/global-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // A page, its server and its database wait for each other most of the time: another test fills the gaps.
  workers: availableParallelism() + 1,
  // Longer than anything takes on a busy machine: who waits for nothing fails all the same.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Node runs our TypeScript as it is.
  build: { external: ['**'] },
  reporter: [['list']],
  use: { launchOptions: await withChromium(), trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false } },
});
