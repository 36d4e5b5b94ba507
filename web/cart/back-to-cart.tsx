import { HOLD_MS } from '#shared/constants.ts';
import { SECOND_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { secondsLeft, timerText, useServerNow } from './hold-clock.ts';
import { useCart } from './use-cart.ts';

/**
 * After a failed payment: the way back to the places that are still held, with the time left, else to other events. The link works at once;
 * room for the time is reserved until the cart has loaded.
 */
export function BackToCart() {
  const { t } = useTranslation(['common', 'orders']);
  const { items, state } = useCart();
  const now = useServerNow();
  const left = items.flatMap(({ heldUntil }) => (heldUntil === null ? [] : [secondsLeft(heldUntil, now)]));
  const seconds = left.length === 0 ? 0 : Math.min(...left);
  const isLoading = state === 'loading' && items.length === 0;
  const mayResell = isLoading || items.length > 0;
  return (
    <>
      {mayResell && (
        <LinkButton to={paths.cart} look="paper">
          {t('orders:to_cart')}
          {(isLoading || seconds > 0) && (
            <span className={classNames('type-tabular font-normal', isLoading && 'invisible')}>
              {t('orders:time_left', { time: timerText(isLoading ? HOLD_MS / SECOND_MS : seconds) })}
            </span>
          )}
        </LinkButton>
      )}
      <LinkButton to={paths.allEvents} look={mayResell ? 'quiet' : 'paper'}>
        {t('orders:to_events')}
      </LinkButton>
    </>
  );
}
