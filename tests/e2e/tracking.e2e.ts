import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { pageViews } from '#server/content/content.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { translatorOf } from './site.ts';
import { ANALYTICS, bar, enter, waitForBanner, press, settle, startTracked } from './tracked-site.ts';
import { expect, rare, test } from './test.ts';

const open = (page: Page, path: string) => settle(page, () => page.goto(path));
const viewsOf = async ({ ctx }: TestApp) =>
  (await ctx.db.select().from(pageViews)).map(({ path, language, views }) => `${path} ${language} ${views}`).toSorted();

test('without ids nobody is asked, nothing foreign is loaded, and every page shown is counted once [§2.page-view]', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx);
  const visitor = await enter(app);
  const { page } = visitor;
  const shown = [paths.home, paths.about, paths.rentals, paths.djs, paths.gallery, paths.terms, paths.events('upcoming'), paths.event(id)];
  const cookies = [];
  for (const path of shown) {
    await open(page, path);
    expect(await (await bar(visitor)).count()).toBe(0);
    cookies.push(...(await page.context().cookies()).map(({ name }) => name));
  }
  expect(visitor.foreign).toEqual([]);
  expect(new Set(cookies)).toEqual(new Set(['lang']));
  await expect.poll(() => viewsOf(app)).toEqual(shown.map((path) => `${path} en 1`).toSorted());
});

test('pages gone to by a link are counted under the language they are shown in', rare, async () => {
  const app = await startTestSite();
  const { page } = await enter(app, { language: 'ka', width: 1440 });
  await open(page, '/about?from=poster');
  await page.locator(`header a[href="${paths.gallery}"]`).first().click();
  await page.waitForURL(/gallery/);
  await expect.poll(() => viewsOf(app)).toEqual(['/about ka 1', '/gallery ka 1']);
});

test('nothing foreign is loaded before consent, nor after it was declined, which is remembered', async () => {
  const app = await startTracked();
  const visitor = await enter(app);
  const { page, foreign } = visitor;
  await page.goto('/');
  await (await bar(visitor)).waitFor();
  await page.goto(paths.about);
  await (await bar(visitor)).waitFor();
  await press(visitor, 'decline');
  await settle(page, () => page.reload());
  await waitForBanner(page);
  expect(await (await bar(visitor)).count()).toBe(0);
  expect(foreign).toEqual([]);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['lang']);
});

test('after consent both get each page with their ids; withdrawn, they are gone and so are their cookies', async () => {
  const app = await startTracked();
  const visitor = await enter(app, { width: 1440 });
  const { page, foreign } = visitor;
  await page.goto('/about?secret=1');
  await press(visitor, 'accept');
  const countReports = (pattern: RegExp) => foreign.filter((address) => pattern.test(address)).length;
  await expect.poll(() => countReports(/facebook\.com\/tr\/\?id=123456789012345&ev=PageView$/)).toBe(1);
  await expect.poll(() => countReports(/tid=G-ABC123DEF4&dl=http:\/\/[\w.:]+\/about$/)).toBe(1);
  expect(foreign).toContain('https://connect.facebook.net/en_US/fbevents.js');
  expect(foreign).toContain(`https://www.googletagmanager.com/gtag/js?id=${ANALYTICS}`);

  await page.locator(`header a[href="${paths.gallery}"]`).first().click();
  await expect.poll(() => [countReports(/ev=PageView$/), countReports(/dl=.*\/gallery$/)]).toEqual([2, 1]);
  await page.evaluate(() => Object.assign(document, { cookie: '_ga=GA1.1.1; Path=/' }));
  await page.reload();
  await expect.poll(() => countReports(/ev=PageView$/)).toBe(3);

  const link = page.getByRole('button', { name: (await translatorOf('en'))('common:nav.tracking') }).first();
  await link.click();
  expect(await (await bar(visitor)).evaluate((element) => element === document.activeElement)).toBe(true);
  await settle(page, () => press(visitor, 'decline'));
  await waitForBanner(page);
  expect(countReports(/ev=PageView$/)).toBe(3);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['lang']);
});

test('a browser that asks not to be tracked has declined, and may still change its mind', rare, async () => {
  const app = await startTracked();
  const visitor = await enter(app, { language: 'ka' });
  const { page, foreign } = visitor;
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await page.goto('/about');
  await waitForBanner(page);
  expect(await (await bar(visitor, 'ka')).count()).toBe(0);
  expect(foreign).toEqual([]);
  const link = page.getByRole('button', { name: (await translatorOf('ka'))('common:nav.tracking') }).last();
  await link.click();
  await press(visitor, 'accept', 'ka');
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => foreign.length).toBeGreaterThan(3);
});

test('the bar leaves the button that buys free, and the keyboard reaches both answers first', rare, async () => {
  const app = await startTracked();
  const { id } = await createEvent(app.ctx);
  for (const width of [320, 390, 1440]) {
    const visitor = await enter(app, { width });
    const { page } = visitor;
    await page.clock.setFixedTime(app.clock.now());
    await page.goto(paths.event(id));
    const region = await bar(visitor);
    await region.waitFor();
    const buy = await page.getByRole('button', { name: (await translatorOf('en'))('events:get_ticket') }).boundingBox();
    const box = await region.boundingBox();
    const overlap =
      buy && box && box.x < buy.x + buy.width && buy.x < box.x + box.width && box.y < buy.y + buy.height && buy.y < box.y + box.height;
    expect([width, overlap]).toEqual([width, false]);
    const focused: (string | undefined)[] = [];
    for (let time = 0; time < 3; time++) {
      await page.keyboard.press('Tab');
      focused.push(await page.evaluate(() => document.activeElement?.textContent?.trim()));
    }
    expect(focused).toEqual(['Terms and privacy', 'Accept', 'Decline']);
  }
});
