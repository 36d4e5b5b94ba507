import { useTranslation } from 'react-i18next';
import { timeText } from '#shared/dates.ts';
import { classNames } from '#web/ui/class-names.ts';

/** Whether what is seen is of this moment, by a dot and a word; if not, of when it is. */
export function LiveMark({ isLive, at }: { isLive: boolean; at: string | undefined }) {
  const { t } = useTranslation('staff-tonight');
  const word = isLive ? t('live') : at === undefined ? t('connecting') : t('stale', { time: timeText(at) });
  return (
    <output className="inline-flex min-h-11 items-center gap-2">
      <span aria-hidden="true" className={classNames('size-3 rounded-full border-2', isLive ? 'border-ok bg-ok' : 'border-warn')} />
      <span className={classNames(!isLive && 'font-semibold text-warn')}>{word}</span>
    </output>
  );
}
