import { useQuery } from '@tanstack/react-query';
import type { SeasonReport } from '#shared/staff/reports.contract.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { rowsOfEvents, rowsOfSums, ReportTable } from './report-table.tsx';
import { SeasonCharts } from './season-charts.tsx';
import { SeasonLinks } from './season-links.tsx';
import { SourcesTable } from './sources-table.tsx';
import { SumFigures } from './sum-figures.tsx';

/** The events of a season, or of the last twelve months and the ones to come, as charts and as a table. */
export function ByEvent({ season }: { season: number | undefined }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['reports', season],
    queryFn: ({ signal }) => staffApi.staffReports.season({ season }, { signal }),
  });
  if (!data) return <NotLoaded error={error} box="h-96" onRetry={refetch} />;
  return (
    <>
      <SeasonLinks by="event" season={data.season} seasons={data.seasons} />
      <Events view={data} />
    </>
  );
}

function Events({ view: { items, sums, bySource, pageViews } }: { view: SeasonReport }) {
  const { t } = useTranslation(['staff-reports', 'staff']);
  return (
    <>
      {items.length === 0 ? (
        <p className="py-6 text-muted">{t('none')}</p>
      ) : (
        <div className="mt-3 flex flex-col gap-8">
          <div>
            <SumFigures sums={sums} />
            <p className="mt-2 text-muted">{t('page_views', { count: pageViews })}</p>
          </div>
          <SeasonCharts items={items} />
          <ReportTable caption={t('all_events')} rows={[...rowsOfEvents(items).toReversed(), ...rowsOfSums(t('staff:all_events'), sums)]} />
          <SourcesTable sources={bySource} />
        </div>
      )}
    </>
  );
}
