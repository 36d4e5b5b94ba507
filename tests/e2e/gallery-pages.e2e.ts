import { paths } from '#shared/paths.ts';
import { createPictures } from '#tests/factories/pictures.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visitWithoutScript, translatorOf } from './site.ts';
import { expect, test } from './test.ts';

test('the pages of the gallery work without script, each under one address', async () => {
  const app = await startTestSite();
  await createPictures(app.ctx, 21);
  const t = await translatorOf('en');
  const page = await visitWithoutScript({ origin: app.url });
  await page.goto(paths.gallery);
  await page.getByRole('link', { name: t('pages:gallery.pages.next') }).click();
  await page.waitForURL(/gallery\/2$/);
  expect(await page.locator('.picture-rows li').count()).toBe(1);
  await page.getByRole('link', { name: t('pages:gallery.pages.previous') }).click();
  await page.waitForURL(/gallery$/);
  expect(await page.locator('.picture-rows li').count()).toBe(20);
  for (const wrong of ['1', '3', '02', 'x']) {
    const answer = await page.goto(`${paths.gallery}/${wrong}`);
    expect([wrong, answer?.status()]).toEqual([wrong, 404]);
  }
});
