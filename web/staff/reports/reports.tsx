import { useSearchParams } from 'react-router';
import { seasonFileName } from '#shared/season.ts';
import { DAYS_BY } from '#shared/staff/reports.contract.ts';
import { FILE_TIMEOUT_MS } from '#web/lib/fetch-send.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { ChoiceLinks } from '#web/staff/components/filters.tsx';
import { FileButton } from '#web/staff/orders/order-parts.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { ByDay } from './by-day.tsx';
import { ByEvent } from './by-event.tsx';
import { ByMonth } from './by-month.tsx';
import { BySeason } from './by-season.tsx';

const WAYS = ['event', 'month', 'season', ...DAYS_BY] as const;
type Way = (typeof WAYS)[number];

const SEASON = /^\d{4}$/;

/** What was sold, who came and what it earned: the same figures by event, by month and by season, and the money by day. */
export default function Reports() {
  const { t } = useTranslation(['staff-reports', 'staff']);
  const [query] = useSearchParams();
  const by = WAYS.find((way) => way === query.get('by')) ?? 'event';
  const text = query.get('season') ?? '';
  const season = SEASON.test(text) ? Number(text) : undefined;
  return (
    <>
      <SectionTitle end={<ReportFile by={by} season={season} />}>{t('staff:nav.reports')}</SectionTitle>
      <ChoiceLinks
        label={t('by.label')}
        choices={WAYS.map((way) => ({
          name: t(`by.${way}`),
          to: way === 'event' ? staffPath('sales/reports') : staffPath(`sales/reports?by=${way}`),
          isChosen: by === way,
        }))}
      />
      {by === 'event' && <ByEvent season={season} />}
      {by === 'month' && <ByMonth season={season} />}
      {by === 'season' && <BySeason />}
      {(by === 'night' || by === 'day') && <ByDay by={by} />}
    </>
  );
}

/** What is shown, as a file; those of months and seasons have all events. */
function ReportFile({ by, season }: { by: Way; season: number | undefined }) {
  const { t } = useTranslation(['staff-reports', 'staff']);
  const { language: lang } = useLanguage();
  const options = { timeoutMs: FILE_TIMEOUT_MS };
  const { staffReports } = staffApi;
  const file = () => {
    if (by === 'night' || by === 'day')
      return { name: `revenue-by-${by}.csv`, fetchFile: () => staffReports.daysFile({ by, lang }, options) };
    if (by !== 'event') return { name: 'reports-all-seasons.csv', fetchFile: () => staffReports.monthsFile({ lang }, options) };
    const name = season === undefined ? 'reports.csv' : `reports-${seasonFileName(season)}.csv`;
    return { name, fetchFile: () => staffReports.file({ season, lang }, options) };
  };
  return <FileButton label={t('staff:download_csv')} {...file()} />;
}
