import { DISCOUNT_TETRI } from './constants.ts';

/** Money is whole tetri inside and a GEL number on the wire. */

export const toGel = (tetri: number): number => tetri / 100;

/** Converts GEL from the wire, or from a form, to whole tetri. */
export const toTetri = (gel: number): number => Math.round(gel * 100);

const NO_BREAK_SPACE = '\u00a0';

/**
 * `35,00 ₾`, `1234,50 ₾`, `12 345,60 ₾` with no-break spaces: ka-GE currency text in both languages (spec §9), grouped from five digits on.
 * Written by hand because browsers have no Georgian locale data and would print `GEL 35.00`.
 */
export function moneyText(gel: number): string {
  const tetri = toTetri(Math.abs(gel));
  const whole = String(Math.trunc(tetri / 100));
  const grouped = whole.length < 5 ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
  const cents = String(tetri % 100).padStart(2, '0');
  return `${gel < 0 ? '-' : ''}${grouped},${cents}${NO_BREAK_SPACE}₾`;
}

type Line = { quantity: number; priceTetri: number };
type OrderTotal = { subtotalTetri: number; discountTetri: number; totalTetri: number };

/** Returns the price of a cart in whole tetri: the sum of its lines, less the discount, which is fixed at 0 (spec §2 Cart, §9). */
export function orderTotal(lines: readonly Line[]): OrderTotal {
  const subtotalTetri = lines.reduce((sum, { quantity, priceTetri }) => sum + quantity * priceTetri, 0);
  return { subtotalTetri, discountTetri: DISCOUNT_TETRI, totalTetri: subtotalTetri - DISCOUNT_TETRI };
}
