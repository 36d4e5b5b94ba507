import { CURRENCY } from '#shared/constants.ts';
import { moneyText } from '#shared/money.ts';

/** A sum in the currency of its row. */
export const sumText = ({ currency }: { currency: string }, sum: number): string =>
  currency === CURRENCY ? moneyText(sum) : `${sum.toFixed(2)} ${currency}`;
