import type { Page } from 'playwright-core';
import { type Language } from '#shared/constants.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { visit } from './site.ts';

export const at = (text: string) => new Date(`${text}+04:00`);
export const FRIDAY = { startsAt: at('2026-11-20T23:00:00'), endsAt: at('2026-11-21T07:00:00') };
export const SATURDAY = { startsAt: at('2026-11-21T23:00:00'), endsAt: at('2026-11-22T07:00:00') };

type Options = { language?: Language; width?: number; allowed?: RegExp };

/** Opens a browser whose clock starts at the server's time. */
export async function enter(app: TestApp, options: Options = {}): Promise<Page> {
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1440, ...options });
  await page.clock.install({ time: app.clock.now() });
  return page;
}

/** Advances the clocks of the page and the server. */
export async function letPass(app: TestApp, page: Page, time: Date): Promise<void> {
  const gone = time.getTime() - app.clock.now().getTime();
  app.clock.set(time);
  app.dropCaches();
  await page.clock.fastForward(gone);
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
export const main = (page: Page) => page.getByRole('main');
/** React Router numbers the history entries once the page is hydrated. */
export const isAlive = (page: Page) => page.waitForFunction(() => Reflect.has(history.state ?? {}, 'idx'));
export const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
