import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExpiredLineView } from '#shared/cart/cart.contract.ts';
import { ApiError } from '#shared/errors.ts';
import { api } from '#web/lib/browser-api.ts';
import type { Translate } from '#web/lib/i18n.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/use-load.ts';
import type { CartItem } from './cart-store.ts';
import { cart, fetchCart, refetchCart, useCartItems, useExpiredItems } from './cart.ts';

type ShownCart = {
  items: readonly CartItem[];
  /** Lines whose hold has expired. */
  expired: readonly ExpiredLineView[];
  state: 'loading' | 'ready' | 'failed';
  /** The message of a failed fetch. */
  message: string;
  reload(): void;
};

/** The server's cart, which replaces the browser's copy (spec §4) and is fetched again while the page stays open. */
export function useCart(): ShownCart {
  const { t } = useTranslation(['common', 'cart', 'errors']);
  const items = useCartItems();
  const expired = useExpiredItems();
  const { state, error, reload } = useLoad(async (signal) => {
    try {
      await fetchCart(api, cart, { signal });
    } catch (failure) {
      if (!signal.aborted) toast.error(failureText(failure, t));
      throw failure;
    }
  }, []);
  const shown = state === 'ready' || state === 'failed' ? state : 'loading';
  useFreshCart(items, expired, shown === 'failed' ? reload : refetchCart);
  return { items, expired, state: shown, message: failureText(error, t), reload };
}

/** Spec §8: an answer that is no cart has a message of its own; a failed request shows its message. */
const failureText = (failure: unknown, t: Translate): string =>
  failure instanceof ApiError ? serverMessage(failure, t('cart:fetch_failed'), t) : t('cart:invalid_data');

/** Wire times have no fractions, so a hold may end up to this much later than the time says. */
const FRACTION_MS = 1_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Fetches the cart again when the user returns to it, from another tab, a sleep or the bank's page, and when a hold ends or the user may
 * take places again.
 */
function useFreshCart(items: readonly CartItem[], expired: readonly ExpiredLineView[], refresh: () => void): void {
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
