import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import type { TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import type { View } from '#tests/setup/views.ts';
import { translatorOf, visit } from './site.ts';
import { onPhone } from './test.ts';

export const NEW_PASSWORD = 'Moonlit-Kura-47';

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

/** Logs a guest in, and opens password and devices in the profile. */
export async function openSecurity(app: TestApp, guest: TestUser, view: View = onPhone) {
  const page = await enter(app, view);
  const t = await translatorOf(view.language);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await logIn(page, guest);
  await button(t('accounts:security.open')).click();
  const devices = page.getByRole('list', { name: t('accounts:security.devices_title') }).getByRole('listitem');
  const fill = async (current: string, fresh: string, again = fresh) => {
    await page.locator('[name=currentPassword]').fill(current);
    await page.locator('[name=newPassword]').fill(fresh);
    await page.locator('[name=confirmNewPassword]').fill(again);
  };
  return { page, t, button, devices, fill };
}
