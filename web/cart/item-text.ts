import type { CartItem } from './cart-store.ts';

/** Spec §1: Georgian shows the Georgian name and description, every other language the Latin ones. */
export const nameOf = (item: CartItem, language: string): string => (language === 'ka' ? item.eventName : item.eventNameLat);

export const descriptionOf = (item: CartItem, language: string): string => (language === 'ka' ? item.description : item.descriptionLat);

const MINUTE_MS = 60_000;

/** Whole minutes a place is still held, at least 1 until the time is over and then 0. `now` may be the beginning of the present minute. */
export function minutesLeft(heldUntil: string, now: Date): number {
  const left = (Date.parse(heldUntil) - now.getTime()) / MINUTE_MS;
  return left > 0 ? Math.max(1, Math.floor(left)) : 0;
}
