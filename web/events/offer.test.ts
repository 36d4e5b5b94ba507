import { expect, test } from 'vitest';
import { offerOf } from './offer.ts';

const endDate = '2026-11-22T07:00:00+04:00';
const now = new Date('2026-11-21T18:00:00+04:00');
const basket = { id: 1, name: 'ა', nameLat: 'A', price: 40.5, available: 3 };

test('the first basket gives the price', () => {
  expect(offerOf({ endDate, baskets: [basket, { ...basket, id: 2, price: 60 }] }, now)).toEqual({ kind: 'on_sale', price: 40.5 });
});

test('a ticket may cost nothing', () => {
  expect(offerOf({ endDate, baskets: [{ ...basket, price: 0 }] }, now)).toEqual({ kind: 'on_sale', price: 0 });
});

test('without places there is a price but nothing to take', () => {
  expect(offerOf({ endDate, baskets: [{ ...basket, available: 0 }] }, now)).toEqual({ kind: 'none_left', price: 40.5 });
});

test('without a basket, or without its price, there is no price', () => {
  expect(offerOf({ endDate, baskets: [] }, now)).toEqual({ kind: 'no_price' });
  expect(offerOf({ endDate, baskets: [{ ...basket, price: null }] }, now)).toEqual({ kind: 'no_price' });
});

test('tickets are offered until the very end and not at it', () => {
  expect(offerOf({ endDate, baskets: [basket] }, new Date(Date.parse(endDate) - 1)).kind).toBe('on_sale');
  expect(offerOf({ endDate, baskets: [basket] }, new Date(endDate)).kind).toBe('over');
});
