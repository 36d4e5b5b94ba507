import { expect, test } from 'vitest';
import { orderTotal } from './order-total.ts';

test('the total is the sum of the lines in whole tetri [§9.discount]', () => {
  const lines = [
    { quantity: 3, priceTetri: 3333 },
    { quantity: 1, priceTetri: 4050 },
  ];
  expect(orderTotal(lines)).toEqual({ subtotalTetri: 14_049, discountTetri: 0, totalTetri: 14_049 });
});

test('an empty cart costs nothing', () => {
  expect(orderTotal([])).toEqual({ subtotalTetri: 0, discountTetri: 0, totalTetri: 0 });
});
