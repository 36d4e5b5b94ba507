import { test as base, type Browser } from '@playwright/test';
import { finishTest } from '#tests/setup/on-test-finished.ts';

export { expect } from '@playwright/test';

let running: Browser | undefined;

/** The browser of this worker, in which each test opens contexts of its own. */
export function browserOfWorker(): Browser {
  if (!running) throw new Error('Only a test has a browser.');
  return running;
}

export const test = base.extend<{ surroundings: undefined }>({
  surroundings: [
    async ({ browser }, use) => {
      running = browser;
      await use(undefined);
      await finishTest();
    },
    { auto: true },
  ],
});

/** Each language and each layout once, and long Georgian words where there is least room. */
export const views = [
  ['en', 1440],
  ['ka', 390],
] as const;
