import { expect, test } from 'vitest';
import { eventView } from '#tests/factories/event-view.ts';
import { coverState, editionIn, editionOf, halfHourOf, isCoverState, tenthsOf } from './cover-state.ts';

const ticketType = { id: 1, name: '', nameLat: '', price: 40, available: 12, onSaleFrom: null, onSaleUntil: null };
const onSale = { baskets: [ticketType] };
const before = new Date('2026-11-20T12:00:00+04:00');
const at = (time: string, day = 22) => new Date(`2026-11-${day}T${time}:00+04:00`);

test('a poster begins as a proof, until something can be bought', () => {
  expect(coverState(eventView(), before)).toBe('announced');
  const later = { ...ticketType, available: 0, onSaleFrom: '2026-11-21T12:00:00+04:00' };
  expect(coverState(eventView({ baskets: [later] }), before)).toBe('announced');
  expect(coverState(eventView(onSale), before)).toBe('sold-0');
});

test('it shows the sold tenths, also between two sales, and that nothing is left', () => {
  expect(coverState(eventView({ ...onSale, soldTenths: 7 }), before)).toBe('sold-7');
  const next = { ...ticketType, id: 2, available: 0, onSaleFrom: '2026-11-21T12:00:00+04:00' };
  expect(coverState(eventView({ baskets: [{ ...ticketType, available: 0 }, next], soldTenths: 7 }), before)).toBe('sold-7');
  const closed = { ...ticketType, available: 0, onSaleUntil: '2026-11-20T11:00:00+04:00' };
  expect(coverState(eventView({ baskets: [closed], soldTenths: 7 }), before)).toBe('sold-7');
  expect(coverState(eventView({ baskets: [{ ...ticketType, available: 0 }] }), before)).toBe('sold-out');
  expect(coverState(eventView({ ...onSale, soldTenths: 10 }), before)).toBe('sold-out');
});

test('it is the clock of a running event, whatever was sold, pale in the morning after, and grey then or when the event is called off', () => {
  const event = eventView({ ...onSale, soldTenths: 10 });
  expect(coverState(event, at('22:59', 21))).toBe('sold-out');
  expect(coverState(event, at('23:00', 21))).toBe('half-hour-0');
  expect(coverState(event, at('03:29'))).toBe('half-hour-8');
  expect(coverState(event, at('03:30'))).toBe('half-hour-9');
  expect(coverState(event, at('07:00'))).toBe('half-hour-16');
  expect(coverState(event, at('07:01'))).toBe('morning');
  expect(coverState(event, at('18:59'))).toBe('morning');
  expect(coverState(event, at('19:00'))).toBe('over');
  expect(coverState({ ...event, isCancelled: true }, before)).toBe('over');
});

test('of an event of several days the clock stops after a day', () => {
  const event = eventView({ endDate: '2026-11-25T07:00:00+04:00' });
  expect(coverState(event, at('12:00', 24))).toBe('half-hour-47');
});

test('every state has a text of its own, and no other text is one', () => {
  for (const text of [
    'announced',
    'sold-0',
    'sold-9',
    'sold-out',
    'half-hour-0',
    'half-hour-47',
    'morning',
    'over',
    'edition-0',
    'edition-63',
  ])
    expect(isCoverState(text), text).toBe(true);
  for (const text of ['', 'sold-10', 'sold-01', 'half-hour-48', 'edition-64', 'sold-', 'sold--1', 'over ', 'OVER', 'constructor-1'])
    expect(isCoverState(text), text).toBe(false);
  expect([tenthsOf('sold-3'), halfHourOf('half-hour-31'), editionIn('edition-7')]).toEqual([3, 31, 7]);
  expect([tenthsOf('half-hour-3'), halfHourOf('over'), editionIn('sold-7')]).toEqual([undefined, undefined, undefined]);
});

test('a ticket is one of the prints of its edition, always the same', () => {
  const id = 2 ** 53 - 2;
  expect(editionOf(id)).toBe(editionOf(id));
  expect(isCoverState(editionOf(id))).toBe(true);
  expect(new Set(Array.from({ length: 200 }, (_, place) => editionOf(id - place))).size).toBe(64);
});
