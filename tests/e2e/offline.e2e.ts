import { once } from 'node:events';
import { createServer, request as call } from 'node:http';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { LANGUAGES, type Language } from '#shared/constants.ts';
import { keptAs, STORES } from '#shared/offline.ts';
import { paths } from '#shared/paths.ts';
import { demoAccounts } from '#server/demo/demo-accounts.ts';
import { createEvent } from '#tests/factories/events.ts';
import type { TestApp, TestAppOptions } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openSite, visit, wordsOf } from './site.ts';

const NIGHT = { name: 'სპილენძის მთვარე', nameLat: 'Copper Moon' };
const nightName = { en: NIGHT.nameLat, ka: NIGHT.name };
/** What the browser itself says about a network that is not there. */
const NO_NETWORK = /net::ERR_|status of 503/;

async function openNight(options: TestAppOptions = {}) {
  const app = await startTestSite(options);
  const { id } = await createEvent(app.ctx, NIGHT);
  return { app, id };
}

const enter = ({ url }: Pick<TestApp, 'url'>, language: Language = 'en', width = 1440, allowed = NO_NETWORK): Promise<Page> =>
  visit({ origin: url, folder: '' }, { language, width, allowed, isKept: true });

/** A site before which another worker can be put: the browser fetches workers past everything a test could catch. */
async function openFront(app: TestApp): Promise<{ url: string; serve(worker: string): void; hold(): () => void }> {
  let worker: string | undefined;
  let held = Promise.resolve();
  const front = createServer(async (request, response) => {
    await held;
    if (worker !== undefined && request.url === '/sw.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker);
    const { method, headers, url = '/' } = request;
    const passed = call(app.url + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    return request.pipe(passed);
  });
  await once(front.listen(0, 'localhost'), 'listening');
  onTestFinished(() => void front.close());
  const address = front.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  /** Whoever asks waits, until let through. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    return resolve;
  };
  return { url: `http://localhost:${port}`, serve: (next) => (worker = next), hold };
}

const workerOf = async ({ url }: Pick<TestApp, 'url'>): Promise<string> => (await fetch(`${url}/sw.js`)).text();
const lookForRelease = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());

/** Workers come and go in their own time. */
const SOON = { timeout: 20_000 };

const isKept = (page: Page, path: string, language: Language): Promise<boolean> =>
  page.evaluate(async (key) => (await caches.match(key)) !== undefined, keptAs(path, language));
const keeps = (page: Page, path: string, language: Language) => expect.poll(() => isKept(page, path, language), SOON).toBe(true);
const isControlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** Opens a page and waits until all of it is kept. */
async function see(page: Page, path: string, language: Language): Promise<void> {
  await page.goto(path);
  await isControlled(page);
  await keeps(page, path, language);
  await page.waitForLoadState('networkidle');
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const goOffline = (page: Page, isOffline = true) => page.context().setOffline(isOffline);
/** Pictures in view that are there, of all that are in view. */
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

test.each(LANGUAGES)('without a network the pages already seen still show, in %s', async (language) => {
  const { app, id } = await openNight();
  const t = await wordsOf(language);
  const page = await enter(app, language);
  await see(page, '/', language);
  await see(page, paths.event(id), language);
  await goOffline(page);

  await page.reload();
  await heading(page, nightName[language]).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
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
  await heading(page, nightName[language]).waitFor();
  await page.goto(`${paths.event(id).toUpperCase()}/?from=poster`);
  await heading(page, nightName[language]).waitFor();
});

test('a page reached by a link is kept whole for a later visit without a network', async () => {
  const { app, id } = await openNight();
  const page = await enter(app);
  await see(page, '/', 'en');
  await page
    .locator(`main a[href="${paths.event(id)}"]`)
    .first()
    .click();
  await heading(page, NIGHT.nameLat).waitFor();
  await keeps(page, paths.event(id), 'en');
  await page.waitForLoadState('networkidle');
  await goOffline(page);
  await page.goto(paths.event(id));
  await heading(page, NIGHT.nameLat).waitFor();
  // Live, not only shown: its script runs.
  await page.locator('output').waitFor();
});

test('the two languages do not mix: each page returns in the language shown last', async () => {
  const { app, id } = await openNight();
  const page = await enter(app);
  await see(page, paths.event(id), 'en');
  await page.getByRole('link', { name: 'ქართული' }).first().click();
  await heading(page, NIGHT.name).waitFor();
  await keeps(page, paths.event(id), 'ka');
  await page.waitForLoadState('networkidle');
  await goOffline(page);
  await page.reload();
  await heading(page, NIGHT.name).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ka');
  await page.goto(`${paths.event(id)}?lang=en`);
  await heading(page, NIGHT.nameLat).waitFor();
});

test.each(LANGUAGES)('a page never seen says that there is no network and which pages were seen, in %s', async (language) => {
  const { app, id } = await openNight();
  const t = await wordsOf(language);
  const page = await enter(app, language, 390);
  await see(page, paths.event(id), language);
  await goOffline(page);
  for (const path of [paths.rentals, paths.cart, '/no-such-page']) {
    const answer = await page.goto(path);
    expect([path, answer?.status()]).toEqual([path, 503]);
    await heading(page, t('pages:offline.title')).waitFor();
    await page.getByText(t('errors:network')).waitFor();
  }
  await page.getByRole('main').getByRole('link', { name: nightName[language] }).click();
  await heading(page, nightName[language]).waitFor();

  await page.goto(paths.rentals);
  await goOffline(page, false);
  await page.getByRole('link', { name: t('common:try_again') }).click();
  await heading(page, t('pages:rentals.title')).waitFor();
});

test('a link to a screen never seen ends in the words for no network, and with the network back leads on by itself', async () => {
  const { app } = await openNight();
  const t = await wordsOf('en');
  const page = await enter(app);
  await see(page, '/', 'en');
  await goOffline(page);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('common:nav.rentals') })
    .first()
    .click();
  await page.getByRole('alert').getByText(t('errors:network')).waitFor();
  await goOffline(page, false);
  await heading(page, t('pages:rentals.title')).waitFor();
});

test('with the network back a kept page shows what is new', async () => {
  const { app, id } = await openNight();
  const page = await enter(app);
  await see(page, paths.event(id), 'en');
  await goOffline(page);
  await page.reload();
  await heading(page, NIGHT.nameLat).waitFor();
  await app.deps.database.pool.query(`update events set name_lat = 'Silver Moon' where id = $1`, [id]);
  app.dropCaches();
  await goOffline(page, false);
  await heading(page, 'Silver Moon').waitFor();
});

test('a language whose words are not there is not switched to: that is said, and all stays as it was', async () => {
  const { app } = await openNight();
  const t = await wordsOf('en');
  const page = await enter(app);
  await see(page, paths.terms, 'en');
  await goOffline(page);
  const georgian = page.getByRole('link', { name: 'ქართული' }).first();
  await georgian.click();
  await page.locator('section[aria-live] li').getByText(t('errors:network')).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  expect((await page.context().cookies()).map(({ name, value }) => [name, value])).toEqual([['lang', 'en']]);
  await goOffline(page, false);
  const isGeorgian = async () => {
    await georgian.click();
    return page.evaluate(() => document.documentElement.lang);
  };
  await expect.poll(isGeorgian, SOON).toBe('ka');
});

test.each(LANGUAGES)(
  'a page that the network is too slow for is shown from the device, which says so until it is fresh, in %s',
  async (language) => {
    const { app, id } = await openNight();
    const t = await wordsOf(language);
    const front = await openFront(app);
    const page = await enter(front, language);
    await see(page, paths.event(id), language);
    await app.deps.database.pool.query(`update events set name = 'ვერცხლის მთვარე', name_lat = 'Silver Moon' where id = $1`, [id]);
    app.dropCaches();
    const letThrough = front.hold();
    await page.reload();
    await heading(page, nightName[language]).waitFor();
    const bar = page.locator('output').getByText(t('common:kept_shown'));
    await bar.waitFor();
    letThrough();
    await heading(page, language === 'ka' ? 'ვერცხლის მთვარე' : 'Silver Moon').waitFor();
    await bar.waitFor({ state: 'detached' });
  },
);

test('a device keeps the last sixty pages and the last four hundred files, and no more', async () => {
  const { app } = await openNight();
  const page = await enter(app);
  await see(page, '/', 'en');
  await page.evaluate(async ({ pages, files }) => {
    const fill = async (name: string, addresses: string[]) => {
      const store = await caches.open(name);
      await Promise.all(addresses.map((address) => store.put(address, new Response('old'))));
    };
    await fill(
      pages,
      Array.from({ length: 70 }, (_, place) => `/events/${place + 1000}?lang=en`),
    );
    await fill(
      files,
      Array.from({ length: 420 }, (_, place) => `/assets/old-${place}.js`),
    );
  }, STORES);
  await see(page, paths.about, 'en');
  const kept = () =>
    page.evaluate(async ({ pages, files }) => {
      const addresses = async (name: string) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url));
      const isPage = ({ pathname }: URL) => pathname !== '/language-shown' && pathname !== '/offline';
      return [(await addresses(pages)).filter(isPage).length, (await addresses(files)).length];
    }, STORES);
  await expect.poll(kept, SOON).toEqual([60, 400]);
  expect(await isKept(page, paths.about, 'en')).toBe(true);
  expect(await isKept(page, '/', 'en')).toBe(false);
});

