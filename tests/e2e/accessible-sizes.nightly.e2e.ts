import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPictureFiles } from '#tests/factories/picture-files.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { overflowing } from './layout.ts';
import { open, openEvents, visitorPaths } from './public-screens.ts';
import { openSite, visit } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

testInEachView('profile, tickets and cart need no scrolling to the side on a phone', async ({ language }) => {
  const app = await startTestSite();
  const { id: eventId } = await createEvent(app.ctx, { name: 'გზატკეცილის სამმართველო', nameLat: 'Highway Department' });
  const guest = await createUser(app.ctx, { firstName: 'Konstantine', lastName: 'Chikovani-Gurgenidze' });
  await createTicket(app.ctx, { userId: guest.id, eventId });
  await createPictureFiles(app.ctx, 1, 'profile');
  await app.api(guest.accessToken).cart.addTicket({ eventId });
  const page = await visit({ origin: app.url, folder: '' }, { language, width: 390 });
  await page.clock.setFixedTime(app.clock.now());
  await open(page, paths.terms);
  await page.evaluate((token) => localStorage.setItem('accessToken', token), guest.accessToken);
  const found: string[] = [];
  const views = [
    [390, '100%'],
    [320, '100%'],
    [390, '200%'],
  ] as const;
  for (const [width, letters] of views) {
    const seen = async (path: string) => {
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), letters);
      const parts = [...(await overflowing(page)), ...(await brokenInside(page))];
      for (const part of parts) found.push(`${path} at ${width} px, letters ${letters}: ${part}`);
    };
    await page.setViewportSize({ width, height: 844 });
    await open(page, paths.cart);
    await page.locator('[name=acceptTerms]').waitFor();
    await seen(paths.cart);
    await open(page, paths.profile);
    await page.locator('article img[src^="data:"]').waitFor();
    await seen(`${paths.profile}, next ticket`);
    await page.locator('button[aria-controls=my-tickets]').click();
    await page.locator('#my-tickets button img').first().waitFor();
    await page.locator('button[aria-controls=security-body]').click();
    await page.locator('#security-body form').waitFor();
    await seen(paths.profile);
  }
  expect(found).toEqual([]);
});

testInEachView('Home, an event and the lists can be read with large letters on a phone', async ({ language }) => {
  const site = await openSite();
  const page = await visit(site, { language, width: 390 });
  const found: string[] = [];
  await open(page, paths.home);
  const event = (await page.locator('main a[href^="/Events/"]').first().getAttribute('href')) ?? '';
  for (const path of [paths.home, event, paths.events('upcoming'), paths.events('past')]) {
    await open(page, path);
    await page.locator('main :is(h3, ol)').first().waitFor({ state: 'attached' });
    for (const letters of ['150%', '200%']) {
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), letters);
      const parts = [...(await overflowing(page)), ...(await smallNames(page)), ...(await wideLabels(page)), ...(await brokenInside(page))];
      for (const part of parts) found.push(`${path}, letters ${letters}: ${part}`);
    }
  }
  expect(found).toEqual([]);
});

/** Returns the words of an ordinary length that are on two lines. */
const brokenInside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const broken: string[] = [];
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const text = node.textContent ?? '';
      if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.sr-only')) continue;
      for (const { 0: word, index } of text.matchAll(/\S+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
        if (word.length <= 12 && lines.size > 1) broken.push(`broken: ${word} of ${text}`);
      }
    }
    return broken;
  });

/** Returns the texts that are wider than their button. */
const wideLabels = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main :is(a, button)')];
    // What is inline has no width of its own.
    const wide = buttons.filter(
      (button) => button.checkVisibility() && button.clientWidth > 0 && button.scrollWidth > button.clientWidth + 1,
    );
    return wide.map(({ innerText }) => innerText);
  });

/** Returns the names of events that are smaller than the text around them. */
const smallNames = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const names = [...document.querySelectorAll('main h3')].filter((name) => sizeOf(name) < sizeOf(document.documentElement));
    return names.map((name) => `${name.textContent}: ${sizeOf(name)} px`);
  });

test('no outline of what is loading is wider than a phone, letters twice as large', async () => {
  const app = await startTestSite();
  const { onSale } = await openEvents(app);
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390, allowed: /status of 404/ });
  await page.clock.setFixedTime(app.clock.now());
  const largeLetters = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await page.route('**/api/**', () => undefined);
  const slowScreens = [paths.event(onSale), paths.home, paths.allEvents, paths.gallery, paths.rentals];
  const found: string[] = [];
  for (const path of slowScreens) {
    await open(page, path === paths.home ? paths.terms : paths.home);
    await largeLetters();
    await page.locator(`a[href="${path}"]`).first().dispatchEvent('click');
    await page.locator('main[aria-busy=true] .animate-skeleton').first().waitFor();
    for (const part of await overflowing(page)) found.push(`on the way to ${path}: ${part}`);
  }
  await open(page, paths.event(999_999));
  await largeLetters();
  await page.locator('main .animate-skeleton').first().waitFor();
  for (const part of await overflowing(page)) found.push(`the next events: ${part}`);
  expect(found).toEqual([]);
});

testInEachView('whatever takes the focus by the keyboard shows a ring of two tones', async ({ width }) => {
  const app = await startTestSite();
  const screens = visitorPaths(await openEvents(app));
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width, allowed: /status of 404/ });
  for (const path of screens.slice(0, 5)) {
    await open(page, path);
    await page.keyboard.press('Tab');
    const seen = new Set<string>();
    for (;;) {
      const focus = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return undefined;
        element.setAttribute('data-seen', String(Number(element.getAttribute('data-seen') ?? 0) + 1));
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return {
          text: element.outerHTML.slice(0, 120),
          outline: `${outlineStyle} ${outlineWidth}`,
          hasInner: boxShadow !== 'none',
          times: Number(element.getAttribute('data-seen')),
        };
      });
      if (!focus || focus.times > 1 || seen.size > 200) break;
      seen.add(focus.text);
      expect([path, focus.text, focus.outline, focus.hasInner]).toEqual([path, focus.text, 'solid 3px', true]);
      await page.keyboard.press('Tab');
    }
    expect(seen.size).toBeGreaterThan(5);
  }
});
