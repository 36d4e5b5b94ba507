import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { withChromium } from './tests/setup/chromium.ts';
import { onPhone, projectOf, type View } from './tests/setup/views.ts';

/** A camera that shows a test picture to any page. */
const CAMERA = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];

/** Journeys in a real browser, on a real server with a database of its own. */
export default defineConfig<View>({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  testIgnore: '**/*.nightly.e2e.ts',
  projects: [projectOf(onPhone)],
  globalSetup: './tests/setup/global-setup.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  fullyParallel: true,
  // A page, its server and its database wait for each other most of the time: another test uses the CPU meanwhile.
  workers: availableParallelism() + 2,
  // Longer than any step takes on a busy machine; a wait without an end still fails.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Node runs our TypeScript without a compiler.
  build: { external: ['**'] },
  reporter: [['list']],
  use: {
    launchOptions: await withChromium({ args: CAMERA }),
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
  },
});
