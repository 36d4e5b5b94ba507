import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/ui/translation.tsx';
import { Link, useParams } from 'react-router';
import { CURRENCY } from '#shared/constants.ts';
import { eventName } from '#shared/events/timing.ts';
import type { EventReportView, ReportSum, SalesPart } from '#shared/staff/reports.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { NotLoaded } from '#web/staff/components/not-loaded.tsx';
import { Part } from '#web/staff/orders/order-parts.tsx';
import { sumText } from '#web/staff/components/sum-text.ts';
import { Figures, TitledTable } from '#web/staff/components/data-table.tsx';
import { eventPaths } from '#web/staff/events/event-frame.tsx';
import { OnlyWith, useMay } from '#web/staff/rights.tsx';
import { staffApi, staffPath } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { DateText, WeekdayText } from '#web/ui/value-text.tsx';
import { Cancelled } from './cancelled.tsx';
import { percentOf } from './percent.ts';
import { SalesCurves } from '#web/staff/charts/sales-curve.tsx';
import { SourcesTable } from './sources-table.tsx';

/** The report of one event. */
export default function EventReportScreen() {
  const { t } = useTranslation(['common', 'staff-reports', 'staff']);
  const { language } = useLanguage();
  const id = Number(useParams()['id']);
  const { data, error, refetch } = useQuery({
    queryKey: ['numbers-of-event', id],
    queryFn: ({ signal }) => staffApi.staffReports.event({ id }, { signal }),
  });
  return (
    <>
      <SectionTitle>{data ? eventName(data.event, language) : t('staff:nav.reports')}</SectionTitle>
      <p className="-mt-3 mb-3 flex flex-wrap items-center gap-x-5 text-muted">
        {data && (
          <span>
            <WeekdayText at={data.event.startDate} />, <DateText at={data.event.startDate} />
            {data.event.state === 'cancelled' && <Cancelled sums={data.sums} />}
          </span>
        )}
        <Link to={staffPath('sales/reports')} className="link inline-flex min-h-11 items-center">
          {t('staff:all_events')}
        </Link>
        <OnlyWith right="events.edit">
          <Link to={staffPath(`events/${id}`)} className="link inline-flex min-h-11 items-center">
            {t('staff-reports:to_event')}
          </Link>
        </OnlyWith>
      </p>
      {!data && <NotLoaded error={error} box="h-96" onRetry={refetch} />}
      {data && <EventParts view={data} />}
    </>
  );
}

function EventParts({ view }: { view: EventReportView }) {
  const { t } = useTranslation(['staff-reports', 'staff']);
  return (
    <div className="flex flex-col gap-8">
      <section aria-label={t('people')}>
        {view.sums.map((sum) => (
          <SumFigures key={sum.currency} eventId={view.event.id} sum={sum} capacity={view.capacity} />
        ))}
        <ClaimFigures claims={view.claims} />
        <p className="mt-3">{t('event_views', { count: view.pageViews })}</p>
        <p className="mt-3 max-w-[80ch] text-muted">{t('people_about')}</p>
      </section>
      <Part title={t('curve')}>
        <SalesCurves curves={view.curves} daysLeft={view.daysLeft} />
      </Part>
      <PartsTable title={t('by_ticket_type')} name={t('staff:ticket_type')} parts={view.byTicketType} none="" />
      <PartsTable title={t('by_promoter')} name={t('promoter')} parts={view.byPromoter} none={t('without_promoter')} />
      <PartsTable title={t('by_code')} name={t('code')} parts={view.byCode} none={t('without_code')} />
      <SourcesTable sources={view.bySource} />
    </div>
  );
}

const CLAIM_FIGURES = ['claimed', 'waiting', 'unclaimed', 'resold'] as const;

/** Whose the tickets of an event that wants names are. */
function ClaimFigures({ claims }: Pick<EventReportView, 'claims'>) {
  const { t } = useTranslation('staff-reports');
  if (CLAIM_FIGURES.every((name) => claims[name] === 0)) return null;
  return <Figures figures={CLAIM_FIGURES.map((name) => ({ label: t(`claims.${name}`), value: String(claims[name]) }))} />;
}

/** People and money; for another currency than the club's, only the money. */
function SumFigures({ eventId, sum, capacity }: { eventId: number; sum: ReportSum; capacity: number }) {
  const { t } = useTranslation(['staff-reports', 'staff']);
  const may = useMay();
  const cameTo = may('door.run') ? eventPaths.doorSheet(eventId) : undefined;
  const shareOf = (part: number, whole: number): string => {
    const percent = percentOf(part, whole);
    return percent === null ? '–' : t('share', { percent });
  };
  const money = (['gross', 'refunded', 'net'] as const).map((name) => ({ label: t(name), value: sumText(sum, sum[name]) }));
  if (sum.currency !== CURRENCY) return <Figures figures={money} areLong />;
  return (
    <>
      <Figures
        figures={[
          { label: t('sold'), value: String(sum.sold), note: t('staff:of', { capacity }) },
          { label: t('given'), value: String(sum.given) },
          { label: t('came'), value: String(sum.came), note: t('of_lists', { count: sum.listed }), to: cameTo },
          {
            label: t('no_shows'),
            value: sum.noShows === null ? '–' : String(sum.noShows),
            note: sum.noShows === null ? t('later') : shareOf(sum.noShows, sum.sold),
          },
          { label: t('again'), value: shareOf(sum.again, sum.guests), note: t('of_guests', { count: sum.guests }) },
        ]}
      />
      <Figures figures={money} areLong />
    </>
  );
}

type PartsTableProps = {
  title: string;
  name: string;
  parts: readonly SalesPart[];
  /** Shown for a part without a name. */
  none: string;
};

function PartsTable({ title, name, parts, none }: PartsTableProps) {
  const { t } = useTranslation('staff-reports');
  const { language } = useLanguage();
  if (parts.every((part) => part.name === null)) return null;
  const nameOf = (part: SalesPart) =>
    part.name === null || part.nameLat === null ? none : eventName({ name: part.name, nameLat: part.nameLat }, language);
  const counted = (part: SalesPart, value: number) => (part.currency === CURRENCY ? value : '');
  return (
    <div>
      <TitledTable
        title={title}
        rows={parts}
        keyOf={({ key }) => key}
        columns={[
          {
            key: 'name',
            title: name,
            cell: (part) => (
              <span dir="auto" className={part.name === null ? 'text-muted' : 'font-semibold wrap-anywhere'}>
                {nameOf(part)}
              </span>
            ),
          },
          { key: 'sold', title: t('sold'), isNumber: true, cell: (part) => counted(part, part.sold) },
          { key: 'back', title: t('back'), isNumber: true, cell: (part) => counted(part, part.back) },
          { key: 'gross', title: t('gross'), isNumber: true, cell: (part) => sumText(part, part.gross) },
          { key: 'refunded', title: t('refunded'), isNumber: true, cell: (part) => sumText(part, part.refunded) },
          { key: 'net', title: t('net'), isNumber: true, place: 'state', isTitled: false, cell: (part) => sumText(part, part.net) },
        ]}
      />
    </div>
  );
}
