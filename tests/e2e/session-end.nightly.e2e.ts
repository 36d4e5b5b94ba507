import { paths } from '#shared/paths.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { enterRefused, logIn, REFUSED } from './session-end.steps.ts';
import { visit, translatorOf } from './site.ts';
import { expect, test } from './test.ts';

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
