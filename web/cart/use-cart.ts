import { useTranslation } from 'react-i18next';
import { ApiError } from '#shared/errors.ts';
import { api } from '#web/lib/browser-api.ts';
import type { Translate } from '#web/lib/i18n.ts';
import { serverMessage } from '#web/lib/server-message.ts';
import { toast } from '#web/lib/toast.ts';
import { useLoad } from '#web/lib/use-load.ts';
import type { CartItem } from './cart-store.ts';
import { itemsIn } from './cart-store.ts';
import { cart, useCartItems } from './cart.ts';

type ShownCart = {
  items: readonly CartItem[];
  state: 'loading' | 'ready' | 'failed';
  /** What to say about a failed fetch. */
  message: string;
  reload(): void;
};

/** The server's cart, which replaces the one the browser knew (spec §4). */
export function useCart(): ShownCart {
  const { t } = useTranslation(['common', 'cart', 'errors']);
  const items = useCartItems();
  const { state, error, reload } = useLoad(async (signal) => {
    try {
      cart.replaceAll(readCart(await api.cart.get({}, { signal })));
    } catch (failure) {
      if (!signal.aborted) toast.error(failureText(failure, t));
      throw failure;
    }
  }, []);
  const shown = state === 'ready' || state === 'failed' ? state : 'loading';
  return { items, state: shown, message: failureText(error, t), reload };
}

function readCart(answer: unknown): CartItem[] {
  const items = itemsIn(isObject(answer) ? answer : undefined);
  if (!items) throw new TypeError('This is no cart.');
  return items;
}

const isObject = (answer: unknown): answer is object => typeof answer === 'object' && answer !== null;

/** Spec §8: whatever came that is no cart reads as such; a failed call says its message. */
const failureText = (failure: unknown, t: Translate): string =>
  failure instanceof ApiError ? serverMessage(failure, t('cart:fetch_failed'), t) : t('cart:invalid_data');
