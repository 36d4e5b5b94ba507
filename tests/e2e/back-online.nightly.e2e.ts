import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { enter, heading, openEvent, see } from './kept-pages.ts';
import { goOffline } from './network.ts';
import { visit, translatorOf } from './site.ts';
import { expect, test } from './test.ts';

const TROUBLE = /net::ERR_|status of 503/;
const TYPED = 'A wedding, half told';

/** The network drops and returns, but requests are still refused, as by a starting server or a proxy. */
async function comeBackToNothing(page: Page): Promise<void> {
  await goOffline(page);
  await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: { message: 'away' } }));
  await goOffline(page, false);
  await page.waitForLoadState('networkidle');
}

test('a page that was loaded stays as it is when the network comes back to a server that is away', async () => {
  const { app, id } = await openEvent();
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1440, allowed: TROUBLE });
  await page.goto(paths.event(id));
  await heading(page, 'Copper Moon').waitFor();
  await comeBackToNothing(page);
  await heading(page, 'Copper Moon').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

for (const [name, path, field] of [
  ['rentals', paths.rentals, 'textarea'],
  ['registration', paths.register, 'input[name=firstName]'],
] as const)
  test(`what was half typed on the page of ${name} is there when the network is back`, async () => {
    const app = await startTestSite();
    const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1440, allowed: TROUBLE });
    await page.goto(path);
    await page.locator(field).first().fill(TYPED);
    await comeBackToNothing(page);
    expect(await page.locator(field).first().inputValue()).toBe(TYPED);
  });

test('what was half typed in the console is there when the network is back', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app, { allowed: TROUBLE });
  await page.goto(`${paths.staff}/events/new`);
  const name = page.getByLabel(t('staff-events:field.nameLat'));
  await name.fill(TYPED);
  await comeBackToNothing(page);
  expect(await name.inputValue()).toBe(TYPED);
});

/** Opens the rentals page from the device while offline; records the requests from then on. */
async function openKeptRentals() {
  const { app } = await openEvent();
  const t = await translatorOf('en');
  const page = await enter(app);
  await see(page, paths.rentals, 'en');
  await see(page, '/', 'en');
  await goOffline(page);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('common:nav.rentals') })
    .first()
    .click();
  await heading(page, t('pages:rentals.title')).waitFor();
  await page.locator('html[data-kept]').waitFor({ state: 'attached' });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const loads = () => requested.filter((path) => path === '/api/google-drive/images').length;
  return { page, loads };
}

test('a kept page is loaded again when the network is back', async () => {
  const { page, loads } = await openKeptRentals();
  await goOffline(page, false);
  await expect.poll(loads).toBe(1);
  await page.locator('html:not([data-kept])').waitFor({ state: 'attached' });
});

test('a stored page with typed text is not reloaded when the network is back', async () => {
  const { page, loads } = await openKeptRentals();
  const text = page.locator('textarea').first();
  await text.fill(TYPED);
  await goOffline(page, false);
  await page.waitForLoadState('networkidle');
  expect([await text.inputValue(), loads()]).toEqual([TYPED, 0]);
});
