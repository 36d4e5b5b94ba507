import { expect, test } from 'vitest';
import { coverLetters, mtavruliOutline } from '#server/content/media/covers/letter.ts';

test('there is an outline for each of the 33 capitals, of cap height and drawn inside its bounds', () => {
  for (const letter of [...coverLetters, 'Ი']) {
    const { path, left, bottom, right, top } = mtavruliOutline(letter);
    expect(path).toMatch(/^M[-\d. MLQCZ]+Z$/);
    expect(top).toBeGreaterThan(700);
    expect(right - left).toBeGreaterThan(300);
    expect(bottom).toBeLessThanOrEqual(0);
  }
  expect(new Set(coverLetters).size).toBe(32);
  expect(() => mtavruliOutline('A')).toThrow(RangeError);
});
