import { paths } from '#shared/paths.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { heading, nav, open, SOON, viewsOf } from './chrome.steps.ts';
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
