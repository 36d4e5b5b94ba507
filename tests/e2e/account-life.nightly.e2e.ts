import { paths } from '#shared/paths.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expect, test } from './test.ts';
import { t, enter, button, field, tokenIn, logIn } from './account-life.steps.ts';

test('leaving the profile while it still loads keeps the session', async () => {
  const app = await startTestSite();
  const { page } = await enter(app);
  await logIn(page, await createUser(app.ctx));
  await page.route('**/api/auth/me', () => undefined);
  const nextCheck = page.waitForRequest('**/api/auth/me');
  await page.goto(paths.profile);
  await nextCheck;
  await page.goto(paths.about);
  expect(await tokenIn(page)).not.toBeNull();
});

test('without the token of a link a new password is not sent, and the page goes on saying why [§2.change §4.reset-token]', async () => {
  const app = await startTestSite();
  const { page } = await enter(app);
  const urls: string[] = [];
  page.on('request', (request) => void (/reset-password/i.test(request.url()) && urls.push(request.url())));
  for (const path of [paths.changePassword, `${paths.changePassword}?token=`]) {
    await page.goto(path);
    await page.getByText(t('accounts:error.invalid_token')).waitFor();
    await field(page, 'new_password').fill('Morning-Guest-2');
    await field(page, 'confirm_password').fill('Morning-Guest-2');
    await button(page, t('accounts:change.submit')).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(t('accounts:error.invalid_token'));
  }
  expect(urls).toEqual([]);
});
