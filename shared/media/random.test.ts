import { expect, test } from 'vitest';
import { createRandom, hashText, pick, pickWeighted } from './random.ts';

test('the hash agrees with the published FNV-1a values', () => {
  expect(hashText('')).toBe(0x811c9dc5);
  expect(hashText('a')).toBe(0xe40c292c);
  expect(hashText('foobar')).toBe(0xbf9cf968);
});

test('the hash reads code points, so a letter outside the basic plane counts once', () => {
  expect(hashText('𝄞')).toBe(Math.imul(2166136261 ^ 0x1d11e, 16777619) >>> 0);
});

test('the same seed gives the same stream, in [0, 1)', () => {
  const [one, other] = [createRandom(7), createRandom(7)];
  for (let draw = 0; draw < 1000; draw += 1) {
    const value = one();
    expect(value).toBe(other());
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThan(1);
  }
});

test('the stream is mulberry32', () => {
  const random = createRandom(1);
  expect([random(), random(), random()].map((value) => value * 2 ** 32)).toEqual([2693262067, 11749833, 2265367787]);
});

test('a pick falls on the first and the last item at the ends of the range', () => {
  expect(pick(() => 0, ['a', 'b', 'c'])).toBe('a');
  expect(pick(() => 1 - 2 ** -32, ['a', 'b', 'c'])).toBe('c');
});

test('a weighted pick shares the range out by weight and never takes a weight of zero', () => {
  const choices = [
    ['never', 0],
    ['one', 1],
    ['three', 3],
  ] as const;
  expect(pickWeighted(() => 0, choices)).toBe('one');
  expect(pickWeighted(() => 0.2499, choices)).toBe('one');
  expect(pickWeighted(() => 0.25, choices)).toBe('three');
  expect(pickWeighted(() => 1 - 2 ** -32, choices)).toBe('three');
});
