import { paths } from '#shared/paths.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { enterRefused, logIn, REFUSED, QUARTER_MS } from './session-end.steps.ts';
import { visit, translatorOf } from './site.ts';
import { expect, test } from './test.ts';
import { STAFF_IDLE_MS } from '#shared/constants.ts';
import { arrive } from './guest.ts';

test('the console leads to the login when its user is refused with 401 [§4.admin-guard]', () => enterRefused(401));

test('a login that is never answered says that the network is away, and keeps what was typed', async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const { email, password } = await createUser(app.ctx);
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
  await page.route('**/api/auth/login', () => undefined);
  await page.goto(paths.login);
  await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await page.getByRole('alert').getByText(t('errors:network')).waitFor();
  expect(await page.getByLabel(t('accounts:fields.email'), { exact: true }).inputValue()).toBe(email);
});

test('an Admin who comes to the console signed out is led from the profile back to that page, once', async () => {
  const app = await startTestSite();
  const t = await translatorOf('ka');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'ka', width: 390 });
  await page.goto(`${paths.staff}/sales/orders?state=paid#main`);
  await page.waitForURL(/login$/);
  // There was no session to end.
  expect(await page.getByText(t('errors:session_ended')).count()).toBe(0);
  await logIn(page, await createAdmin(app.ctx), t);
  await page.waitForURL(/profile$/);
  const back = page.getByRole('link', { name: t('accounts:way_back.console.link') });
  await back.waitFor();
  // A user who opens the page in another way is not redirected again.
  await page.goto(`${paths.staff}/sales/orders?state=paid#main`);
  await page.getByRole('heading', { level: 1, name: t('staff:nav.orders') }).waitFor();
  await page.goto(paths.profile);
  await page.getByRole('link', { name: t('accounts:profile.scan_qr') }).waitFor();
  expect(await back.count()).toBe(0);
});

test('an Admin whose session ends in the console reads why at the login, and is led from the profile back to the page that was open', async () => {
  const app = await startTestSite();
  const { page, admin, t } = await openConsole(app, { allowed: REFUSED });
  await page.goto(`${paths.staff}/events`);
  await page.getByRole('heading', { level: 1, name: t('staff:nav.events') }).waitFor();
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { message: 'x' } }));
  await page
    .getByRole('link', { name: t('staff:nav.guests') })
    .first()
    .click();
  await page.waitForURL(/login$/);
  await page.unroute('**/api/**');
  await page.getByRole('main').getByText(t('errors:session_ended')).waitFor();
  await page.getByText(t('accounts:login.back')).waitFor();
  await logIn(page, admin, t);
  await page.waitForURL(/profile$/);
  await page.getByRole('link', { name: t('accounts:way_back.console.link') }).click();
  await page.waitForURL(/\/staff\/guests$/);
});

test('a guest who opened the console is led to the login, and from there to the profile', async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
  await page.goto(paths.staff);
  await logIn(page, await createUser(app.ctx), t);
  await page.waitForURL(/profile$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('link', { name: t('accounts:way_back.console.link') }).count()).toBe(0);
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
