import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { enter } from './accessible-preferences.steps.ts';
import { open } from './public-screens.ts';
import { expect, test } from './test.ts';

const styleOf = (page: Page, selector: string, name: string): Promise<string> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

/** Returns a design token's value as a colour. */
const colourOf = (page: Page, token: string): Promise<string> => systemColour(page, `var(${token})`);

/** Returns a colour as the system resolves it. */
const systemColour = (page: Page, colour: string): Promise<string> =>
  page.evaluate((text) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = text;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, colour);

test('more contrast makes quiet text loud and hairlines edges', async () => {
  const { page, event } = await enter();
  await open(page, event);
  const quiet = await colourOf(page, '--color-muted');
  expect(quiet).not.toBe(await colourOf(page, '--color-text'));
  await page.emulateMedia({ contrast: 'more' });
  const loud = await colourOf(page, '--color-text');
  for (const token of ['--color-muted', '--color-faint']) expect(await colourOf(page, token)).toBe(loud);
  expect(await colourOf(page, '--color-hairline')).toBe(await colourOf(page, '--color-control'));
  expect(await styleOf(page, '.text-muted', 'color')).toBe(loud);
});

test('in forced colours every control keeps an edge and every icon the colour of its text', async () => {
  const { page, screens } = await enter();
  await page.emulateMedia({ forcedColors: 'active' });
  for (const path of screens) {
    await open(page, path);
    const bare = await page.evaluate(() => {
      const controls = [...document.querySelectorAll('button, input, select, textarea, main a.rounded-control')].filter(
        (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1,
      );
      return controls
        .filter((element) => parseFloat(getComputedStyle(element).borderTopWidth) === 0)
        .map(({ outerHTML }) => outerHTML.slice(0, 140));
    });
    expect([path, bare]).toEqual([path, []]);
    const lost = await page.evaluate(() =>
      [...document.querySelectorAll('svg.lucide')]
        .filter((icon) => getComputedStyle(icon).stroke !== getComputedStyle(icon).color)
        .map(({ outerHTML }) => outerHTML.slice(0, 140)),
    );
    expect([path, lost]).toEqual([path, []]);
  }
});

test('in forced colours the present page and language still stand out', async () => {
  const { page } = await enter();
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, paths.about);
  const looks = (selector: string) => Promise.all(['background-color', 'color'].map((name) => styleOf(page, selector, name)));
  for (const list of [`header a[href="${paths.about}"]`, 'header a[lang=en]']) {
    expect([list, await page.locator(list).first().getAttribute('aria-current')]).not.toEqual([list, null]);
    const [behind, text] = await looks(list);
    expect([behind, text]).toEqual([await systemColour(page, 'Highlight'), await systemColour(page, 'HighlightText')]);
    expect([list, behind]).not.toEqual([list, await styleOf(page, 'header a:not([aria-current])', 'background-color')]);
  }
});

test('the terms print black on white, without the frame of the site', async () => {
  const { page } = await enter();
  await open(page, paths.terms);
  await page.emulateMedia({ media: 'print' });
  expect(await styleOf(page, 'html', 'background-color')).toBe('rgb(255, 255, 255)');
  for (const selector of ['main h1', 'main p', 'main a'])
    expect([selector, await styleOf(page, selector, 'color')]).toEqual([selector, 'rgb(0, 0, 0)']);
  expect(await page.locator('header:visible, nav:visible').count()).toBe(0);
});

test('nothing moves for users who ask for less motion', async () => {
  const { page, screens } = await enter();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of screens) {
    await open(page, path);
    const slow = await page.evaluate(() => {
      const seconds = (text: string) => Math.max(...text.split(',').map((part) => parseFloat(part) * (part.includes('ms') ? 0.001 : 1)));
      return [...document.querySelectorAll('*')]
        .map((element) => ({ element, style: getComputedStyle(element) }))
        .filter(({ style }) => Math.max(seconds(style.transitionDuration), seconds(style.animationDuration)) > 0.00001)
        .map(({ element }) => element.outerHTML.slice(0, 120));
    });
    expect([path, slow]).toEqual([path, []]);
  }
});
