import { paths } from '#shared/paths.ts';
import { createUser } from '#tests/factories/users.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { NEW_PASSWORD, openSecurity } from './account-security.steps.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test, testInEachView } from './test.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

testInEachView('a guest logs one device out, and it is out', async ({ language, width }) => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx);
  const phone = await rawCall(app.url, '/api/auth/login', {
    body: { email: guest.email, password: guest.password },
    headers: { 'user-agent': IPHONE },
  });
  const { page, t, button, devices } = await openSecurity(app, guest, { language, width });
  await expect.poll(() => devices.count()).toBe(3);
  expect(await devices.filter({ hasText: t('accounts:security.this_device') }).count()).toBe(1);
  expect(await devices.filter({ hasText: t('accounts:security.unknown_device') }).count()).toBe(1);
  await expectNoViolations(page, 'password and devices');
  await button(t('accounts:security.log_out_of', { device: 'Safari · iOS' })).click();
  await expect.poll(() => devices.count()).toBe(2);
  expect((await rawCall(app.url, '/api/auth/refresh', { cookie: phone.cookie })).status).toBe(401);
});

test('a guest changes the password with the present one, which ends the other sessions [§7.change-password]', async () => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx);
  const { page, t, button, devices, fill } = await openSecurity(app, guest);
  await expect(devices).toHaveCount(2);
  await fill('Wrong-Guess-1', NEW_PASSWORD);
  await button(t('accounts:change.submit')).click();
  await page.getByRole('alert').getByText(t('forms:validation.current_password_wrong')).waitFor();
  expect(new URL(page.url()).pathname).toBe(paths.profile);
  await fill(guest.password, NEW_PASSWORD);
  await button(t('accounts:change.submit')).click();
  await page.getByText(t('accounts:security.changed')).waitFor();
  await expect.poll(() => devices.count()).toBe(1);
  expect(await page.locator('[name=currentPassword]').inputValue()).toBe('');
});

testInEachView('a guest logs out of all devices after a question', async ({ language, width }) => {
  const app = await startTestSite();
  const { page, t, button } = await openSecurity(app, await createUser(app.ctx), { language, width });
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
});
