import { useTranslation } from 'react-i18next';
import type { ExpiredLineView } from '#shared/cart/cart.contract.ts';
import { ApiError } from '#shared/errors.ts';
import { api } from '#web/lib/browser-api.ts';
import type { Translate } from '#web/lib/i18n.ts';
import { serverMessage } from '#web/lib/server-message.ts';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/use-load.ts';
import type { CartItem } from './cart-store.ts';
import { cart, lookAgain, useCartItems, useExpiredItems } from './cart.ts';
import { fetchCart } from './fetch-cart.ts';
import { useFreshCart } from './use-fresh-cart.ts';

type ShownCart = {
  items: readonly CartItem[];
  /** Lines whose time is over. */
  expired: readonly ExpiredLineView[];
  state: 'loading' | 'ready' | 'failed';
  /** What to say about a failed fetch. */
  message: string;
  reload(): void;
};

/** The server's cart, which replaces the one the browser knew (spec §4), and stays the server's as long as somebody looks at it. */
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
  useFreshCart(items, expired, shown === 'failed' ? reload : lookAgain);
  return { items, expired, state: shown, message: failureText(error, t), reload };
}

/** Spec §8: whatever came that is no cart reads as such; a failed call says its message. */
const failureText = (failure: unknown, t: Translate): string =>
  failure instanceof ApiError ? serverMessage(failure, t('cart:fetch_failed'), t) : t('cart:invalid_data');
