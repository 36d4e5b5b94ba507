import { expect, test } from 'vitest';
import { nightPrints } from './night-prints/prints.ts';
import { renderPrint } from './night-prints/render.ts';
import { scenes, type SceneName } from './night-prints/scenes.ts';

const sceneNames: SceneName[] = ['beams', 'hall', 'stack', 'ball', 'decks'];
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

test('there are twenty pictures: five scenes, four pairs of inks each, three shapes', () => {
  expect(nightPrints).toHaveLength(20);
  for (const scene of sceneNames) {
    const pairs = nightPrints.filter((print) => print.scene === scene).map(({ key, second }) => `${key} ${second}`);
    expect(new Set(pairs).size).toBe(4);
  }
  expect(new Set(nightPrints.map(({ width, height }) => `${width}x${height}`))).toEqual(new Set(['1080x720', '720x1080', '1080x1080']));
  expect(Object.keys(scenes).toSorted()).toEqual(sceneNames.toSorted());
});

test('every picture has a file of its own, a place of its own and a sentence in both languages', () => {
  expect(new Set(nightPrints.map(({ file }) => file)).size).toBe(20);
  expect(nightPrints.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, position) => position));
  for (const { file, name, nameKa } of nightPrints) {
    expect(file).toMatch(/^[a-z]+(-[a-z]+)*-0[1-4]$/);
    expect(name).toMatch(/^[A-Z][a-z ]+, in [a-z]+ and [a-z]+$/);
    expect(nameKa).toMatch(/^[ა-ჰ ]+, [ა-ჰ]+ და [ა-ჰ]+ შუქში$/);
  }
  expect(new Set(nightPrints.map(({ name }) => name)).size).toBe(20);
});

test('neighbours differ in scene', () => {
  nightPrints.slice(1).forEach(({ scene }, place) => expect(scene).not.toBe(nightPrints[place]?.scene));
});

test.each(sceneNames)('%s comes out the same every time, and another id another picture', (scene) => {
  expect(small(scene).equals(small(scene))).toBe(true);
  expect(small(scene).equals(small(scene, { id: 'other' }))).toBe(false);
});

test.each(sceneNames)('%s is a night picture in every shape: bare coal and printed light', (scene) => {
  const shapes = [
    { width: 360, height: 240 },
    { width: 240, height: 360 },
    { width: 300, height: 300 },
  ];
  for (const shape of shapes) {
    const { bare, printed } = coverage(small(scene, shape));
    expect(bare).toBeGreaterThan(0.15);
    expect(printed).toBeGreaterThan(0.05);
  }
});
