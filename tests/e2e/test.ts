import { test as base, type Browser } from '@playwright/test';
import { finishTest } from '#tests/setup/on-test-finished.ts';

export { expect } from '@playwright/test';

let running: Browser | undefined;

/** The browser of this worker; each test opens its own contexts in it. */
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

/** Each language and each layout once, with long Georgian words at the narrowest width. */
export const views = [
  ['en', 1440],
  ['ka', 390],
] as const;

/** For what has neither language nor layout as its subject, but should be seen where it is hardest. */
export const onPhone = [views[1]] as const;
