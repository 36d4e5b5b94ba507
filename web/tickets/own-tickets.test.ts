import { expect, test } from 'vitest';
import type { TicketView } from '#shared/tickets/tickets.contract.ts';
import { eventIdOf, newestFirst, validPrice } from './own-tickets.ts';

const ticket = (id: number): TicketView => ({
  id,
  basket: { id: 1, eventId: 7, price: 40, name: 'შესვლა', nameLat: 'Entry' },
  qrCodeUrl: 'data:,',
  isUsedTicket: false,
  holderName: null,
  usedAt: null,
  code: '',
});

test('tickets stand by id, highest first [§4.tickets §9.ticket-order]', () => {
  expect(newestFirst([ticket(3), ticket(90_417), ticket(12)])?.map(({ id }) => id)).toEqual([90_417, 12, 3]);
});

test('what is no list is no list of tickets [§4.tickets-format]', () => {
  for (const invalid of [undefined, null, {}, '[]', { tickets: [] }]) expect(newestFirst(invalid)).toBeUndefined();
  expect(newestFirst([])).toEqual([]);
});

test('a price that is none is not shown as one [§2.ticket-price]', () => {
  expect(validPrice(0)).toBe(0);
  expect(validPrice(35.5)).toBe(35.5);
  for (const invalid of [null, undefined, '35', Number.NaN, -1, Infinity]) expect(validPrice(invalid)).toBeUndefined();
});

test('a ticket without the number of its event is noticed', () => {
  expect(eventIdOf(ticket(1))).toBe(7);
  for (const invalid of [{}, { basket: {} }, { basket: { eventId: '7' } }, { basket: { eventId: 0 } }])
    expect(eventIdOf(invalid)).toBeUndefined();
});
