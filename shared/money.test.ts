import { expect, test } from 'vitest';
import { moneyText, orderTotal, toGel, toTetri } from './money.ts';

test.each([0, 0.5, 35, 40.5, 999.99, 1234.5, 9999.99, 12_345.6, 1_234_567.89])(
  '%d GEL reads as ka-GE writes it [§1.prices §9.formats]',
  (gel) => {
    const icu = new Intl.NumberFormat('ka-GE', { style: 'currency', currency: 'GEL' }).format(gel);
    expect(moneyText(gel)).toBe(icu);
  },
);

test('less than nothing has a minus, not a hyphen', () => {
  expect(moneyText(-15)).toBe('\u221215,00\u00a0₾');
});

test('tetri survive the way to GEL and back', () => {
  for (const tetri of [1, 10, 4050, 4099, 1_000_001]) expect(toTetri(toGel(tetri))).toBe(tetri);
});

test('a float that is not exact still becomes the right tetri', () => {
  expect(toTetri(19.99)).toBe(1999);
  expect(toTetri(0.1 + 0.2)).toBe(30);
});

test('the total is the sum of the lines in whole tetri [§9.discount]', () => {
  const lines = [
    { quantity: 3, priceTetri: 3333 },
    { quantity: 1, priceTetri: 4050 },
  ];
  expect(orderTotal(lines)).toBe(14_049);
});

test('an empty cart costs nothing', () => {
  expect(orderTotal([])).toBe(0);
});
