import { Link, useSearchParams } from 'react-router';
import { dateText } from '#shared/dates.ts';
import { TAKINGS_BY, type TakingsRow } from '#shared/staff/orders.contract.ts';
import { FILE_TIMEOUT_MS } from '#web/lib/fetch-send.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { PagedTable } from '#web/staff/components/data-table.tsx';
import { ChoiceLinks } from '#web/staff/components/filters.tsx';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { AllSeasons, SeasonTakings } from './event-takings.tsx';
import { FileButton, sumText } from './order-parts.tsx';

const WAYS = [...TAKINGS_BY, 'event', 'season'] as const;
type Way = (typeof WAYS)[number];

const SEASON = /^\d{4}$/;

/** The takings of each business night, day, event or season. */
export default function Takings() {
  const { t } = useTranslation(['common', 'staff-orders']);
  const [query] = useSearchParams();
  const by = WAYS.find((known) => known === query.get('by')) ?? 'night';
  const season = query.get('season') ?? '';
  return (
    <>
      <SectionTitle end={<TakingsFile by={by} />}>{t('staff-orders:takings.title')}</SectionTitle>
      <Link to={staffPath('orders')} className="link inline-flex min-h-11 items-center">
        {t('staff-orders:to_orders')}
      </Link>
      <ChoiceLinks
        label={t('staff-orders:takings.by')}
        choices={WAYS.map((way) => ({
          name: t(`staff-orders:takings.by_${way}`),
          to: way === 'night' ? staffPath('orders/takings') : `${staffPath('orders/takings')}?by=${way}`,
          isChosen: by === way,
        }))}
      />
      {by === 'event' && <SeasonTakings season={SEASON.test(season) ? Number(season) : undefined} />}
      {by === 'season' && <AllSeasons />}
      {(by === 'night' || by === 'day') && <TakingsOfDays by={by} />}
    </>
  );
}

/** Everything shown, as a file; events and seasons share one. */
function TakingsFile({ by }: { by: Way }) {
  const { t } = useTranslation('staff-orders');
  const { language: lang } = useLanguage();
  const options = { timeoutMs: FILE_TIMEOUT_MS };
  const { staffOrders, staffTakings } = staffApi;
  if (by === 'event' || by === 'season')
    return <FileButton label={t('files.takings')} name="takings-by-event.csv" fetchFile={() => staffTakings.file({ lang }, options)} />;
  return (
    <FileButton label={t('files.takings')} name={`takings-by-${by}.csv`} fetchFile={() => staffOrders.takingsFile({ by, lang }, options)} />
  );
}

function TakingsOfDays({ by }: { by: (typeof TAKINGS_BY)[number] }) {
  const { t } = useTranslation(['common', 'staff-orders']);
  const { language } = useLanguage();
  const pages = usePages<TakingsRow, string>(['takings', by], (before, signal) => staffApi.staffOrders.takings({ by, before }, { signal }));
  return (
    <>
      <p className="my-4 text-muted">{t('staff-orders:takings.hint')}</p>
      <PagedTable
        caption={t('staff-orders:takings.title')}
        pages={pages}
        keyOf={({ day, currency }) => `${day} ${currency}`}
        empty={t('staff-orders:takings.empty')}
        columns={[
          {
            key: 'day',
            title: t(`staff-orders:takings.${by}`),
            cell: ({ day }) => <span className="whitespace-nowrap">{dateText(day, language, t)}</span>,
          },
          { key: 'captured', title: t('staff-orders:takings.captured'), isNumber: true, cell: (row) => sumText(row, row.captured) },
          { key: 'refunded', title: t('staff-orders:takings.refunded'), isNumber: true, cell: (row) => sumText(row, row.refunded) },
          {
            key: 'net',
            title: t('staff-orders:takings.net'),
            isNumber: true,
            isTitled: false,
            place: 'state',
            cell: (row) => <strong>{sumText(row, row.net)}</strong>,
          },
          { key: 'tickets', title: t('staff-orders:takings.tickets'), isNumber: true, cell: ({ tickets }) => tickets },
          { key: 'free', title: t('staff-orders:takings.free'), isNumber: true, cell: ({ free }) => free },
        ]}
      />
    </>
  );
}
