import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { dateText } from '#shared/dates.ts';
import { moneyText } from '#shared/money.ts';
import { TAKINGS_BY, type TakingsRow } from '#shared/staff/orders.contract.ts';
import { FILE_TIMEOUT_MS } from '#web/lib/fetch-send.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { PagedTable } from '#web/staff/parts/data-table.tsx';
import { ChoiceLinks } from '#web/staff/parts/filters.tsx';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { FileButton } from './order-parts.tsx';

/** The takings of each business night or day. */
export default function Takings() {
  const { t } = useTranslation(['common', 'staff-orders']);
  const { language } = useLanguage();
  const [query] = useSearchParams();
  const by = TAKINGS_BY.find((known) => known === query.get('by')) ?? 'night';
  const pages = usePages<TakingsRow, string>(['takings', by], (before, signal) => staffApi.staffOrders.takings({ by, before }, { signal }));
  const fetchFile = () => staffApi.staffOrders.takingsFile({ by, lang: language }, { timeoutMs: FILE_TIMEOUT_MS });
  return (
    <>
      <SectionTitle end={<FileButton label={t('staff-orders:files.takings')} name={`takings-by-${by}.csv`} fetchFile={fetchFile} />}>
        {t('staff-orders:takings.title')}
      </SectionTitle>
      <Link to={staffPath('orders')} className="link inline-flex min-h-11 items-center">
        {t('staff-orders:to_orders')}
      </Link>
      <ChoiceLinks
        label={t('staff-orders:takings.by')}
        choices={[
          { name: t('staff-orders:takings.by_night'), to: staffPath('orders/takings'), isChosen: by === 'night' },
          { name: t('staff-orders:takings.by_day'), to: `${staffPath('orders/takings')}?by=day`, isChosen: by === 'day' },
        ]}
      />
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
            cell: ({ day }) => <span className="whitespace-nowrap">{dateText(noonOf(day), language, t)}</span>,
          },
          { key: 'captured', title: t('staff-orders:takings.captured'), isNumber: true, cell: (row) => sumText(row, row.captured) },
          { key: 'refunded', title: t('staff-orders:takings.refunded'), isNumber: true, cell: (row) => sumText(row, row.refunded) },
          { key: 'net', title: t('staff-orders:takings.net'), isNumber: true, cell: (row) => <strong>{sumText(row, row.net)}</strong> },
          { key: 'tickets', title: t('staff-orders:takings.tickets'), isNumber: true, cell: ({ tickets }) => tickets },
          { key: 'free', title: t('staff-orders:takings.free'), isNumber: true, cell: ({ free }) => free },
        ]}
      />
    </>
  );
}

/** Noon of a venue day, so that the day is the same in every time zone nearby. */
const noonOf = (day: string): string => `${day}T12:00:00+04:00`;

const sumText = ({ currency }: TakingsRow, sum: number): string => (currency === 'GEL' ? moneyText(sum) : `${sum.toFixed(2)} ${currency}`);
