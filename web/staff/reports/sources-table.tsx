import { CURRENCY } from '#shared/constants.ts';
import type { Source } from '#shared/staff/reports.contract.ts';
import { sumText } from '#web/staff/components/sum-text.ts';
import { type Column, TitledTable } from '#web/staff/components/data-table.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** The sum of all other sources, which has no names. */
const isOthers = ({ source, medium, campaign }: Source): boolean => source === null && medium === null && campaign === null;

/** The sources of buyers; nothing if no link named one. */
export function SourcesTable({ sources }: { sources: readonly Source[] }) {
  const { t } = useTranslation('staff-reports');
  if (sources.length === 0) return null;
  const word = (key: 'source' | 'medium' | 'campaign'): Column<Source> => ({
    key,
    title: t(key),
    cell: (row) => (
      <span dir="auto" className={row[key] === null ? 'text-muted' : 'wrap-anywhere'}>
        {key === 'source' && isOthers(row) ? t('other_sources') : (row[key] ?? '–')}
      </span>
    ),
  });
  const number = (key: 'orders' | 'tickets' | 'arrived', title: string): Column<Source> => ({
    key,
    title,
    isNumber: true,
    cell: (row) => row[key],
  });
  return (
    <div>
      <TitledTable
        title={t('by_source')}
        rows={sources}
        keyOf={({ source, medium, campaign }) => JSON.stringify([source, medium, campaign])}
        columns={[
          word('source'),
          word('medium'),
          word('campaign'),
          number('orders', t('orders')),
          number('tickets', t('tickets')),
          number('arrived', t('came')),
          {
            key: 'money',
            title: t('money'),
            isNumber: true,
            place: 'state',
            isTitled: false,
            cell: ({ money }) => sumText({ currency: CURRENCY }, money),
          },
        ]}
      />
      <p className="mt-3 max-w-[80ch] text-muted">{t('by_source_about')}</p>
    </div>
  );
}
