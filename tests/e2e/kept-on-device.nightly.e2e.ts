import type { Page } from 'playwright-core';
import { STORES, cacheKeyOf } from '#shared/offline.ts';
import { paths } from '#shared/paths.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter, isStored, openFront, openEvent, see, SOON } from './kept-pages.ts';
import { goOffline } from './network.ts';
import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';
import { createUser } from '#tests/factories/users.ts';

const workerOf = async ({ url }: Pick<TestApp, 'url'>): Promise<string> => (await fetch(`${url}/sw.js`)).text();

const checkForUpdate = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());

test('a device keeps the last sixty pages, four hundred files and four hundred pictures, and no more', async () => {
  const { app } = await openEvent();
  const page = await enter(app);
  await see(page, '/', 'en');
  await page.evaluate(async ({ pages, files, pictures }) => {
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
    await fill(
      pictures,
      Array.from({ length: 420 }, (_, place) => `/media/old-${place}.jpg`),
    );
  }, STORES);
  await see(page, paths.about, 'en');
  const kept = () =>
    page.evaluate(async ({ pages, files, pictures }) => {
      const addresses = async (name: string) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url));
      const isPage = ({ pathname }: URL) => pathname !== '/language-shown' && pathname !== '/offline';
      return [(await addresses(pages)).filter(isPage).length, (await addresses(files)).length, (await addresses(pictures)).length];
    }, STORES);
  await expect.poll(kept, SOON).toEqual([60, 400, 400]);
  expect(await isStored(page, paths.about, 'en')).toBe(true);
  expect(await isStored(page, '/', 'en')).toBe(false);
});

test('what a kept page needs stays, however many pictures and files of other releases come after it', async () => {
  const { app } = await openEvent();
  const t = await translatorOf('en');
  const page = await enter(app, 'en', 390);
  await see(page, paths.about, 'en');
  await page.evaluate(
    async (stores) => {
      for (const { name, kind } of stores) {
        const store = await caches.open(name);
        const addresses = Array.from({ length: 500 }, (_, place) => `${kind}-${place}`);
        await Promise.all(addresses.map((address) => store.put(address, new Response('other'))));
      }
    },
    [
      { name: STORES.files, kind: '/assets/other.js' },
      { name: STORES.files, kind: '/media/other.jpg' },
    ],
  );
  await see(page, paths.terms, 'en');
  const left = () => page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, STORES.files);
  await expect.poll(left, SOON).toBe(400);
  // The browser's own cache would also have the files until it is full.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
  await goOffline(page);
  await page.goto(paths.about);
  await page.getByRole('heading', { level: 1, name: t('pages:about.title') }).waitFor();
  // The page is hydrated, with the parts that load on first use.
  await page.getByRole('button', { name: t('common:menu') }).click();
  await page.getByRole('dialog').waitFor();
  const isStyled = await page.evaluate(() => [...document.styleSheets].some(({ cssRules }) => cssRules.length > 0));
  expect(isStyled).toBe(true);
});

test('switched off, the worker leaves every browser and takes with it what it kept', async () => {
  const { app } = await openEvent();
  const front = await openFront(app);
  const page = await enter(front);
  await see(page, '/', 'en');
  front.serve(await workerOf(await startTestSite({ env: { OFFLINE_PAGES: 'false' } })));
  await checkForUpdate(page);
  await expect.poll(() => page.evaluate(() => caches.keys()), SOON).toEqual([]);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), SOON).toBe(0);
});

test('a new release takes over and keeps what was kept', async () => {
  const { app } = await openEvent();
  const front = await openFront(app);
  const page = await enter(front);
  await see(page, '/', 'en');
  await page.evaluate(() => caches.open('rkali-pages-0'));
  front.serve(`// new\n${await workerOf(app)}`);
  await checkForUpdate(page);
  await expect.poll(() => page.evaluate(() => caches.has('rkali-pages-0')), SOON).toBe(false);
  expect(await isStored(page, '/', 'en')).toBe(true);
  await goOffline(page);
  await page.reload();
  await page.locator('output').waitFor();
});

test('nothing about a person is kept: no call, no page behind the login, no address with a token', async () => {
  const { app } = await openEvent();
  const guest = await createUser(app.ctx);
  const page = await enter(app, 'en', 1440, /status of 400|Password forms should/);
  await see(page, '/', 'en');
  await page.goto(paths.login);
  await page.locator('input[name=email]').fill(guest.email);
  await page.locator('input[name=password]').fill(guest.password);
  await page.locator('main form button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.includes('login'));
  for (const path of [
    paths.profile,
    paths.cart,
    `${paths.changePassword}?token=secret`,
    `${paths.invitation}?token=secret`,
    `${paths.emailProof}?token=secret`,
    `${paths.paymentSuccess}?order=secret`,
  ]) {
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
  expect(kept.addresses).toContain(cacheKeyOf(paths.about, 'en'));
});
