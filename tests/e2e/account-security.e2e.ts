import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createUser } from '#tests/factories/users.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter, logIn } from './account-security.steps.ts';
import { expectNoViolations } from './axe.ts';
import { translatorOf } from './site.ts';
import { expect, testInEachView } from './test.ts';

const NEW_PASSWORD = 'Moonlit-Kura-47';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

const fill = async (page: Page, current: string, fresh: string, again = fresh): Promise<void> => {
  await page.locator('[name=currentPassword]').fill(current);
  await page.locator('[name=newPassword]').fill(fresh);
  await page.locator('[name=confirmNewPassword]').fill(again);
};

testInEachView('a guest changes the password, logs a device out, then all of them [§7.change-password]', async ({ language, width }) => {
  const app = await startTestSite();
  const t = await translatorOf(language);
  const guest = await createUser(app.ctx);
  const phone = await rawCall(app.url, '/api/auth/login', {
    body: { email: guest.email, password: guest.password },
    headers: { 'user-agent': IPHONE },
  });
  const page = await enter(app, { language, width });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await logIn(page, guest);

  await button(t('accounts:security.open')).click();
  const devices = page.getByRole('list', { name: t('accounts:security.devices_title') }).getByRole('listitem');
  await expect.poll(() => devices.count()).toBe(3);
  expect(await devices.filter({ hasText: t('accounts:security.this_device') }).count()).toBe(1);
  expect(await devices.filter({ hasText: t('accounts:security.unknown_device') }).count()).toBe(1);
  await expectNoViolations(page, 'password and devices');

  await button(t('accounts:security.log_out_of', { device: 'Safari · iOS' })).click();
  await expect.poll(() => devices.count()).toBe(2);
  expect((await rawCall(app.url, '/api/auth/refresh', { cookie: phone.cookie })).status).toBe(401);

  await fill(page, 'Wrong-Guess-1', 'P@ssw0rd1!', 'P@ssw0rd1');
  await button(t('accounts:change.submit')).click();
  await page.getByRole('alert').getByText(t('forms:validation.password_mismatch')).waitFor();
  await expectNoViolations(page, 'a password that is not repeated');
  await fill(page, 'Wrong-Guess-1', 'P@ssw0rd1!');
  await button(t('accounts:change.submit')).click();
  await page.getByRole('alert').getByText(t('forms:validation.password_common')).waitFor();
  await fill(page, 'Wrong-Guess-1', NEW_PASSWORD);
  await button(t('accounts:change.submit')).click();
  await page.getByRole('alert').getByText(t('forms:validation.current_password_wrong')).waitFor();
  expect(new URL(page.url()).pathname).toBe(paths.profile);

  await fill(page, guest.password, NEW_PASSWORD);
  await button(t('accounts:change.submit')).click();
  await page.getByText(t('accounts:security.changed')).waitFor();
  await expect.poll(() => devices.count()).toBe(1);
  expect(await page.locator('[name=currentPassword]').inputValue()).toBe('');

  await button(t('accounts:security.everywhere')).click();
  const dialog = page.getByRole('dialog', { name: t('accounts:security.everywhere_title') });
  await dialog.waitFor();
  await expectNoViolations(page, 'the question before all devices');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await button(t('accounts:security.everywhere')).click();
  await dialog.getByRole('button', { name: t('accounts:security.everywhere') }).click();
  await page.getByText(t('accounts:security.everywhere_done')).waitFor();
  await page.waitForURL(/login/);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  await logIn(page, { email: guest.email, password: NEW_PASSWORD });
});
