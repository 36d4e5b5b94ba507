import type { Page } from 'playwright-core';
import { type Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

const EVENT = { name: 'სპილენძის მთვარე', nameLat: 'Copper Moon', description: 'მთელი ღამე.', descriptionLat: 'All night long.' };
const eventName = { en: EVENT.nameLat, ka: EVENT.name };

async function openEvent() {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, {
    ...EVENT,
    lineUps: [{ artistName: 'Nino', floor: 1, startsAt: app.clock.now(), isHeadliner: true }],
  });
  return { app, id };
}

/** Opens a browser whose clock shows the server's time and which records its page views. */
async function enter(app: TestApp, options: { language?: Language; width?: number; allowed?: RegExp } = {}): Promise<Page> {
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1440, ...options });
  await page.clock.setFixedTime(app.clock.now());
  await page.addInitScript(() => {
    const views: string[] = [];
    Object.assign(globalThis, { views });
    addEventListener('rkali:page-view', (event) => event instanceof CustomEvent && views.push(event.detail.path));
  });
  return page;
}

const viewsOf = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'views'));
/** The first page view is counted after hydration. */
const comesAlive = (page: Page) => page.waitForFunction(() => Reflect.get(globalThis, 'views').length > 0);
/** Lost when the document reloads. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
const isSameDocument = (page: Page): Promise<boolean> => page.evaluate(() => Reflect.get(globalThis, 'isSameDocument') === true);
const goToEvent = async (page: Page, id: number): Promise<void> => {
  const link = page.locator(`main a[href="${paths.event(id)}"]`).first();
  await link.click();
  await page.waitForURL(/Events/);
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Returns where two texts begin to differ; undefined if they are equal. */
function differenceOf(one = '', other = ''): { sent: string; shown: string } | undefined {
  if (one === other) return undefined;
  const place = [...one].findIndex((_, index) => one[index] !== other[index]);
  const around = (text: string) => text.slice(Math.max(0, place - 60), place + 60);
  return { sent: around(one), shown: around(other) };
}

const shownIn = (page: Page, html?: string) =>
  page.evaluate((text) => {
    // Both are parsed as by a browser without scripts: otherwise `noscript` contains plain text.
    const tree = new DOMParser().parseFromString(text ?? document.documentElement.outerHTML, 'text/html');
    return tree.querySelector('#root')?.innerHTML;
  }, html);

testInEachView('pages come alive exactly as the server sent them', async ({ language }) => {
  const { app, id } = await openEvent();
  const page = await enter(app, { language, allowed: /status of 404/ });
  for (const path of ['/', paths.event(id), paths.events('upcoming'), paths.events('past'), '/no-such-page']) {
    const response = await page.goto(path);
    await comesAlive(page);
    const sent = await shownIn(page, await response?.text());
    expect([path, differenceOf(sent, await shownIn(page))]).toEqual([path, undefined]);
  }
});

test('a link leads on without loading the document, to the top, the heading and a title of its own [§2.top §2.page-view]', async () => {
  const { app, id } = await openEvent();
  const page = await enter(app, { width: 390 });
  await page.goto('/?utm_source=poster');
  await comesAlive(page);
  await mark(page);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await goToEvent(page, id);
  await expect.poll(() => page.evaluate(() => [document.activeElement?.tagName, scrollY])).toEqual(['H1', 0]);
  expect(await isSameDocument(page)).toBe(true);
  expect(await page.title()).toContain(EVENT.nameLat);
  expect(await page.evaluate(() => document.querySelector('link[rel=canonical]')?.getAttribute('href'))).toMatch(
    new RegExp(`/Events/${id}$`),
  );
  expect(await page.evaluate(() => document.querySelector('meta[name=description]')?.getAttribute('content'))).not.toBe('');
  expect(await viewsOf(page)).toEqual(['/', paths.event(id)]);

  await page.goBack();
  await page.waitForURL(/utm_source/);
  await page.waitForFunction(() => scrollY === 0);
});

test('the language changes in place and is remembered [§1.language §2.language-switch]', async () => {
  const { app, id } = await openEvent();
  const page = await enter(app);
  await page.goto(`${paths.event(id)}?lang=en&from=poster`);
  await comesAlive(page);
  await mark(page);
  const choice = page.getByRole('link', { name: 'ქართული' }).first();
  await choice.click();
  await heading(page, EVENT.name).waitFor();

  expect(await isSameDocument(page)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ka');
  expect(await page.title()).toContain(EVENT.name);
  expect(await choice.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(new URL(page.url()).search).toBe('?from=poster');
  expect(await viewsOf(page)).toHaveLength(1);
  await page.reload();
  await heading(page, EVENT.name).waitFor();
});

test('a page behind the login leads there, and back leads out again', async () => {
  const { app } = await openEvent();
  const page = await enter(app);
  await page.goto('/');
  await page.goto(paths.profile);
  await page.waitForURL(/login/);
  await heading(page, 'Log in').waitFor();
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('a screen whose file is gone after a release is loaded as a document', async () => {
  const { app, id } = await openEvent();
  const page = await enter(app, { allowed: /status of 404|dynamically imported module/ });
  await page.goto('/');
  await comesAlive(page);
  await mark(page);
  await page.route('**/assets/event.page-*', (route) => route.fulfill({ status: 404 }), { times: 1 });
  await goToEvent(page, id);
  await heading(page, eventName.en).waitFor();
  expect(await isSameDocument(page)).toBe(false);
});
