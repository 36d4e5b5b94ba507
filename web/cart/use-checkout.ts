import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type ErrorCode } from '#shared/errors.ts';
import { api } from '#web/lib/browser-api.ts';
import { serverMessage } from '#web/lib/server-message.ts';
import { toast } from '#web/lib/toast.ts';
import type { CartItem } from './cart-store.ts';

/** What was answered means that the cart is not what is shown here. */
const CART_IS_ANOTHER = new Set<ErrorCode | undefined>(['hold_expired', 'cart_changed', 'cart_empty']);

type Checkout = {
  isPending: boolean;
  /** Stands under the button until the next try. */
  problem: string | undefined;
  /** `onRefused`: the terms are not accepted. */
  start(isAccepted: boolean, onRefused: () => void): Promise<void>;
};

/** Spec §4: with the terms accepted and something in the cart, the browser goes where the bank waits. */
export function useCheckout(items: readonly CartItem[], reload: () => void): Checkout {
  const { t } = useTranslation(['common', 'cart', 'errors']);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  useReturnFromBank(() => setPending(false));

  const fail = (text: string) => {
    toast.error(text);
    setProblem(text);
    setPending(false);
  };
  const start: Checkout['start'] = async (isAccepted, onRefused) => {
    setProblem(undefined);
    if (items.length === 0) return fail(t('cart:checkout_empty'));
    if (!isAccepted) {
      toast.warning(t('cart:accept_terms'));
      return onRefused();
    }
    setPending(true);
    try {
      const { redirect } = await api.cart.checkout();
      if (redirect) return location.assign(redirect);
      return fail(t('cart:checkout_no_redirect'));
    } catch (error) {
      if (error instanceof ApiError && CART_IS_ANOTHER.has(error.body.code)) reload();
      return fail(serverMessage(error, t('cart:checkout_failed'), t));
    }
  };
  return { isPending, problem, start };
}

/** The browser may bring the page back as it was left, with the button still waiting. */
function useReturnFromBank(onReturn: () => void): void {
  const shown = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) onReturn();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => shown(event);
    globalThis.addEventListener('pageshow', listen);
    return () => globalThis.removeEventListener('pageshow', listen);
  }, []);
}
