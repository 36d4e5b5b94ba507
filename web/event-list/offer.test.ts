import { expect, test } from 'vitest';
import { isOutdated, offerOf } from '#web/event-list/offer.tsx';

const endDate = '2026-11-22T07:00:00+04:00';
const now = new Date('2026-11-21T18:00:00+04:00');
const basket = { id: 1, name: 'ა', nameLat: 'A', price: 40.5, available: 3, onSaleFrom: null, onSaleUntil: null };
const event = { endDate, isCancelled: false, baskets: [basket] };
const gone = { ...basket, available: 0 };
const later = { ...gone, id: 2, price: 60, onSaleFrom: '2026-11-21T19:00:00+04:00' };
const latest = { ...later, id: 3, price: 70, onSaleFrom: '2026-11-21T20:00:00+04:00' };
const closed = { ...gone, onSaleUntil: '2026-11-21T18:00:00+04:00' };

const offer = (...baskets: (typeof basket | typeof later | typeof closed)[]) => offerOf({ ...event, baskets }, now);

test('the first basket gives the price', () => {
  expect(offer(basket, { ...basket, id: 2, price: 60 })).toEqual({ kind: 'on_sale', price: 40.5 });
});

test('a free event is on sale', () => {
  expect(offer({ ...basket, price: 0 })).toEqual({ kind: 'on_sale', price: 0 });
});

test('with nothing left and nothing to come an event is sold out', () => {
  expect(offer(gone)).toEqual({ kind: 'sold_out', price: 40.5 });
});

test('with nothing on sale the ticket type that opens first says when and for how much', () => {
  expect(offer(gone, latest, later)).toEqual({ kind: 'not_yet', price: 60, from: later.onSaleFrom });
  expect(offer(closed, later)).toMatchObject({ kind: 'not_yet', price: 60 });
});

test('a sale that closed is over, also while the page stays open', () => {
  expect(offer(closed)).toEqual({ kind: 'sale_over', price: 40.5 });
  expect(offer({ ...closed, available: 3 })).toEqual({ kind: 'sale_over', price: 40.5 });
});

test('without a basket or without its price there is no price', () => {
  expect(offer()).toEqual({ kind: 'no_price' });
  expect(offerOf({ ...event, baskets: [{ ...basket, price: null }] }, now)).toEqual({ kind: 'no_price' });
});

test('at the very end it is over, with the price it had', () => {
  expect(offerOf(event, new Date(Date.parse(endDate) - 1)).kind).toBe('on_sale');
  expect(offerOf(event, new Date(endDate))).toEqual({ kind: 'over', price: 40.5 });
  expect(offerOf({ ...event, baskets: [] }, new Date(endDate))).toEqual({ kind: 'over', price: null });
});

test('a cancelled event is cancelled, before and after', () => {
  for (const at of [now, new Date(endDate)]) expect(offerOf({ ...event, isCancelled: true }, at)).toEqual({ kind: 'cancelled' });
});

test('the state of a sale is outdated once it began or closed', () => {
  expect(isOutdated({ baskets: [basket, later] }, now)).toBe(false);
  expect(isOutdated({ baskets: [later] }, new Date(later.onSaleFrom))).toBe(true);
  expect(isOutdated({ baskets: [{ ...basket, onSaleUntil: later.onSaleFrom }] }, new Date(later.onSaleFrom))).toBe(true);
  expect(isOutdated({ baskets: [closed] }, now)).toBe(false);
});
