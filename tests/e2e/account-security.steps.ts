import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import type { TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { visit } from './site.ts';

/** Some of these tests provoke refusals. */
const allowed = /status of (401|422|429)/;

export async function enter({ url, clock }: TestApp, { language, width }: { language: Language; width: number }): Promise<Page> {
  const page = await visit({ origin: url, folder: '' }, { language, width, allowed });
  await page.clock.setFixedTime(clock.now());
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return page;
}

export async function logIn(page: Page, { email, password }: Pick<TestUser, 'email' | 'password'>): Promise<void> {
  await page.goto(paths.login);
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/profile/);
}
