import { test as base, type Browser } from '@playwright/test';
import { LANGUAGES } from '#shared/constants.ts';
import { finishTest } from '#tests/setup/on-test-finished.ts';
import { isWhole } from '#tests/setup/whole.ts';

export { expect } from '@playwright/test';

let running: Browser | undefined;

/** Returns this worker's browser; each test opens its own contexts in it. */
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

/** Returns all in the whole run, and before a merge only the last: the hardest view, or the case that proves most. */
export const orLast = <const Views extends readonly unknown[]>(...all: Views): readonly Views[number][] => (isWhole ? all : all.slice(-1));

/** For tests not about language or layout, in the hardest view: long Georgian words on a phone. */
export const onPhone = [['ka', 390]] as const;

/** Each language and each layout once. */
export const views = orLast(['en', 1440], ['ka', 390]);

export const languages = orLast(...LANGUAGES);

/** Left out before a merge: rare events, what is also proved without a browser, and variants of another test. */
export const rare = { tag: '@rare' };
