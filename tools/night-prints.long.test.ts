import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ALBUMS, type Album } from '#shared/gallery/albums.ts';
import { makePrints, readyIn, type ReadyPrint } from './night-prints/make.ts';
import { inMakingOrder, nightPrints } from './night-prints/prints.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { renderPrint } from './night-prints/render.ts';
import { scenes, type SceneName } from './night-prints/scenes.ts';

const galleryScenes: SceneName[] = ['beams', 'hall', 'stack', 'ball', 'decks'];
const sceneNames: SceneName[] = [...galleryScenes, 'bar', 'stair'];
const small = (scene: SceneName, fields: { id?: string; width?: number; height?: number } = {}) =>
  renderPrint({ id: 'small', scene, key: 'pink', second: 'cobalt', width: 120, height: 80, ...fields });

/** Shares of pixels by what was printed on them. */
function coverage(pixels: Buffer): { bare: number; printed: number } {
  let [bare, printed] = [0, 0];
  for (let at = 0; at < pixels.length; at += 3) {
    const brightest = Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    if (brightest < 20) bare += 1;
    if (brightest > 100) printed += 1;
  }
  const all = pixels.length / 3;
  return { bare: bare / all, printed: printed / all };
}

const of = (album: Album) => nightPrints.filter((print) => print.album === album);
const shapes = (prints: readonly { width: number; height: number }[]) => prints.map(({ width, height }) => `${width}x${height}`);

test('the gallery has twenty pictures: five scenes, four pairs of inks each, three shapes', () => {
  expect(of('gallery')).toHaveLength(20);
  for (const scene of galleryScenes) {
    const pairs = of('gallery')
      .filter((print) => print.scene === scene)
      .map(({ key, second }) => `${key} ${second}`);
    expect(new Set(pairs).size).toBe(4);
  }
  expect(new Set(shapes(of('gallery')))).toEqual(new Set(['1080x720', '720x1080', '1080x1080']));
  expect(Object.keys(scenes).toSorted()).toEqual(sceneNames.toSorted());
});

test('the other albums have their covers and sets, the stages in one shape', () => {
  expect(shapes(of('rentals'))).toEqual(['1600x686', ...Array<string>(6).fill('1080x720')]);
  expect(shapes(of('djs'))).toEqual(['1600x686', '1080x720', '1080x720']);
  expect(shapes(of('about'))).toEqual(['1080x720', '1080x720']);
  expect(shapes(of('profile'))).toEqual(['1600x457']);
});

test('every picture has a file of its own, a place of its own in its album and a sentence in both languages', () => {
  expect(new Set(nightPrints.map(({ file }) => file)).size).toBe(nightPrints.length);
  for (const album of ALBUMS) expect(of(album).map(({ position }) => position)).toEqual(of(album).map((_, place) => place));
  for (const { file, name, nameKa } of nightPrints) {
    expect(file).toMatch(/^[a-z]+(-[a-z]+)*-\d\d$/);
    expect(name).toMatch(/^[A-Z][a-z ]+, in [a-z]+ and [a-z]+$/);
    expect(nameKa).toMatch(/^[ა-ჰ ]+, [ა-ჰ]+ და [ა-ჰ]+ შუქში$/);
  }
});

test('neighbours differ in scene and inks, and so do the pictures of a set', () => {
  for (const album of ALBUMS)
    of(album)
      .slice(1)
      .forEach(({ scene, key }, place) => {
        expect(scene).not.toBe(of(album)[place]?.scene);
        expect(key).not.toBe(of(album)[place]?.key);
      });
  for (const album of ['rentals', 'djs', 'about'] as const) {
    const looks = of(album).map(({ scene, key, second }) => `${scene} ${key} ${second}`);
    expect(new Set(looks).size).toBe(looks.length);
  }
});

test('covers are made first, then the sets of the screens, then the gallery', () => {
  expect(inMakingOrder.map(({ album }) => album)).toEqual([
    'rentals',
    'djs',
    'about',
    'profile',
    ...Array<string>(6).fill('rentals'),
    'djs',
    'djs',
    'about',
    ...Array<string>(20).fill('gallery'),
  ]);
  expect(inMakingOrder).toHaveLength(nightPrints.length);
});

test.each(sceneNames)('%s comes out the same every time, and another id another picture', (scene) => {
  expect(small(scene).equals(small(scene))).toBe(true);
  expect(small(scene).equals(small(scene, { id: 'other' }))).toBe(false);
});

test.each(sceneNames)('%s is a night picture in every shape: bare coal and printed light', (scene) => {
  const sizes = [
    { width: 360, height: 240 },
    { width: 240, height: 360 },
    { width: 300, height: 300 },
    { width: 420, height: 180 },
    { width: 420, height: 120 },
  ];
  for (const shape of sizes) {
    const { bare, printed } = coverage(small(scene, shape));
    expect(bare).toBeGreaterThan(0.15);
    expect(printed).toBeGreaterThan(0.05);
  }
});

test('one width of every picture is made before the next, and each is told of when its files are whole', async () => {
  const folder = createTestFolder();
  const [one, other] = nightPrints.map((print) => ({ ...print, width: 720, height: 36 }));
  if (!one || !other) throw new Error('There are no pictures.');
  const told: ReadyPrint[] = [];
  const make = () =>
    makePrints(folder, [one, other], (ready) => {
      expect(ready).toEqual(readyIn(folder, ready.file === one.file ? one : other));
      told.push(ready);
    });
  await make();
  expect(told.map(({ file, widths, width, height }) => [file, widths, width, height])).toEqual([
    [one.file, [720], 720, 36],
    [other.file, [720], 720, 36],
    [one.file, [480, 720], 720, 36],
    [other.file, [480, 720], 720, 36],
  ]);
  const files = readdirSync(folder);
  expect(files).toHaveLength(12);

  told.length = 0;
  await make();
  expect(told).toEqual([]);
  rmSync(join(folder, `${other.file}-480.webp`));
  expect(readyIn(folder, other)?.widths).toEqual([720]);
  await make();
  expect(told.map(({ file, widths }) => [file, widths])).toEqual([[other.file, [480, 720]]]);
  expect(readdirSync(folder)).toEqual(files);
});
