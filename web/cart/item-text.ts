import type { CartItem } from './cart-store.ts';

/** Spec §1: Georgian shows the Georgian name and description, every other language the Latin ones. */
export const nameOf = (item: CartItem, language: string): string => (language === 'ka' ? item.eventName : item.eventNameLat);

export const descriptionOf = (item: CartItem, language: string): string => (language === 'ka' ? item.description : item.descriptionLat);

const MINUTE_MS = 60_000;

/** Whole minutes a place is still held, the one that has begun included; 0 when the time is over. */
export const minutesLeft = (heldUntil: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(heldUntil) - now.getTime()) / MINUTE_MS));
