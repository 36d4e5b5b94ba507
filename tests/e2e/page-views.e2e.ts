import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { pageViews } from '#server/content/content.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit } from './site.ts';
import { expect, test } from './test.ts';

/** Headless Chromium names itself a program, which is not counted. */
const BROWSER = 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0';

async function enter({ url }: TestApp, options: { language: Language; width: number }) {
  const page = await visit({ origin: url, folder: '' }, options);
  await page.setExtraHTTPHeaders({ 'user-agent': BROWSER });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== url) foreign.push(request.url());
  });
  return { page, foreign };
}

async function open(page: Page, path: string) {
  const counted = page.waitForResponse(/api\/page-views/);
  await page.goto(path);
  await counted;
}

const viewsOf = async ({ ctx }: TestApp) =>
  (await ctx.db.select().from(pageViews)).map(({ path, language, views }) => `${path} ${language} ${views}`).toSorted();

test('every page shown is counted once, and none loads anything foreign or sets a cookie but that of the language [§2.page-view]', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx);
  const { page, foreign } = await enter(app, { language: 'en', width: 390 });
  const shown = [paths.home, paths.about, paths.rentals, paths.djs, paths.gallery, paths.terms, paths.events('upcoming'), paths.event(id)];
  const cookies = [];
  for (const path of shown) {
    await open(page, path);
    cookies.push(...(await page.context().cookies()).map(({ name }) => name));
  }
  expect(foreign.filter((address) => address.startsWith('http'))).toEqual([]);
  expect(new Set(cookies)).toEqual(new Set(['lang']));
  await expect.poll(() => viewsOf(app)).toEqual(shown.map((path) => `${path} en 1`).toSorted());
});

test('pages gone to by a link are counted under the language they are shown in', async () => {
  const app = await startTestSite();
  const { page } = await enter(app, { language: 'ka', width: 1440 });
  await open(page, '/about?from=poster');
  await page.locator(`header a[href="${paths.gallery}"]`).first().click();
  await page.waitForURL(/gallery/);
  await expect.poll(() => viewsOf(app)).toEqual(['/about ka 1', '/gallery ka 1']);
});
