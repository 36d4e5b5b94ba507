import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { enquiries } from '#server/enquiries/enquiries.table.ts';
import { pageViews } from '#server/page-views/page-views.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { createAdmin } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, wordsOf } from './site.ts';

const PIXEL = '123456789012345';
const ANALYTICS = 'G-ABC123DEF4';
const BROWSER = 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0';

const startTracked = () => startTestSite({ env: { META_PIXEL_ID: PIXEL, GOOGLE_ANALYTICS_ID: ANALYTICS } });

/** Stand for the two scripts: they take their queue as the real ones do, and report by the ways the security policy must leave open. */
const metaScript = `{
  const send = (...[command, event]) => command === 'track' && (new Image().src = 'https://www.facebook.com/tr/?id=' + id + '&ev=' + event);
  const id = fbq.queue.find(([command]) => command === 'init')[1];
  for (const command of fbq.queue) send(...command);
  fbq.callMethod = send; }`;
const googleScript = `{
  const id = dataLayer.find((command) => command[0] === 'config')[1];
  const send = (command) => command[0] === 'event' &&
    fetch('https://region1.google-analytics.com/g/collect?tid=' + id + '&dl=' + command[2].page_location, { mode: 'no-cors', method: 'POST' });
  for (const command of dataLayer) send(command);
  dataLayer.push = send; }`;

type Visitor = { page: Page; foreign: string[] };

/** Notes every request of a page to another host, and answers it. */
async function watchForeign(page: Page, url: string): Promise<Visitor> {
  const foreign: string[] = [];
  await page.route(
    (address) => address.origin !== url,
    async (route) => {
      const address = route.request().url();
      foreign.push(address);
      const body = address.includes('fbevents') ? metaScript : address.includes('gtag/js') ? googleScript : '';
      await route.fulfill({ contentType: 'text/javascript', body });
    },
  );
  return { page, foreign };
}

/** A visitor in whose browser every request to another host is noted, and answered by the test. */
async function enter({ url }: TestApp, options: { language?: Language; width?: number; allowed?: RegExp } = {}): Promise<Visitor> {
  const page = await visit({ origin: url, folder: '' }, { language: 'en', width: 390, ...options });
  await page.setExtraHTTPHeaders({ 'user-agent': BROWSER });
  return watchForeign(page, url);
}

const bar = async ({ page }: Visitor, language: Language = 'en') =>
  page.getByRole('region', { name: (await wordsOf(language))('consent:title') });
const press = async (visitor: Visitor, key: 'accept' | 'decline', language: Language = 'en') =>
  (await bar(visitor, language)).getByRole('button', { name: (await wordsOf(language))(`consent:${key}`) }).click();
/** Goes to a page, or loads it anew, and waits for what is done after it, once nobody waits for it any more. */
const settle = async (page: Page, go: () => Promise<unknown>) => {
  const counted = page.waitForResponse(/api\/page-views/);
  await go();
  await counted;
};
const open = (page: Page, path: string) => settle(page, () => page.goto(path));
/** What asks for consent stands first in the page, open or not. */
const isAsked = (page: Page) => page.waitForFunction(() => document.body.firstElementChild?.id === '');
const viewsOf = async ({ ctx }: TestApp) =>
  (await ctx.db.select().from(pageViews)).map(({ path, language, views }) => `${path} ${language} ${views}`).toSorted();

