import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What takes longer: journeys in a real browser, whole servers and databases that start, stop and die, pictures and papers that are drawn. */
export default defineConfig({
  test: {
    include: ['{tests,server,tools}/**/*.e2e.ts'],
    globalSetup: ['tests/setup/global-setup.ts'],
    passWithNoTests: true,
    // A page, its server and its database wait for each other most of the time: another file fills the gaps.
    maxWorkers: availableParallelism() + 1,
    // Longer than anything takes on a busy machine: who waits for nothing fails all the same.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
