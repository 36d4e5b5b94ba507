import { expect, test } from 'vitest';
import { toTetri } from '#shared/money.ts';
import { readPrice, TicketTypeInput, writePrice } from './ticket-types.schemas.ts';

const ticketType = { name: 'ადრეული', nameLat: 'Early', price: 35, allocation: 100, onSaleFrom: null, onSaleUntil: null };

test('every price that can be written is read to the tetri and written again', () => {
  for (let tetri = 0; tetri < 20_000; tetri += 1) {
    const text = (tetri / 100).toFixed(2);
    const gel = readPrice(text.replace('.', tetri % 2 === 0 ? ',' : '.'));
    expect(toTetri(gel ?? -1)).toBe(tetri);
    expect(toTetri(readPrice(writePrice(gel ?? null)) ?? -1)).toBe(tetri);
  }
});

test('an empty text is no price, and any other text is refused', () => {
  expect(readPrice('  ')).toBe(null);
  expect(readPrice('0')).toBe(0);
  expect(['30,50 ₾', '30.5₾', '30 GEL ', '30 ლარი'].map(readPrice)).toEqual([30.5, 30.5, 30, 30]);
  for (const text of ['-1', '1.234', 'abc', '1e3', '1 000', '٣', '.5', '₾', '₾ ₾', '30 €'])
    expect([text, readPrice(text)]).toEqual([text, undefined]);
});

test('a price below a tetri, a broken allocation and a window that ends before it begins are refused at their field', () => {
  const keys = (input: object) =>
    TicketTypeInput.safeParse({ ...ticketType, ...input }).error?.issues.map(({ path, message }) => `${path} ${message}`);
  for (const price of [35.005, 0.000001, 1e-9]) expect(keys({ price })).toEqual(['price validation.price_format']);
  expect(keys({ price: 19.99 })).toBeUndefined();
  expect(keys({ allocation: 1.5, name: ' ' })).toEqual([
    'name validation.ticket_type_name_required',
    'allocation validation.allocation_format',
  ]);
  const [from, until] = ['2026-11-20T12:00:00+04:00', '2026-11-20T11:00:00+04:00'];
  expect(keys({ onSaleFrom: from, onSaleUntil: until })).toEqual(['onSaleUntil validation.window_order']);
});
