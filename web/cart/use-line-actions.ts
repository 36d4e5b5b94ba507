import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExpiredLineView } from '#shared/cart/cart.contract.ts';
import { eventName } from '#shared/events/timing.ts';
import { api } from '#web/lib/browser-api.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import type { CartItem } from './cart-store.ts';
import { cart, cartChanged } from './cart.ts';

type Places = { eventId: number; quantity: number };
export type LineAction = 'remove' | 'take';

export type LineActions = {
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
  const addFailure = (error: unknown) => serverMessage(error, t('cart:add_failed'), t);
  const take = ({ eventId, quantity }: Places, name: string) =>
    attempt(
      eventId,
      'take',
      async () => {
        await api.cart.addTicket({ eventId, quantity });
        toast.success(t('cart:taken_again', { name }));
      },
      addFailure,
    );
  const release = (eventId: number, done: () => void) =>
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
      release(item.eventId, () => {
        const name = nameOf(item, language);
        cart.remove(item.ticketId);
        toast.success(t('cart:removed', { name }), { label: t('cart:undo'), run: () => void take(item, name) });
      }),
    forget: ({ eventId, event }) =>
      release(eventId, () => {
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
