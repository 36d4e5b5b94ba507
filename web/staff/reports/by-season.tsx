import { useQuery } from '@tanstack/react-query';
import { seasonText } from '#shared/season.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { staffApi } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { rowsOfSums, ReportTable } from './report-table.tsx';
import { reportsPath } from './season-links.tsx';

/** The sums of each season, and their total. */
export function BySeason() {
  const { t } = useTranslation(['common', 'staff-reports']);
  const { data, error, refetch } = useQuery({
    queryKey: ['reports-by-season'],
    queryFn: ({ signal }) => staffApi.staffReports.seasons({}, { signal }),
  });
  if (!data) return <NotLoaded error={error} box="h-72" onRetry={refetch} />;
  if (data.items.length === 0) return <p className="py-6 text-muted">{t('staff-reports:none')}</p>;
  const rows = data.items.flatMap(({ season, sums }) => rowsOfSums(seasonText(season), sums, reportsPath('month', season)));
  return (
    <div className="mt-4">
      <ReportTable caption={t('staff-reports:by.season')} rows={[...rows, ...rowsOfSums(t('staff-reports:all_seasons'), data.sums)]} />
    </div>
  );
}
