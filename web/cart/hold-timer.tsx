import { useTranslation } from 'react-i18next';
import { timeText } from '#shared/dates.ts';
import { secondsLeft, timerText } from './hold-time.ts';
import { useServerNow } from './use-server-now.ts';

const LATE_SECONDS = 60;

/** Until when a place is kept, by the venue's clock, and how long that still is, by the server's. */
export function HoldTimer({ heldUntil }: { heldUntil: string }) {
  const { t } = useTranslation(['common', 'cart']);
  const left = secondsLeft(heldUntil, useServerNow());
  if (left === 0) return <p className="type-meta text-warn">{t('cart:hold_over')}</p>;
  return (
    <p className="type-meta text-muted">
      {t('cart:held_until', { time: timeText(heldUntil) })} ·{' '}
      <span className={left <= LATE_SECONDS ? 'type-tabular font-semibold text-warn' : 'type-tabular'}>
        {t('cart:time_left', { time: timerText(left) })}
      </span>
    </p>
  );
}
