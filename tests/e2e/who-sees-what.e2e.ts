import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expect, test } from './test.ts';
import { enter, logIn, seeNavigation, signedIn, t } from './who-sees-what.steps.ts';

test('the header leads to every section, the account and the company, and so does the menu of a phone, for an Admin [§2.navigation §2.account-links]', () =>
  seeNavigation(createAdmin, [...signedIn, paths.staff]));

test('the terms checkbox of the register form is required and leads to the terms [§2.register-terms §5.register-terms]', async () => {
  const app = await startTestSite();
  const { page } = await enter(app);
  await page.goto(paths.register);
  const box = page.locator('[name=acceptTerms]');
  await box.waitFor();
  expect(await box.isChecked()).toBe(false);
  const link = page.locator('form').getByRole('link', { name: /terms/i });
  expect(await link.getAttribute('href')).toBe(paths.terms);
  await page.getByRole('button', { name: t('accounts:register.submit'), exact: true }).click();
  await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true');
});

test('a login keeps the token in local storage; calls carry it, and the cookie goes along [§3.token §4.login §6.bearer]', async () => {
  const app = await startTestSite();
  const { page, calls } = await enter(app);
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/login'));
  await logIn(page, await createUser(app.ctx));
  const { accessToken } = await (await answered).json();
  expect(accessToken).toMatch(/^ey/);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe(accessToken);
  const me = calls.find((request) => request.url().endsWith('/api/auth/me') && request.method() === 'GET');
  const headers = (await me?.allHeaders()) ?? {};
  expect(headers['authorization']).toBe(`Bearer ${accessToken}`);
  // The refresh cookie is limited to the path of the auth calls.
  expect(headers['cookie']).toMatch(/refresh/i);
});

test('an Admin has the Scan QR entry, and the guard asks /users/me and lets the Admin pass [§2.scan-entry §4.admin-guard]', async () => {
  const app = await startTestSite();
  await createEvent(app.ctx);
  const { page, calls } = await enter(app);
  await logIn(page, await createAdmin(app.ctx));
  await page.getByRole('link', { name: t('accounts:profile.scan_qr') }).click();
  await page.waitForURL((url) => url.pathname === paths.scanner);
  await expect.poll(() => calls.some((request) => new URL(request.url()).pathname === '/api/users/me')).toBe(true);
  await page.getByRole('button', { name: t('door:start') }).waitFor();
});
