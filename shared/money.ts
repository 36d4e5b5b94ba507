/** Money is whole tetri internally and a GEL number on the wire. */

export const toGel = (tetri: number): number => tetri / 100;

/** Converts GEL from the wire, or from a form, to whole tetri. */
export const toTetri = (gel: number): number => Math.round(gel * 100);

const NO_BREAK_SPACE = '\u00a0';
/** As wide as a figure, unlike a hyphen. */
const MINUS = '\u2212';

/**
 * `35,00 ₾`, `1234,50 ₾`, `12 345,60 ₾` with no-break spaces: ka-GE currency text in both languages (spec §9), grouped from five digits on.
 * Hand-written because browsers have no Georgian locale data and would print `GEL 35.00`.
 */
export function moneyText(gel: number): string {
  const tetri = toTetri(Math.abs(gel));
  const whole = String(Math.trunc(tetri / 100));
  const grouped = whole.length < 5 ? whole : whole.replaceAll(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
  const cents = String(tetri % 100).padStart(2, '0');
  return `${gel < 0 ? MINUS : ''}${grouped},${cents}${NO_BREAK_SPACE}₾`;
}

type Line = { quantity: number; priceTetri: number };

/** The price of lines in whole tetri. Their prices already include a promo code. */
export const orderTotal = (lines: readonly Line[]): number =>
  lines.reduce((sum, { quantity, priceTetri }) => sum + quantity * priceTetri, 0);