test('without ids nobody is asked, nothing foreign is loaded, and every page shown is counted once', async () => {
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

test('pages gone to by a link are counted under the language they are shown in', async () => {
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
  await isAsked(page);
  expect(await (await bar(visitor)).count()).toBe(0);
  expect(foreign).toEqual([]);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['lang']);
});

test('after consent both are told of each page with their ids; withdrawn, they are gone and so are their cookies', async () => {
  const app = await startTracked();
  const visitor = await enter(app, { width: 1440 });
  const { page, foreign } = visitor;
  await page.goto('/about?secret=1');
  await press(visitor, 'accept');
  const told = (pattern: RegExp) => foreign.filter((address) => pattern.test(address)).length;
  await expect.poll(() => told(/facebook\.com\/tr\/\?id=123456789012345&ev=PageView$/)).toBe(1);
  await expect.poll(() => told(/tid=G-ABC123DEF4&dl=http:\/\/[\w.:]+\/about$/)).toBe(1);
  expect(foreign).toContain('https://connect.facebook.net/en_US/fbevents.js');
  expect(foreign).toContain(`https://www.googletagmanager.com/gtag/js?id=${ANALYTICS}`);

  await page.locator(`header a[href="${paths.gallery}"]`).first().click();
  await expect.poll(() => [told(/ev=PageView$/), told(/dl=.*\/gallery$/)]).toEqual([2, 1]);
  await page.evaluate(() => Object.assign(document, { cookie: '_ga=GA1.1.1; Path=/' }));
  await page.reload();
  await expect.poll(() => told(/ev=PageView$/)).toBe(3);

  const link = page.getByRole('button', { name: (await wordsOf('en'))('common:nav.tracking') }).first();
  await link.click();
  expect(await (await bar(visitor)).evaluate((element) => element === document.activeElement)).toBe(true);
  await settle(page, () => press(visitor, 'decline'));
  await isAsked(page);
  expect(told(/ev=PageView$/)).toBe(3);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['lang']);
});

test('an answer given in one tab holds in the others', async () => {
  const app = await startTracked();
  const visitor = await enter(app, { width: 1440 });
  const { page } = visitor;
  await page.goto(paths.about);
  const other = await watchForeign(await page.context().newPage(), app.url);
  await other.page.goto(paths.terms);
  await (await bar(other)).waitFor();
  await press(visitor, 'accept');
  await (await bar(other)).waitFor({ state: 'detached' });
  await expect.poll(() => other.foreign.length).toBeGreaterThan(3);

  await page
    .getByRole('button', { name: (await wordsOf('en'))('common:nav.tracking') })
    .first()
    .click();
  const loaded = other.page.waitForEvent('load');
  await settle(page, () => press(visitor, 'decline'));
  await loaded;
  other.foreign.length = 0;
  await isAsked(other.page);
  expect(await (await bar(other)).count()).toBe(0);
  expect(other.foreign).toEqual([]);
});

test('a browser that asks not to be tracked has declined, and may still change its mind', async () => {
  const app = await startTracked();
  const visitor = await enter(app, { language: 'ka' });
  const { page, foreign } = visitor;
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await page.goto('/about');
  await isAsked(page);
  expect(await (await bar(visitor, 'ka')).count()).toBe(0);
  expect(foreign).toEqual([]);
  const link = page.getByRole('button', { name: (await wordsOf('ka'))('common:nav.tracking') }).last();
  await link.click();
  await press(visitor, 'accept', 'ka');
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => foreign.length).toBeGreaterThan(3);
});

test('a page whose address carries a token tells nobody, whatever was accepted, and neither does the way on from it', async () => {
  const app = await startTracked();
  const visitor = await enter(app, { width: 1440, allowed: /Password forms/ });
  const { page, foreign } = visitor;
  await page.addInitScript(() => localStorage.setItem('trackingChoice', 'accepted'));
  for (const path of [`${paths.changePassword}?token=secret`, `${paths.paymentSuccess}?orderId=secret`, paths.paymentFailure]) {
    await page.goto(path);
    await isAsked(page);
  }
  await page.locator(`header a[href="${paths.about}"]`).first().click();
  await page.waitForURL(/about/);
  expect(foreign).toEqual([]);
});

