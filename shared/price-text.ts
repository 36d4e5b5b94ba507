import { moneyText } from './money.ts';

/** A price as it is said: `15 ₾` for whole lari, else as `moneyText`. */
export const priceText = (gel: number): string => moneyText(gel).replace(/,00(?=\D)/, '');
