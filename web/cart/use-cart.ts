import { useEffect, useEffectEvent, useState } from 'react';
import type { ExpiredLineView } from '#shared/cart/cart.contract.ts';
import { ApiError } from '#shared/errors.ts';
import { eventName } from '#shared/events/timing.ts';
import type { Translate } from '#shared/translate.ts';
import { api } from '#web/lib/browser-api.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import type { CartItem } from './cart-store.ts';
import { forgetPromoCode, withCode } from './promo-codes.ts';
import { cart, cartChanged, fetchCart, refetchCart, useCartItems, useExpiredItems } from './cart.ts';

type ShownCart = {
  items: readonly CartItem[];
  /** Lines whose hold has expired. */
  expired: readonly ExpiredLineView[];
  state: 'loading' | 'ready' | 'failed';
  /** The message of a failed fetch. */
  message: string;
  reload(): void;
};

/** The server's cart, which replaces the browser's copy (spec §4) and is fetched again while the page is open. */
export function useCart(): ShownCart {
  const { t } = useTranslation(['common', 'cart', 'errors']);
  const items = useCartItems();
  const expired = useExpiredItems();
  const { state, error, reload } = useLoad(async (signal) => {
    await fetchCart(api, cart, { signal });
  }, []);
  const shown = state === 'ready' || state === 'failed' ? state : 'loading';
  useFreshCart(items, expired, shown === 'failed' ? reload : refetchCart);
  return { items, expired, state: shown, message: failureText(error, t), reload };
}

/** Spec §8: an answer that is no cart has a message of its own; a failed request shows its message. */
const failureText = (failure: unknown, t: Translate): string =>
  failure instanceof ApiError ? serverMessage(failure, t('cart:fetch_failed'), t) : t('cart:invalid_data');

/** Wire times have no fractions, so a hold may end up to this much later than its time. */
const FRACTION_MS = 1_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Fetches the cart again when the user returns to it (from another tab, a sleep or the bank's page), when a hold ends, and when the user
 * may take places again.
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

type Places = { eventId: number; quantity: number };
export type LineAction = 'remove' | 'take';

type LineActions = {
  /** The action that is running for the line of an event. */
  pending(eventId: number): LineAction | undefined;
  /** The last error of a line; shown at the line until another action starts. */
  problem(eventId: number): string | undefined;
  /** Each resolves to true if it succeeded. */
  remove(item: CartItem): Promise<boolean>;
  forget(line: ExpiredLineView): Promise<boolean>;
  takeAgain(line: ExpiredLineView): Promise<boolean>;
};

/** The actions on the lines of a cart: release a place, with an undo, or reserve an expired one again. */
export function useLineActions(): LineActions {
  const { t } = useTranslation(['common', 'cart', 'errors']);
  const { language } = useLanguage();
  const [running, setRunning] = useState<Record<number, LineAction | undefined>>({});
  const [problems, setProblems] = useState<Record<number, string | undefined>>({});

  const attempt = async (eventId: number, action: LineAction, work: () => Promise<unknown>, textOf: (error: unknown) => string) => {
    setRunning((before) => ({ ...before, [eventId]: action }));
    setProblems((before) => ({ ...before, [eventId]: undefined }));
    try {
      await work();
      return true;
    } catch (error) {
      const text = textOf(error);
      toast.error(text);
      setProblems((before) => ({ ...before, [eventId]: text }));
      return false;
    } finally {
      setRunning((before) => ({ ...before, [eventId]: undefined }));
      cartChanged();
    }
  };
  const take = ({ eventId, quantity }: Places, name: string) =>
    attempt(
      eventId,
      'take',
      async () => {
        await api.cart.addTicket({ eventId, quantity, ...withCode(eventId) });
        toast.success(t('cart:taken_again', { name }));
      },
      (error) => {
        if (error instanceof ApiError && error.body.code === 'code_invalid') forgetPromoCode(eventId);
        return serverMessage(error, t('cart:add_failed'), t);
      },
    );
  const remove = (eventId: number, done: () => void) =>
    attempt(
      eventId,
      'remove',
      async () => {
        await api.cart.removeTicket({ eventId });
        done();
      },
      () => t('cart:remove_failed'),
    );

  return {
    pending: (eventId) => running[eventId],
    problem: (eventId) => problems[eventId],
    remove: (item) =>
      remove(item.eventId, () => {
        const name = nameOf(item, language);
        cart.remove(item.ticketId);
        toast.success(t('cart:removed', { name }), { label: t('cart:undo'), run: () => void take(item, name) });
      }),
    forget: ({ eventId, event }) =>
      remove(eventId, () => {
        cart.forget(eventId);
        toast.success(t('cart:removed', { name: eventName(event, language) }));
      }),
    takeAgain: (line) => take(line, eventName(line.event, language)),
  };
}

/** Spec §1: Georgian shows the Georgian name and description, every other language the Latin ones. */
export const nameOf = ({ eventId, eventName: name, eventNameLat: nameLat }: CartItem, language: string): string =>
  eventName({ id: eventId, name, nameLat }, language);

export const descriptionOf = (item: CartItem, language: string): string => (language === 'ka' ? item.description : item.descriptionLat);
