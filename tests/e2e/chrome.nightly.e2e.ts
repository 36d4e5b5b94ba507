import { paths } from '#shared/paths.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { heading, nav, open, SOON, viewsOf, EVENT, focusIs } from './chrome.steps.ts';
import { openConsole } from './console.ts';
import { translatorOf } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

testInEachView('the column beside the page shows all of itself to staff in a window of 900 px', async ({ language }) => {
  const { page } = await openConsole(await startTestSite(), { language });
  await page.goto(paths.about);
  const column = page.locator('header').filter({ has: page.locator(`a[href="${paths.staff}"]`) });
  await column.waitFor();
  expect(await column.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
});

test('the way back within a page leads to where it came from [§2.top]', async () => {
  const { page } = await open(paths.terms, { width: 390 });
  const topOf = (id: string) => page.locator(`#${id}`).evaluate((part) => Math.round(part.getBoundingClientRect().top));
  const isAt = (id: string) => expect.poll(() => topOf(id), SOON).toBeLessThan(100);
  const link = (id: string) => page.locator(`main nav a[href="#${id}"]`);
  await link('rights').click();
  await isAt('rights');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY), SOON).toBe(0);
  await link('entry').click();
  await page.evaluate(() => (location.hash = 'rights'));
  await isAt('rights');
  await page.goBack();
  await expect.poll(() => topOf('entry'), SOON).toBeGreaterThan(0);
  await isAt('entry');
  expect(await viewsOf(page)).toEqual([paths.terms]);
});

test('addresses lead to their screens in any letter case, and the navigation knows where it is', async () => {
  const t = await translatorOf('en');
  const { page } = await open('/RENTALS');
  expect(await nav(page, t('common:nav.rentals')).getAttribute('aria-current')).toBe('page');
  await page.goto('/allevents/PAST');
  await heading(page, t('events:title')).waitFor();
  expect(await nav(page, t('common:nav.events')).getAttribute('aria-current')).toBe('page');
});

test('F8 leads to a message at the top right, and Escape dismisses it [§2.toasts]', async () => {
  const t = await translatorOf('en');
  const { page } = await open(paths.event(1).replace('1', ':id'));
  const share = page.getByRole('button', { name: t('events:share') });
  const message = page.getByRole('region', { name: t('common:toasts') }).getByRole('listitem');
  await share.click();
  await message.waitFor();
  await page.keyboard.press('F8');
  await focusIs(page, 'section[aria-live] button');
  const place = () => message.evaluate((box) => [box.getBoundingClientRect().top, innerWidth - box.getBoundingClientRect().right]);
  await expect.poll(place, SOON).toEqual([16, 16]);
  await page.keyboard.press('Escape');
  await message.waitFor({ state: 'detached' });
});

type Failing = { status?: number; headers?: Record<string, string>; contentType?: string; body?: string };

const failures: [string, Failing | undefined, string][] = [
  ['an answer of 500', { status: 500, contentType: 'application/json', body: '{}' }, 'errors:server_error'],
  [
    'an answer of 503',
    { status: 503, headers: { 'retry-after': '5' }, contentType: 'application/json', body: '{"code":"unavailable"}' },
    '',
  ],
  ['a gateway that gives up', { status: 504, contentType: 'text/html', body: '<h1>Gateway Time-out</h1>' }, ''],
  ['no answer at all', undefined, 'errors:network'],
  ['an answer that is no event', { status: 200, contentType: 'text/html', body: '<h1>Free Wi-Fi</h1>' }, 'events:failed.text'],
];

test('after any failure the screen says so and tries again when asked to', async () => {
  const t = await translatorOf('en');
  const { id, page } = await open('/', { allowed: /net::ERR|status of 50|TypeError|React/ });
  for (const [name, failing, key] of failures)
    await test.step(name, async () => {
      await page.route(`**/api/Events/${id}`, (route) => (failing ? route.fulfill(failing) : route.abort()));
      await page
        .locator(`main a[href="${paths.event(id)}"]`)
        .first()
        .click();
      await heading(page, t('events:failed.title')).waitFor();
      if (key) await page.getByRole('alert').getByText(t(key)).waitFor();
      await focusIs(page, 'h1');
      await page.unroute(`**/api/Events/${id}`);
      await page.getByRole('button', { name: t('common:try_again') }).click();
      await heading(page, EVENT.nameLat).waitFor();
      await page.goto('/');
    });
});
