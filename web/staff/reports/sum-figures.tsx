import { CURRENCY } from '#shared/constants.ts';
import type { ReportSum } from '#shared/staff/reports.contract.ts';
import { Figures } from '#web/staff/components/data-table.tsx';
import { sumText } from '#web/staff/components/sum-text.ts';
import { useTranslation } from '#web/ui/translation.tsx';

/** The sums above a report: people and money; for another currency than the club's, only the money. */
export function SumFigures({ sums }: { sums: readonly ReportSum[] }) {
  const { t } = useTranslation('staff-reports');
  return sums.map((sum) => {
    const people = (['sold', 'came'] as const).map((name) => ({ label: t(name), value: String(sum[name]) }));
    const money = (['gross', 'refunded', 'net'] as const).map((name) => ({
      label: t(name),
      value: sumText(sum, sum[name]),
      ...(name === 'net' && { note: t('before_fees') }),
    }));
    return <Figures key={sum.currency} figures={sum.currency === CURRENCY ? [...people, ...money] : money} areLong />;
  });
}
