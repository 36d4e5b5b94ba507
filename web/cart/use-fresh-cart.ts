import { useEffect, useEffectEvent } from 'react';
import type { ExpiredLineView } from '#shared/cart/cart.contract.ts';
import type { CartItem } from './cart-store.ts';
import { cart } from './cart.ts';

/** Wire times have no fractions, so a hold may end this much later than they say. */
const FRACTION_MS = 1_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Asks for the cart again when somebody comes back to it, from another tab, a sleep or the bank's page, and when a hold ends or its owner may take places again. */
export function useFreshCart(items: readonly CartItem[], expired: readonly ExpiredLineView[], refresh: () => void): void {
  const look = useEffectEvent(() => {
    if (!document.hidden) refresh();
  });

  useEffect(() => {
    const wake = () => look();
    const show = ({ persisted }: PageTransitionEvent) => persisted && look();
    document.addEventListener('visibilitychange', wake);
    globalThis.addEventListener('focus', wake);
    globalThis.addEventListener('online', wake);
    globalThis.addEventListener('pageshow', show);
    return () => {
      document.removeEventListener('visibilitychange', wake);
      globalThis.removeEventListener('focus', wake);
      globalThis.removeEventListener('online', wake);
      globalThis.removeEventListener('pageshow', show);
    };
  }, []);

  useEffect(() => {
    const times = [...items.map(({ heldUntil }) => heldUntil), ...expired.map(({ againAt }) => againAt ?? null)];
    const changes = times.flatMap((time) => (time === null ? [] : [Date.parse(time)]));
    if (changes.length === 0) return undefined;
    const waitMs = Math.max(0, Math.min(...changes) - cart.now()) + FRACTION_MS;
    const timer = setTimeout(look, Math.min(waitMs, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [items, expired]);
}
