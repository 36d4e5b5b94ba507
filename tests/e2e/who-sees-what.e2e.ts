import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { TRANSLATION_RETRIES, TRANSLATION_RETRY_MS } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin, createUser, type TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, wordsOf } from './site.ts';

const t = await wordsOf('en');

async function enter(app: TestApp, allowed = /status of 401/): Promise<{ page: Page; calls: Request[] }> {
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1440, allowed });
  await page.clock.install({ time: app.clock.now() });
  const calls: Request[] = [];
  page.on('request', (request) => void (new URL(request.url()).pathname.startsWith('/api/') && calls.push(request)));
  return { page, calls };
}

async function logIn(page: Page, { email, password }: TestUser): Promise<void> {
  await page.goto(paths.login);
  await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await page.waitForURL(/profile/);
  await page.getByRole('button', { name: t('accounts:profile.logout') }).waitFor();
}

/** What the side header leads to, in its order. */
const entries = async (page: Page): Promise<string[]> => {
  const links = page.locator('header a[href]').filter({ visible: true });
  return [
    ...new Set(await links.evaluateAll((all) => all.map((link) => new URL(link.getAttribute('href') ?? '', location.href).pathname))),
  ];
};

const main = [paths.allEvents, paths.djs, paths.gallery, paths.rentals];

test('the header leads to every section, to the login or to profile and cart, and the footer to the company', async () => {
  const app = await startTestSite();
  const { page } = await enter(app);
  await page.goto(paths.home);
  const asVisitor = await entries(page);
  expect(asVisitor).toEqual(expect.arrayContaining([...main, paths.login]));
  expect(asVisitor).not.toEqual(expect.arrayContaining([paths.profile]));
  expect(asVisitor).not.toEqual(expect.arrayContaining([paths.cart]));
  for (const path of [paths.about, paths.terms]) expect(await page.locator(`a[href="${path}"]`).count()).toBeGreaterThan(0);

  await logIn(page, await createUser(app.ctx));
  const asGuest = await entries(page);
  expect(asGuest).toEqual(expect.arrayContaining([...main, paths.profile, paths.cart]));
  expect(asGuest).not.toEqual(expect.arrayContaining([paths.login]));
});

test('the terms checkbox of the register form is required and leads to the terms', async () => {
  const app = await startTestSite();
  const { page } = await enter(app);
  await page.goto(paths.register);
  const box = page.getByRole('checkbox');
  await box.waitFor();
  expect(await box.isChecked()).toBe(false);
  const link = page.locator('form').getByRole('link', { name: /terms/i });
  expect(await link.getAttribute('href')).toBe(paths.terms);
  await page.getByRole('button', { name: t('accounts:register.submit'), exact: true }).click();
  await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true');
});

test('a login keeps the token in local storage; calls carry it, and the cookie goes along', async () => {
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

test('an Admin has the Scan QR entry, and the guard asks /users/me and lets the Admin pass', async () => {
  const app = await startTestSite();
  await createEvent(app.ctx);
  const { page, calls } = await enter(app);
  await logIn(page, await createAdmin(app.ctx));
  await page.getByRole('link', { name: t('accounts:profile.scan_qr') }).click();
  await page.waitForURL((url) => url.pathname === paths.scanner);
  await expect.poll(() => calls.some((request) => new URL(request.url()).pathname === '/api/users/me')).toBe(true);
  await page.getByRole('button', { name: t('door:start') }).waitFor();
});

test.each([
  [TRANSLATION_RETRIES, 'the page is shown'],
  [TRANSLATION_RETRIES + 1, 'it is not asked for again'],
])('words that are refused %i times are asked for five times more at most: %s', async (refusals) => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { nameLat: 'Copper Moon' });
  const { page } = await enter(app, /status of 503|No words/);
  let asked = 0;
  await page.route('**/locales/en/events.json*', (route) => {
    asked += 1;
    return asked > refusals ? route.continue() : route.fulfill({ status: 503 });
  });
  await page.goto(paths.event(id), { waitUntil: 'commit' });
  const longestWait = TRANSLATION_RETRY_MS * 2 ** TRANSLATION_RETRIES;
  const tries = async (): Promise<number> => {
    await page.clock.fastForward(longestWait);
    return asked;
  };
  await expect.poll(tries).toBe(TRANSLATION_RETRIES + 1);
  await page.clock.fastForward(10 * longestWait);
  expect(asked).toBe(TRANSLATION_RETRIES + 1);
  if (refusals === TRANSLATION_RETRIES) await page.getByRole('heading', { name: 'Copper Moon' }).waitFor();
});
