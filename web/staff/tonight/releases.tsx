import { useTranslation } from 'react-i18next';
import type { TonightView } from '#shared/staff/tonight.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { DataTable } from '#web/staff/parts/data-table.tsx';
import { Money } from '#web/ui/money.tsx';

/** What is sold of each release, against its quota. */
export function Releases({ releases }: Pick<TonightView, 'releases'>) {
  const { t } = useTranslation('staff-tonight');
  const { language } = useLanguage();
  return (
    <div>
      <h2 className="font-bold">{t('sales')}</h2>
      {releases.length === 0 ? (
        <p className="py-4 text-muted">{t('no_releases')}</p>
      ) : (
        <DataTable
          caption={t('sales')}
          rows={releases}
          keyOf={({ id }) => id}
          columns={[
            { key: 'release', title: t('release'), cell: ({ name, nameLat }) => (language === 'ka' ? name : nameLat) },
            { key: 'price', title: t('price'), isNumber: true, cell: ({ price }) => (price === null ? '–' : <Money gel={price} />) },
            { key: 'sold', title: t('sold'), isNumber: true, cell: ({ sold }) => sold },
            { key: 'held', title: t('held'), isNumber: true, cell: ({ held }) => held },
            { key: 'quota', title: t('quota'), isNumber: true, cell: ({ quota }) => quota },
            { key: 'share', title: t('share'), cell: ({ sold, quota }) => <Share sold={sold} quota={quota} /> },
          ]}
        />
      )}
    </div>
  );
}

function Share({ sold, quota }: { sold: number; quota: number }) {
  const share = quota === 0 ? 0 : Math.round((sold / quota) * 100);
  return (
    <span className="flex items-center gap-3">
      <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-20">
        <rect width={100} height={8} fill="var(--color-surface-3)" />
        <rect width={share} height={8} fill="var(--color-faint)" />
      </svg>
      <span className="type-tabular whitespace-nowrap">{share} %</span>
    </span>
  );
}
