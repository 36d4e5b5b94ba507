import { moneyText } from './money.ts';

/** A short price: `15 ₾` for whole lari, else as `moneyText`. */
export const priceText = (gel: number): string => moneyText(gel).replace(/,00(?=\D)/, '');
