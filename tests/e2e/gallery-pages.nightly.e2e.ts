import { paths } from '#shared/paths.ts';
import { createPictures } from '#tests/factories/pictures.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { visit, visitWithoutScript, translatorOf } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

/** The rows have no files. */
const NO_FILES = /status of 404/;
const picture = { en: 'Picture', ka: 'სურათი' };

testInEachView('pictures beyond the first twenty are reached by a link, and their number is told whole', async ({ language, width }) => {
  const app = await startTestSite();
  await createPictures(app.ctx, 45);
  const t = await translatorOf(language);
  const page = await visit({ origin: app.url, folder: '' }, { language, width, allowed: NO_FILES });
  const searches: string[] = [];
  page.on('request', (request) => void (/google-drive/.test(request.url()) && searches.push(new URL(request.url()).search)));
  await page.goto(paths.gallery);
  await page.getByText(t('pages:gallery.count_other', { count: '45' }), { exact: true }).waitFor();
  const names = () => page.locator('.picture-rows img').evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
  expect(await names()).toEqual(Array.from({ length: 20 }, (_, place) => `${picture[language]} ${place + 1}`));
  await page.getByRole('link', { name: t('pages:gallery.pages.next') }).press('Enter');
  await page.waitForURL(/gallery\/2$/);
  await page.getByText(t('pages:gallery.pages.here', { page: '2', pages: '3' })).waitFor();
  expect((await names())[0]).toBe(`${picture[language]} 21`);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.getByRole('link', { name: t('pages:gallery.pages.next') }).click();
  await page.waitForURL(/gallery\/3$/);
  await expect.poll(names).toHaveLength(5);
  expect(await page.getByRole('link', { name: t('pages:gallery.pages.next') }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await expectNoViolations(page, 'gallery');
  expect(searches.map((search) => new URLSearchParams(search).get('page'))).toEqual(['2', '3']);
});

test('twenty pictures are one page without a way to others [§9.gallery]', async () => {
  const app = await startTestSite();
  await createPictures(app.ctx, 20);
  const t = await translatorOf('en');
  const page = await visitWithoutScript({ origin: app.url });
  await page.goto(paths.gallery);
  expect(await page.locator('.picture-rows li').count()).toBe(20);
  expect(await page.getByRole('navigation', { name: t('pages:gallery.pages.label') }).count()).toBe(0);
});
