import { expect, test } from 'vitest';
import { placeholderImages } from '#server/content/gallery/placeholder-images.ts';
import { ALBUMS, type Album } from '#shared/gallery/pictures.ts';
import { pictures } from './placeholder-images/pictures.ts';
import { renderPicture } from './placeholder-images/render.ts';
import { scenes, type SceneName } from './placeholder-images/scenes.ts';

const galleryScenes: SceneName[] = ['beams', 'hall', 'stack', 'ball', 'decks'];
const sceneNames: SceneName[] = [...galleryScenes, 'bar', 'stair'];
const small = (scene: SceneName, fields: { file?: string; width?: number; height?: number } = {}) =>
  renderPicture({ file: 'small', scene, key: 'pink', second: 'cobalt', width: 120, height: 80, ...fields });

/** Returns the shares of bare and lit pixels. */
function coverage(pixels: Buffer): { bare: number; lit: number } {
  let [bare, lit] = [0, 0];
  for (let at = 0; at < pixels.length; at += 3) {
    const brightest = Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    if (brightest < 20) bare += 1;
    if (brightest > 100) lit += 1;
  }
  const all = pixels.length / 3;
  return { bare: bare / all, lit: lit / all };
}

const of = (album: Album) => pictures.filter((picture) => picture.album === album);
const shapes = (list: readonly { width: number; height: number }[]) => list.map(({ width, height }) => `${width}x${height}`);

test('the gallery has twenty pictures: five scenes, four pairs of colours each, three shapes', () => {
  expect(of('gallery')).toHaveLength(20);
  for (const scene of galleryScenes) {
    const pairs = of('gallery')
      .filter((picture) => picture.scene === scene)
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
  expect(new Set(pictures.map(({ file }) => file)).size).toBe(pictures.length);
  for (const album of ALBUMS) expect(of(album).map(({ position }) => position)).toEqual(of(album).map((_, place) => place));
  for (const { file, name, nameKa } of pictures) {
    expect(file).toMatch(/^[a-z]+(-[a-z]+)*-\d\d$/);
    expect(name).toMatch(/^[A-Z][a-z ]+, in [a-z]+ and [a-z]+$/);
    expect(nameKa).toMatch(/^[ა-ჰ ]+, [ა-ჰ]+ და [ა-ჰ]+ შუქში$/);
  }
});

test('neighbours differ in scene and colours, and so do the pictures of a set', () => {
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

test('the app has the list that the pictures are drawn from', () => {
  expect(placeholderImages).toEqual(
    pictures.map(({ file, album, position, name, nameKa, width, height }) => ({ file, album, position, name, nameKa, width, height })),
  );
});

test.each(sceneNames)('%s comes out the same every time, and another name another picture [§7.placeholders]', (scene) => {
  expect(small(scene).equals(small(scene))).toBe(true);
  expect(small(scene).equals(small(scene, { file: 'other' }))).toBe(false);
});

test.each(sceneNames)('%s is a night picture in every shape: bare coal and light', (scene) => {
  const sizes = [
    { width: 360, height: 240 },
    { width: 240, height: 360 },
    { width: 300, height: 300 },
    { width: 420, height: 180 },
    { width: 420, height: 120 },
  ];
  for (const shape of sizes) {
    const { bare, lit } = coverage(small(scene, shape));
    expect(bare).toBeGreaterThan(0.15);
    expect(lit).toBeGreaterThan(0.05);
  }
});
