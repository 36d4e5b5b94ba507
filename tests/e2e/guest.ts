import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { freePort } from '#lab/trial/server-process.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, translatorOf } from './site.ts';

/** A site whose public address is its own, so that a browser reaches its bank and comes back. */
export async function openShop(): Promise<TestApp> {
  const port = String(await freePort());
  return startTestSite({ env: { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` } });
}

export type Guest = TestUser & { page: Page; t: Awaited<ReturnType<typeof translatorOf>> };

type Arrival = {
  language?: Language;
  width?: number;
  /** The offset of the device's clock from the server's. */
  skewMs?: number;
  /** Console messages that are expected. */
  allowed?: RegExp;
};

/** A signed-in guest, in a browser whose clock starts at the server's time, with an optional offset. */
export async function arrive(app: TestApp, { language = 'en', width = 1440, skewMs = 0, allowed = /^$/ }: Arrival = {}): Promise<Guest> {
  const page = await visit({ origin: app.url, folder: '' }, { language, width, allowed });
  await page.clock.install({ time: app.clock.now().getTime() + skewMs });
  const user = await createUser(app.ctx);
  const t = await translatorOf(language);
  await page.goto(paths.login);
  await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(user.email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(user.password);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await page.waitForURL(/profile/);
  return { ...user, page, t };
}

/** Advances the clocks of the server and the page. */
export async function pass(app: TestApp, { page }: Pick<Guest, 'page'>, minutes: number): Promise<void> {
  app.clock.advanceMinutes(minutes);
  await page.clock.fastForward(minutes * 60_000);
}

/** The user returns to a window. */
export const lookAt = (page: Page): Promise<boolean> => page.evaluate(() => window.dispatchEvent(new Event('focus')));
