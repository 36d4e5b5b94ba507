import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { signIn } from './account-data.steps.ts';
import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';

test('a copy that does not come says so, and the button works again', async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const page = await signIn(app, await createUser(app.ctx), 'en', 1440);
  await page.route('**/api/auth/my-data', (route) => route.fulfill({ status: 503, body: '{"code":"unavailable"}' }), { times: 1 });
  const button = page.getByRole('button', { name: t('accounts:your_data.download'), exact: true });
  await button.click();
  await page.getByRole('alert').getByText(t('errors:unavailable')).waitFor();
  const saving = page.waitForEvent('download');
  await button.click();
  expect((await saving).suggestedFilename()).toMatch(/json$/);
});
