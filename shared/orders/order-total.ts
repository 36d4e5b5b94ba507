import { DISCOUNT_TETRI } from '#shared/constants.ts';

type Line = { quantity: number; priceTetri: number };
export type OrderTotal = { subtotalTetri: number; discountTetri: number; totalTetri: number };

/** Returns the price of a cart in whole tetri: the sum of its lines, less the discount, which is fixed at 0 (spec §2 Cart, §9). */
export function orderTotal(lines: readonly Line[]): OrderTotal {
  const subtotalTetri = lines.reduce((sum, { quantity, priceTetri }) => sum + quantity * priceTetri, 0);
  return { subtotalTetri, discountTetri: DISCOUNT_TETRI, totalTetri: subtotalTetri - DISCOUNT_TETRI };
}