test('a tracker that runs on a public page comes along neither to the login, nor to the profile, nor to the console', async () => {
  const app = await startTracked();
  const t = await wordsOf('en');
  const visitor = await enter(app, { width: 1440 });
  const { page, foreign } = visitor;
  const admin = await createAdmin(app.ctx);
  await page.clock.setFixedTime(app.clock.now());
  await page.goto(paths.about);
  await press(visitor, 'accept');
  const runs = () => page.evaluate(() => 'fbq' in globalThis || 'dataLayer' in globalThis);
  await expect.poll(runs).toBe(true);
  await expect.poll(() => foreign.length).toBeGreaterThan(3);
  await page.locator(`header a[href="${paths.login}"]`).first().click();
  await page.waitForURL(/login$/);
  // The router numbers the places of the history once the page is live.
  await page.waitForFunction(() => Reflect.has(history.state ?? {}, 'idx'));
  await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(admin.email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(admin.password);
  foreign.length = 0;
  expect(await runs()).toBe(false);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await page.getByRole('link', { name: t('accounts:profile.console') }).click();
  await page.getByRole('heading', { level: 1, name: t('staff:sections.start') }).waitFor();
  expect(await runs()).toBe(false);
  // Nor is one loaded for somebody who is signed in, wherever they go.
  await settle(page, () => page.goto(paths.home));
  await isAsked(page);
  expect([await runs(), foreign]).toEqual([false, []]);
});

/** As a login leaves it; how long it lasts is counted from when it came. */
function keepToken(token: string): void {
  localStorage.setItem('accessTokenReceivedAt', String(Date.now()));
  localStorage.setItem('accessToken', token);
}

test('a page with a tracker is loaded anew without it when somebody signs in in another tab', async () => {
  const app = await startTracked();
  const { accessToken } = await createUser(app.ctx);
  const visitor = await enter(app);
  const { page } = visitor;
  await page.goto(paths.about);
  await press(visitor, 'accept');
  await expect.poll(() => page.evaluate(() => 'fbq' in globalThis)).toBe(true);
  const other = await page.context().newPage();
  await other.goto(paths.changePassword);
  const loaded = page.waitForEvent('load');
  await other.evaluate(keepToken, accessToken);
  await loaded;
  await isAsked(page);
  expect(await page.evaluate(() => 'fbq' in globalThis)).toBe(false);
});

test.each(['somebody signs in', 'the consent is withdrawn'])('a half-written enquiry stays when, in another tab, %s', async (what) => {
  const app = await startTracked();
  const t = await wordsOf('en');
  const { url } = app;
  const { accessToken } = await createUser(app.ctx);
  const visitor = await enter(app, { width: 1440 });
  const { page } = visitor;
  await page.goto(paths.djs);
  await press(visitor, 'accept');
  await expect.poll(() => page.evaluate(() => 'fbq' in globalThis)).toBe(true);
  const written = { stageName: 'DJ Ana', musicLink: '', motivation: 'Long sets & more\nand 100% vinyl' };
  for (const [name, value] of Object.entries(written)) await page.locator(`form [name=${name}]`).fill(value);
  const other = await watchForeign(await page.context().newPage(), url);
  await other.page.goto(what === 'somebody signs in' ? paths.changePassword : paths.terms);
  await isAsked(other.page);
  const loaded = page.waitForEvent('load');
  if (what === 'somebody signs in') await other.page.evaluate(keepToken, accessToken);
  else {
    await other.page
      .getByRole('button', { name: t('common:nav.tracking') })
      .first()
      .click();
    await press(other, 'decline');
  }
  await loaded;
  await isAsked(page);
  expect(await page.evaluate(() => 'fbq' in globalThis)).toBe(false);
  for (const [name, value] of Object.entries(written))
    await expect.poll(() => page.locator(`form [name=${name}]`).inputValue()).toBe(value);

  await page.locator('form [name=fullName]').fill('Ana B');
  await page.locator('form [name=socialLink]').fill('@ana.dj');
  await page.locator('form [name=musicLink]').fill('soundcloud.com/ana');
  await page.getByRole('button', { name: t('pages:djs.submit'), exact: true }).click();
  await page.getByText(t('pages:djs.sent')).waitFor();
  const bodies = (await app.ctx.db.select().from(enquiries)).map(({ body }) => body);
  expect(bodies).toEqual([expect.stringContaining(`Motivation: ${written.motivation}`)]);
  // Nothing of it comes back by itself.
  await settle(page, () => page.reload());
  expect(await page.locator('form [name=motivation]').inputValue()).toBe('');
});

test('the bar leaves the button that buys free, and the keyboard reaches both answers first', async () => {
  const app = await startTracked();
  const { id } = await createEvent(app.ctx);
  for (const width of [320, 390, 1440]) {
    const visitor = await enter(app, { width });
    const { page } = visitor;
    await page.clock.setFixedTime(app.clock.now());
    await page.goto(paths.event(id));
    const region = await bar(visitor);
    await region.waitFor();
    const buy = await page.getByRole('button', { name: (await wordsOf('en'))('events:get_ticket') }).boundingBox();
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
