import { z } from 'zod';

/** Whole tetri must fit into a column of integers: more than this nobody pays for a night. */
const GEL_DIGITS_MAX = 7;

/** An amount as banks write it, as a number or a text with up to two decimals, read to whole tetri without floating point. */
export const Amount = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(new RegExp(`^\\d{1,${GEL_DIGITS_MAX}}(\\.\\d{1,2}0{0,6})?$`)))
  .transform(toWholeTetri);

function toWholeTetri(amount: string): number {
  const [gel = '0', cents = ''] = amount.split('.');
  return Number(gel) * 100 + Number(cents.slice(0, 2).padEnd(2, '0'));
}
