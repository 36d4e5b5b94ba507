import type { ReportSum } from '#shared/staff/reports.contract.ts';
import { CalledOff } from '#web/staff/components/state-word.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** After the day of a cancelled event: that it is cancelled, and whether the money beside it was refunded. */
export function Cancelled({ sums }: { sums: readonly Pick<ReportSum, 'refunded' | 'net'>[] }) {
  const { t } = useTranslation('staff-reports');
  const isRetained = sums.some(({ net }) => net > 0);
  const isRefunded = sums.some(({ refunded }) => refunded > 0);
  return <CalledOff>{t(!isRetained ? 'cancelled' : isRefunded ? 'cancelled_partly' : 'cancelled_not_refunded')}</CalledOff>;
}
