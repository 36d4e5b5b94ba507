import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { addDays } from '#shared/dates.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit } from './site.ts';
import { expect } from './test.ts';

export const EVENT = { name: 'სპილენძის მთვარე', nameLat: 'Copper Moon' };

type Options = { language?: Language; width?: number; height?: number; allowed?: RegExp };

/** Opens a hydrated page that records its page views. */
export async function open(path: string, options: Options = {}) {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { ...EVENT, startsAt: addDays(new Date(), 1) });
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1440, ...options });
  await page.addInitScript(() => {
    const views: string[] = [];
    Object.assign(globalThis, { views });
    addEventListener('rkali:page-view', (event) => event instanceof CustomEvent && views.push(event.detail.path));
  });
  await page.goto(path.replace(':id', String(id)));
  await page.waitForFunction(() => Reflect.get(globalThis, 'views').length > 0);
  return { app, id, page };
}

export const viewsOf = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'views'));

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

export const nav = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });

export const SOON = { timeout: 10_000 };

export const focusIs = (page: Page, selector: string) =>
  expect.poll(() => page.evaluate((text) => document.activeElement?.matches(text), selector), SOON).toBe(true);
