import { useTranslation } from 'react-i18next';
import type { StaffNightRow } from '#shared/staff/nights.contract.ts';
import { classNames } from '#web/ui/class-names.ts';

const looks = { draft: 'text-warn', published: 'text-ok', cancelled: 'text-danger' } as const;

/** Draft, published or cancelled: a word, and a colour beside it. */
export function NightState({ night: { state, isComingSoon } }: { night: Pick<StaffNightRow, 'state' | 'isComingSoon'> }) {
  const { t } = useTranslation('staff-nights');
  return (
    <span className="whitespace-nowrap">
      <span className={classNames('font-semibold', looks[state])}>{t(`state.${state}`)}</span>
      {isComingSoon && <span className="text-muted">, {t('state.coming_soon')}</span>}
    </span>
  );
}
