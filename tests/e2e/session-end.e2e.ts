import { paths } from '#shared/paths.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { arrive } from './guest.ts';
import { enterRefused, REFUSED, QUARTER_MS } from './session-end.steps.ts';
import { expect, test } from './test.ts';

test('a renewal that is refused signs out in sight, and leads from the cart to the login [§2.failed-auth §4.refresh-fails §8.refresh]', async () => {
  const app = await startTestSite();
  for (const path of [paths.about, paths.cart]) {
    const { page, t } = await arrive(app, { allowed: REFUSED });
    await page.goto(path);
    await page
      .getByRole('link', { name: t('common:nav.profile') })
      .first()
      .waitFor();
    await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: { message: 'x' } }));
    await page.clock.fastForward(QUARTER_MS);
    await page
      .getByRole('region', { name: t('common:toasts') })
      .getByText(t('errors:session_ended'))
      .waitFor();
    await page.waitForURL(path === paths.cart ? /login$/ : /about$/);
    await page
      .getByRole('link', { name: t('common:nav.login') })
      .first()
      .waitFor();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  }
});

test('the console leads to the login when its user is refused with 403 [§4.admin-guard]', () => enterRefused(403));
