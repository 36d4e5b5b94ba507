import { test as base, type Browser } from '@playwright/test';
import { LANGUAGES, type Language } from '#shared/constants.ts';
import { finishTest } from '#tests/setup/on-test-finished.ts';
import { isWhole } from '#tests/setup/whole.ts';

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

const each = [
  ['en', 1440],
  ['ka', 390],
] as const;

/** For what has neither language nor layout as its subject, but should be seen where it is hardest: long Georgian words on a phone. */
export const onPhone = [each[1]] as const;

/** Each language and each layout once; before a merge only the hardest. */
export const views: readonly (typeof each)[number][] = isWhole ? each : onPhone;

/** Both languages; before a merge the one with the longer words. */
export const languages: readonly Language[] = isWhole ? LANGUAGES : ['ka'];
