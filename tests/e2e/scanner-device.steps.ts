import type { Page } from 'playwright-core';
import { takePhone } from './door-phone.ts';

export const looksForCode = (page: Page, t: Awaited<ReturnType<typeof takePhone>>['t']) =>
  page.getByText(t('door:point'), { exact: true }).waitFor();

/** Returns the names of the caches and the number of service workers that the phone stores. */
export const storedFiles = (page: Page) =>
  page.evaluate(async () => [(await caches.keys()).join(), (await navigator.serviceWorker.getRegistrations()).length]);
