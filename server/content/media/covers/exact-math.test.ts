import { expect, test } from 'vitest';
import { cosine, length, power, sine } from './exact-math.ts';

test('sine and cosine agree with Math to twelve digits, several turns both ways', () => {
  for (let angle = -20; angle <= 20; angle += 0.037) {
    expect(sine(angle)).toBeCloseTo(Math.sin(angle), 12);
    expect(cosine(angle)).toBeCloseTo(Math.cos(angle), 12);
  }
});

test('powers agree with Math to eight digits', () => {
  for (let base = 0; base <= 1; base += 0.05) {
    for (let exponent = 0; exponent <= 2; exponent += 0.11) {
      expect(power(base, exponent)).toBeCloseTo(base ** exponent, 8);
    }
  }
});

test('a vector has the length Pythagoras gives it', () => {
  expect(length(3, -4)).toBe(5);
});
