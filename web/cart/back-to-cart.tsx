import { paths } from '#shared/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { secondsLeft, timerText, useServerNow } from './hold-clock.ts';
import { useCart } from './use-cart.ts';

/** After a failed payment: the way back to the places that are still held, with the time that is left, else to other events. */
export function BackToCart() {
  const { t } = useTranslation(['common', 'orders']);
  const { items, state } = useCart();
  const now = useServerNow();
  const left = items.flatMap(({ heldUntil }) => (heldUntil === null ? [] : [secondsLeft(heldUntil, now)]));
  const seconds = left.length === 0 ? 0 : Math.min(...left);
  const isHeld = seconds > 0;
  if (state === 'loading' && items.length === 0) return <div className="min-h-14" />;
  return (
    <>
      {items.length > 0 && (
        <LinkButton to={paths.cart} look="paper">
          {t('orders:to_cart')}
          {isHeld && <span className="type-tabular font-normal">{t('orders:held', { time: timerText(seconds) })}</span>}
        </LinkButton>
      )}
      <LinkButton to={paths.allEvents} look={items.length > 0 ? 'quiet' : 'paper'}>
        {t('orders:to_events')}
      </LinkButton>
    </>
  );
}
