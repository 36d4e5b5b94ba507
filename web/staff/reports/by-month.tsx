import { useQuery } from '@tanstack/react-query';
import { type TranslateDate, venueTime } from '#shared/dates.ts';
import { seasonText } from '#shared/season.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { rowsOfEvents, rowsOfSums, ReportTable } from './report-table.tsx';
import { SeasonLinks } from './season-links.tsx';
import { SumFigures } from './sum-figures.tsx';

/** `November 2026` */
const monthText = (day: string, translate: TranslateDate): string => {
  const { year, monthName } = venueTime(day);
  return `${translate(`months.${monthName}`)} ${year}`;
};

/** The events of a season, each month with its sum. */
export function ByMonth({ season }: { season: number | undefined }) {
  const { t } = useTranslation(['common', 'staff-reports']);
  const { data, error, refetch } = useQuery({
    queryKey: ['reports-by-month', season],
    queryFn: ({ signal }) => staffApi.staffReports.months({ season }, { signal }),
  });
  if (!data) return <NotLoaded error={error} box="h-72" onRetry={refetch} />;
  const rows = data.months.flatMap(({ month, items, sums }) => [...rowsOfEvents(items), ...rowsOfSums(monthText(month, t), sums)]);
  const total = t('staff-reports:total_of', { season: seasonText(data.season) });
  return (
    <>
      <SeasonLinks by="month" season={data.season} seasons={data.seasons} />
      <div className="mt-3 flex flex-col gap-6">
        <SumFigures sums={data.sums} />
        {rows.length === 0 ? (
          <p className="py-6 text-muted">{t('staff-reports:none')}</p>
        ) : (
          <ReportTable caption={t('staff-reports:by.month')} rows={[...rows, ...rowsOfSums(total, data.sums)]} />
        )}
      </div>
    </>
  );
}
