import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/ui/translation.tsx';
import { Link, useSearchParams } from 'react-router';
import { seasonFileName, seasonText } from '#shared/season.ts';
import type { SeasonReport } from '#shared/staff/reports.contract.ts';
import { errorText } from '#web/lib/error-text.ts';
import { FILE_TIMEOUT_MS } from '#web/lib/fetch-send.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { FileButton } from '#web/staff/orders/order-parts.tsx';
import { ChoiceLinks } from '#web/staff/components/filters.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { ReportTable } from './report-table.tsx';
import { SeasonCharts } from './season-charts.tsx';
import { SourcesTable } from './sources-table.tsx';

const SEASON = /^\d{4}$/;

/** The report of a season: small charts and a table with the same figures. */
export default function Reports() {
  const { t } = useTranslation(['common', 'errors', 'staff-reports', 'staff-orders']);
  const { language: lang } = useLanguage();
  const [query] = useSearchParams();
  const wanted = query.get('season') ?? '';
  const season = SEASON.test(wanted) ? Number(wanted) : undefined;
  const { data, error, refetch } = useQuery({
    queryKey: ['numbers', season],
    queryFn: ({ signal }) => staffApi.staffReports.season({ season }, { signal }),
  });
  const fetchFile = () => staffApi.staffReports.file({ season, lang }, { timeoutMs: FILE_TIMEOUT_MS });
  return (
    <>
      <SectionTitle
        end={
          <FileButton
            label={t('staff-reports:file')}
            name={season === undefined ? 'numbers.csv' : `numbers-${seasonFileName(season)}.csv`}
            fetchFile={fetchFile}
          />
        }
      >
        {t('staff-reports:title')}
      </SectionTitle>
      <Link to={staffPath('orders')} className="link inline-flex min-h-11 items-center">
        {t('staff-orders:to_orders')}
      </Link>
      {!data &&
        (error ? <ErrorState message={errorText(error, t)} onRetry={() => void refetch()} /> : <Skeleton className="h-96 w-full" />)}
      {data && <Season view={data} />}
    </>
  );
}

function Season({ view }: { view: SeasonReport }) {
  const { t } = useTranslation('staff-reports');
  return (
    <>
      <SpanLinks view={view} />
      <p className="my-4 max-w-[80ch] text-muted">{t('about')}</p>
      <p className="my-4">{t('page_views', { count: view.pageViews })}</p>
      {view.items.length === 0 ? (
        <p className="py-6 text-muted">{t('none')}</p>
      ) : (
        <div className="flex flex-col gap-8">
          <SeasonCharts items={view.items} />
          <ReportTable view={view} />
          <SourcesTable sources={view.bySource} />
        </div>
      )}
    </>
  );
}

function SpanLinks({ view: { season, seasons } }: { view: SeasonReport }) {
  const { t } = useTranslation('staff-reports');
  const choices = [...new Set(season === null ? seasons : [...seasons, season])].sort((a, b) => b - a);
  const path = staffPath('orders/reports');
  return (
    <ChoiceLinks
      label={t('span')}
      choices={[
        { name: t('last_year'), to: path, isChosen: season === null },
        ...choices.map((each) => ({ name: seasonText(each), to: `${path}?season=${each}`, isChosen: each === season })),
      ]}
    />
  );
}