test('nothing about a person is kept: no call, no page behind the login, no address with a token', async () => {
  const site = await openSite();
  const page = await enter({ url: site.origin }, 'en', 1440, /status of 400|Password forms should/);
  await see(page, '/', 'en');
  await page.goto(paths.login);
  await page.locator('input[name=email]').fill(demoAccounts.guest.email);
  await page.locator('input[name=password]').fill(demoAccounts.guest.password);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.includes('login'));
  for (const path of [paths.profile, paths.cart, `${paths.changePassword}?token=secret`, `${paths.paymentSuccess}?order=secret`]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  await see(page, paths.about, 'en');
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { names, addresses: lists.flat().map(({ url }) => url.replace(location.origin, '')) };
  });
  expect(kept.names.sort()).toEqual(Object.values(STORES).sort());
  const kinds = /^\/(assets\/|locales\/|media\/|language-shown$|(about|offline|profile)?\?lang=(en|ka)$)/;
  expect(kept.addresses.filter((address) => !kinds.test(address))).toEqual([]);
  expect(kept.addresses).toContain(keptAs(paths.about, 'en'));
});

test('switched off, the worker leaves every browser and takes with it what it kept', async () => {
  const { app } = await openNight();
  const front = await openFront(app);
  const page = await enter(front);
  await see(page, '/', 'en');
  front.serve(await workerOf(await startTestSite({ env: { OFFLINE_PAGES: 'false' } })));
  await lookForRelease(page);
  await expect.poll(() => page.evaluate(() => caches.keys()), SOON).toEqual([]);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), SOON).toBe(0);
});

test('a new release takes over and keeps what was kept', async () => {
  const { app } = await openNight();
  const front = await openFront(app);
  const page = await enter(front);
  await see(page, '/', 'en');
  await page.evaluate(() => caches.open('rkali-pages-0'));
  front.serve(`// new\n${await workerOf(app)}`);
  await lookForRelease(page);
  await expect.poll(() => page.evaluate(() => caches.has('rkali-pages-0')), SOON).toBe(false);
  expect(await isKept(page, '/', 'en')).toBe(true);
  await goOffline(page);
  await page.reload();
  await page.locator('output').waitFor();
});
