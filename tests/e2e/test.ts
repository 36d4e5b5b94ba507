import { test as base, type Browser } from '@playwright/test';
import { LANGUAGES } from '#shared/constants.ts';
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

/** All of these; before a merge only the last: of views the hardest, of other data the one that says most. */
export const orLast = <const Views extends readonly unknown[]>(...all: Views): readonly Views[number][] => (isWhole ? all : all.slice(-1));

/** For what has neither language nor layout as its subject, but should be seen where it is hardest: long Georgian words on a phone. */
export const onPhone = [['ka', 390]] as const;

/** Each language and each layout once. */
export const views = orLast(['en', 1440], ['ka', 390]);

export const languages = orLast(...LANGUAGES);

/** For what seldom happens, is proved without a browser too, or repeats another journey in other clothes: not before a merge. */
export const rare = { tag: '@rare' };
