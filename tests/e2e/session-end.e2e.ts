import { STAFF_IDLE_MS } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { arrive } from './guest.ts';
import { enterRefused, logIn, REFUSED } from './session-end.steps.ts';
import { visit, translatorOf } from './site.ts';
import { expect, test } from './test.ts';

const QUARTER_MS = 15 * 60_000;

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

test('a renewal that the server is too busy for signs nobody out [§4.refresh-fails]', async () => {
  const app = await startTestSite();
  const { page, t } = await arrive(app, { allowed: REFUSED });
  await page.goto(paths.about);
  const busy = page.waitForResponse('**/api/auth/refresh');
  await page.route('**/api/auth/refresh', (route) => route.fulfill({ status: 503, json: { message: 'x' } }));
  await page.clock.fastForward(QUARTER_MS);
  await busy;
  await page
    .getByRole('link', { name: t('common:nav.profile') })
    .first()
    .waitFor();
  await page.unroute('**/api/auth/refresh');
  const renewed = page.waitForResponse('**/api/auth/refresh');
  await page.clock.fastForward(15_000);
  expect((await renewed).status()).toBe(200);
});

test('the console leads to the login when its user is refused with 403 [§4.admin-guard]', () => enterRefused(403));

test('the console shows any other failure of that call, and can try again [§4.admin-guard]', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app, { allowed: REFUSED });
  await page.route('**/api/users/me', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(paths.staff);
  await page.getByRole('alert').getByText(t('errors:server_error')).waitFor();
  await page.unroute('**/api/users/me');
  await page.getByRole('button', { name: t('common:try_again') }).click();
  await page.getByRole('heading', { level: 1, name: t('staff:nav.home') }).waitFor();
});

test('staff who leave a page open for 12 hours read at the login that the session has ended, come to the profile, and are one press from where they were [§2.auth-redirect §4.refresh-fails §4.login]', async () => {
  const app = await startTestSite();
  const lead = await createUser(app.ctx, { roles: ['DoorLead', 'Desk'] });
  for (const path of [`${paths.staff}/guests`, paths.scanner]) {
    const page = await visit({ origin: app.url, folder: '' }, { language: 'ka', width: 390 });
    const t = await translatorOf('ka');
    await page.clock.install({ time: app.clock.now() });
    await page.goto(paths.login);
    await logIn(page, lead, t);
    await page.waitForURL(/profile$/);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    const left = page.waitForResponse('**/api/auth/logout');
    await page.clock.fastForward(STAFF_IDLE_MS);
    expect((await left).status()).toBe(200);
    await page
      .getByRole('region', { name: t('common:toasts') })
      .getByText(t('errors:session_ended'))
      .waitFor();
    await page.waitForURL(/login$/);
    await logIn(page, lead, t);
    await page.waitForURL(/profile$/);
    const way = path === paths.scanner ? t('accounts:profile.scan_qr') : t('accounts:way_back.console.link');
    await page.getByRole('link', { name: way }).click();
    await page.waitForURL(`**${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  }
});
