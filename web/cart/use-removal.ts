import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/lib/browser-api.ts';
import { serverMessage } from '#web/lib/server-message.ts';
import { toast } from '#web/lib/toast.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import type { CartItem } from './cart-store.ts';
import { cart } from './cart.ts';
import { nameOf } from './item-text.ts';

/** Gives a ticket's place back; the toast takes it again, if one is still free. */
export function useRemoval(reload: () => void) {
  const { t } = useTranslation(['common', 'cart', 'errors']);
  const { language } = useLanguage();
  const [leaving, setLeaving] = useState<number>();

  const takeAgain = async ({ eventId, quantity }: CartItem) => {
    try {
      await api.cart.addTicket({ eventId, quantity });
      reload();
    } catch (error) {
      toast.error(serverMessage(error, t('cart:add_failed'), t));
    }
  };
  const remove = async (item: CartItem): Promise<boolean> => {
    setLeaving(item.ticketId);
    try {
      await api.cart.removeTicket({ eventId: item.eventId });
      cart.remove(item.ticketId);
      const undo = { label: t('cart:undo'), run: () => void takeAgain(item) };
      toast.success(t('cart:removed', { name: nameOf(item, language) }), undo);
      return true;
    } catch {
      toast.error(t('cart:remove_failed'));
      return false;
    } finally {
      setLeaving(undefined);
    }
  };
  return { leaving, remove };
}
