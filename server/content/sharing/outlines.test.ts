import { expect, test } from 'vitest';
import { fitLines } from './outlines.ts';

/** Every letter is half as wide as it is high. */
const setting = { measure: (word: string) => word.length / 2, space: 0.5, largest: 200, smallest: 40, capHeight: 0.7, pitch: 0.9 };
const box = { width: 600, height: 300 };
const fit = (text: string) => fitLines(text, box, setting);

test('a short name is as large as is allowed, a long word as wide as the box', () => {
  expect(fit('Aso')).toEqual({ lines: ['Aso'], size: 200 });
  expect(fit('Nulovani')).toEqual({ lines: ['Nulovani'], size: 150 });
});

test('a name breaks between words where that makes it larger, into lines of like width', () => {
  expect(fit('Deep Kura').lines).toEqual(['Deep', 'Kura']);
  expect(fit('A night of the lower valley').lines).toEqual(['A night of', 'the lower', 'valley']);
});

test('no line of any name leaves the box', () => {
  for (const text of ['', ' ', 'x', 'x'.repeat(500), 'word '.repeat(100), 'a b c d e f', `${'long'.repeat(9)} x`]) {
    const { lines, size } = fit(text);
    expect(lines.length).toBeLessThanOrEqual(3);
    expect((0.7 + (lines.length - 1) * 0.9) * size).toBeLessThanOrEqual(300.001);
    for (const line of lines) expect((line.length / 2) * size).toBeLessThanOrEqual(600.001);
  }
});

test('a name that would be too small to read is shortened', () => {
  const { lines, size } = fit('word, '.repeat(60));
  expect(size).toBeGreaterThanOrEqual(40);
  expect(lines.at(-1)).toMatch(/word…$/);
  expect(fit('x'.repeat(100)).lines).toEqual([`${'x'.repeat(29)}…`]);
});
