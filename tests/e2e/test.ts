import { test as base, type Browser } from '@playwright/test';
import { finishTest } from '#tests/setup/on-test-finished.ts';
import { nameOf, onPhone, type View } from '#tests/setup/views.ts';

export { expect } from '@playwright/test';
export { onPhone } from '#tests/setup/views.ts';

let running: Browser | undefined;

/** Returns this worker's browser; each test opens its own contexts in it. */
export function browserOfWorker(): Browser {
  if (!running) throw new Error('Only a test has a browser.');
  return running;
}

/** For what is the same in every language and layout: played on the phone alone. */
export const test = base.extend<View & { isAboutView: boolean; oneView: undefined; surroundings: undefined }>({
  language: [onPhone.language, { option: true }],
  width: [onPhone.width, { option: true }],
  isAboutView: false,
  // Comes before what needs the browser, so that a skipped test starts none.
  oneView: [
    async ({ isAboutView, language, width }, use) => {
      const isOther = nameOf({ language, width }) !== nameOf(onPhone);
      base.skip(isOther && !isAboutView, `played once, in ${nameOf(onPhone)}`);
      await use(undefined);
    },
    { auto: true },
  ],
  surroundings: [
    async ({ browser }, use) => {
      running = browser;
      await use(undefined);
      await finishTest();
    },
    { auto: true },
  ],
});

/** For language and layout: played in each view of the run, which gives its `language` and `width`. */
export const testInEachView = test.extend({ isAboutView: true });
