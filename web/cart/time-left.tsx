import type { CSSProperties } from 'react';
import { HOLD_MS } from '#shared/constants.ts';
import { SECOND_MS } from '#shared/durations.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import type { CartItem } from './cart-store.ts';
import { secondsLeft, timerText, useServerNow } from './hold-clock.ts';

type LeftStyle = CSSProperties & { '--left': number };

const LATE_SECONDS = 180;

/** The time until the first of the cart's reservations ends, by the server's clock, over a bar that becomes shorter. */
export function TimeLeft({ items, className }: { items: readonly CartItem[]; className?: string }) {
  const { t } = useTranslation(['common', 'cart']);
  const now = useServerNow();
  const left = Math.min(...items.flatMap(({ heldUntil }) => (heldUntil === null ? [] : secondsLeft(heldUntil, now))));
  if (left === 0 || left === Infinity) return null;
  const style: LeftStyle = { '--left': Math.min(1, (left * SECOND_MS) / HOLD_MS) };
  return (
    <div style={style} className={classNames('flex flex-col gap-1', className)}>
      <p className={classNames('type-tabular text-[1.25rem] leading-7 font-bold', left <= LATE_SECONDS && 'text-warn')}>
        {t('cart:time_left', { time: timerText(left) })}
      </p>
      <div aria-hidden="true" className="h-0.5 bg-surface-3">
        <div className="h-full origin-left scale-x-(--left) bg-accent" />
      </div>
    </div>
  );
}
