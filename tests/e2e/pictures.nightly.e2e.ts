import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { paths } from '#shared/paths.ts';
import { pictureFolder } from '#server/content/gallery/picture-store.ts';
import { createPictureFiles } from '#tests/factories/picture-files.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter, shown, t, thumb } from './pictures.steps.ts';
import { expect, test, onPhone, testInEachView } from './test.ts';
import { movesAfter, picturesAfterFonts } from './moves.ts';
import { visit } from './site.ts';

type Point = { x: number; y: number };

type Way = readonly [from: Point, to: Point];

const way = (fromX: number, fromY: number, toX: number, toY: number): Way => [
  { x: fromX, y: fromY },
  { x: toX, y: toY },
];

test('a finger moves the pictures, and neither a scroll nor two fingers do', async () => {
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

test('a picture that is missing or is none leaves its box with words in it, and the viewer says so', async () => {
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

const isLoaded = (picture: Element): boolean => picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth > 0;

testInEachView('no screen moves while its pictures come, nor is wider than the window', async ({ language, width }) => {
  const app = await startTestSite();
  await createPictureFiles(app.ctx, 7);
  for (const [album, count] of [
    ['rentals', 7],
    ['djs', 3],
    ['about', 2],
  ] as const)
    await createPictureFiles(app.ctx, count, album);
  const ownWidth = width === onPhone.width ? 320 : width;
  const page = await visit({ origin: app.url, folder: '' }, { language, width: ownWidth });
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
