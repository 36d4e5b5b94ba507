import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { enter, heading, eventName, openEvent, see } from './kept-pages.ts';
import { goOffline } from './network.ts';
import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';

/** Returns the numbers of loaded pictures and of all pictures in view. */
const pictures = (page: Page) =>
  page.evaluate(async () => {
    const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight && image.checkVisibility());
    await Promise.all(inView.map((image) => image.decode().catch(() => undefined)));
    return { all: inView.length, there: inView.filter((image) => image.naturalWidth > 0).length };
  });
const fontsShown = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter(({ status }) => status === 'error').map(({ family }) => family);
  });

test('without a network the pages already seen still show', async () => {
  const { app, id } = await openEvent();
  const t = await translatorOf('en');
  const page = await enter(app);
  await see(page, '/', 'en');
  await see(page, paths.event(id), 'en');
  await goOffline(page);

  await page.reload();
  await heading(page, eventName.en).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  expect(await fontsShown(page)).toEqual([]);
  const { all, there } = await pictures(page);
  expect([there > 0, there]).toEqual([true, all]);
  await page.locator('output').getByText(t('errors:network')).waitFor();

  await page
    .getByRole('link', { name: /Rkali|რკალი/ })
    .first()
    .click();
  await page.waitForURL(`${app.url}/`);
  await page
    .locator(`main a[href="${paths.event(id)}"]`)
    .first()
    .waitFor();
  await page.goBack();
  await heading(page, eventName.en).waitFor();
  await page.goto(`${paths.event(id).toUpperCase()}/?from=poster`);
  await heading(page, eventName.en).waitFor();
});
