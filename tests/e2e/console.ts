import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { createAdmin } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { visit, translatorOf } from './site.ts';

type Arrival = { language?: Language; width?: number; allowed?: RegExp; camera?: string[] };

/** A signed-in Admin, in a browser whose clock shows the server's time. */
export async function openConsole(app: TestApp, { language = 'en', width = 1440, allowed = /^$/, camera = [] }: Arrival = {}) {
  const page: Page = await visit({ origin: app.url, folder: '' }, { language, width, height: 900, allowed, camera });
  const admin = await createAdmin(app.ctx, { firstName: 'Eka', lastName: 'Lomidze' });
  await page.clock.setFixedTime(app.clock.now());
  const kept = { accessToken: admin.accessToken, accessTokenReceivedAt: String(app.clock.now().getTime()) };
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, kept);
  return { page, admin, t: await translatorOf(language) };
}
