import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { pictureFolder } from '#server/content/gallery/picture-store.ts';
import { createPictureFiles } from '#tests/factories/picture-files.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { movesAfter, picturesAfterFonts } from './moves.ts';
import { visit, visitWithoutScript, translatorOf } from './site.ts';
import { expect, orLast, rare, test } from './test.ts';

const t = await translatorOf('en');

const enter = ({ url }: TestApp, width = 1440, allowed?: RegExp): Promise<Page> =>
  visit({ origin: url, folder: '' }, { language: 'en', width, ...(allowed && { allowed }) });

const thumb = (page: Page, number: number) =>
  page.getByRole('button', { name: t('pages:gallery.open', { name: `Picture ${number}` }), exact: true });
const shown = (page: Page) => page.getByRole('dialog').getByRole('img');
const isLoaded = (picture: Element): boolean => picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth > 0;

test('the keyboard opens a picture, goes past the ends and comes back to where it was [§2.gallery]', async () => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 4);
  const page = await enter(app);
  await page.goto(paths.gallery);
  await thumb(page, 1).focus();
  await page.keyboard.press('Enter');
  await shown(page).waitFor();
  const steps = { ArrowLeft: 4, ArrowRight: 1, End: 4, Home: 1 };
  for (const [key, number] of Object.entries(steps)) {
    await page.keyboard.press(key);
    expect([key, await shown(page).getAttribute('alt')]).toEqual([key, `Picture ${number}`]);
  }
  await page.getByText('1 / 4').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await thumb(page, 1).evaluate((link) => link === document.activeElement)).toBe(true);

  await page.keyboard.press('Space');
  await shown(page).waitFor();
});

test('buttons move in a ring, a click beside the picture closes, and the neighbours are there before they are asked for [§2.rental-pictures §2.gallery]', async () => {
  const app = await startTestSite();
  // The first picture is the page's cover.
  await createPictureFiles(app.ctx, 4, 'rentals');
  const page = await enter(app);
  await page.goto(paths.rentals);
  await thumb(page, 4).click();
  await page.getByRole('button', { name: t('pages:lightbox.next') }).click();
  expect(await shown(page).getAttribute('alt')).toBe('Picture 2');
  await page.getByRole('button', { name: t('pages:lightbox.previous') }).click();
  expect(await shown(page).getAttribute('alt')).toBe('Picture 4');
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('dialog img')].every((picture) => picture.naturalWidth > 0),
  );
  const files = await page.locator('dialog img').evaluateAll((all) => all.map((picture) => Reflect.get(picture, 'currentSrc')));
  expect(files).toHaveLength(3);
  for (const file of files) expect(file).toMatch(/-1080\.avif$/);
  await page.mouse.click(720, 60);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

type Point = { x: number; y: number };
type Way = readonly [from: Point, to: Point];
const way = (fromX: number, fromY: number, toX: number, toY: number): Way => [
  { x: fromX, y: fromY },
  { x: toX, y: toY },
];

test('a finger moves the pictures, and neither a scroll nor two fingers do', rare, async () => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 3);
  const page = await enter(app, 390);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  await page.goto(paths.gallery);
  await thumb(page, 1).click();
  await shown(page).waitFor();
  const touch = async (...ways: Way[]) => {
    const points = (end: 0 | 1) => ways.map((way, id) => ({ ...way[end], id }));
    await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points(0) });
    await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: points(1) });
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await touch(way(300, 400, 100, 420));
  await page.getByText('2 / 3').waitFor();
  await touch(way(100, 400, 300, 390));
  await page.getByText('1 / 3').waitFor();
  await touch(way(200, 600, 190, 300));
  await touch(way(200, 400, 60, 400), way(220, 420, 380, 420));
  expect(await shown(page).getAttribute('alt')).toBe('Picture 1');
});

for (const [language, width] of orLast(['en', 1440], ['ka', 320]))
  test(`no screen moves while its pictures come, nor is wider than the window, in ${language} at ${width} px`, async () => {
    const app = await startTestSite();
    await createPictureFiles(app.ctx, 7);
    for (const [album, count] of [
      ['rentals', 7],
      ['djs', 3],
      ['about', 2],
    ] as const)
      await createPictureFiles(app.ctx, count, album);
    const page = await visit({ origin: app.url, folder: '' }, { language, width });
    const open = await picturesAfterFonts(page, '**/media/**');
    for (const path of [paths.gallery, paths.rentals, paths.djs, paths.about, paths.home]) {
      const fontMoves = await open(path);
      for (const picture of await page.locator('main .picture > img').all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect.poll(() => picture.evaluate(isLoaded)).toBe(true);
      }
      expect([path, await movesAfter(page, fontMoves), await page.evaluate(tooWide)]).toEqual([path, [], 0]);
    }
  });

/** Runs in the page: returns by how many pixels it is wider than the window. */
const tooWide = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth;

test('without scripts every picture is a link to its file [§2.gallery]', async () => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 2);
  const page = await visitWithoutScript({ origin: app.url });
  await page.goto(paths.gallery);
  await page.getByRole('link', { name: t('pages:gallery.open', { name: 'Picture 2' }) }).click();
  await page.waitForURL('**/media/gallery/gallery-2-1080.jpg');
});

test('a picture that is missing or is none leaves its box with words in it, and the viewer says so', rare, async () => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 3);
  const folder = pictureFolder(app.deps.env);
  const widths = [480, 1080];
  for (const width of widths) {
    for (const format of ['avif', 'webp', 'jpg']) {
      await rm(join(folder, `gallery-1-${width}.${format}`));
      await writeFile(join(folder, `gallery-2-${width}.${format}`), 'This is no picture.');
    }
  }
  const page = await enter(app, 390, /status of 404/);
  await page.goto(paths.gallery);
  const boxes = await page.locator('main .picture').evaluateAll((all) => all.map((box) => box.getBoundingClientRect().width));
  expect(new Set(boxes).size).toBe(1);
  const said = await page
    .locator('main .picture > img')
    .evaluateAll((all) => all.map((picture) => getComputedStyle(picture, '::after').content));
  expect(said[0]).toContain('Picture 1');
  for (const number of [1, 2]) {
    await thumb(page, number).click();
    await page.getByRole('dialog').getByText(t('pages:lightbox.failed')).filter({ visible: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
});
