import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import type { TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { open } from './public-screens.ts';
import { visit, type translatorOf } from './site.ts';

/** The refusals in these journeys are intended. */
const allowed = /status of (409|422|503)/;

export async function signIn({ url, clock }: TestApp, guest: TestUser, language: Language, width: number): Promise<Page> {
  const page = await visit({ origin: url, folder: '' }, { language, width, allowed });
  await page.clock.setFixedTime(clock.now());
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, paths.login);
  await page.locator('[name=email]').fill(guest.email);
  await page.locator('[name=password]').fill(guest.password);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL(/profile/);
  return page;
}

export const buttonOf = (page: Page, t: Awaited<ReturnType<typeof translatorOf>>, key: string) =>
  page.getByRole('button', { name: t(`accounts:your_data.${key}`), exact: true });
