import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fullName } from '#shared/accounts/full-name.ts';
import type { OrderRow } from '#shared/staff/orders.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { FilterBox } from '#web/staff/parts/filter-box.tsx';
import { Moment } from '#web/staff/parts/moment.tsx';
import { PagedTable } from '#web/staff/parts/paged-table.tsx';
import { usePages, type Pages } from '#web/staff/query.ts';
import { useSearch } from '#web/staff/parts/use-search.ts';
import { SectionTitle } from '#web/staff/section-title.tsx';
import { staffPath } from '#web/staff/staff-path.ts';
import { staffApi } from '#web/staff/staff-api.ts';
import { Money } from '#web/ui/money.tsx';
import { Alerts } from './alerts.tsx';
import { NightTools } from './night-tools.tsx';
import { OrderFilters, useOrderFilters } from './order-filters.tsx';
import { OrderState } from './states.tsx';

/** Every order, with what waits for a person above it. */
export default function Orders() {
  const { t } = useTranslation(['common', 'staff', 'staff-orders']);
  const [search, setSearch] = useSearch();
  const { filters, change } = useOrderFilters();
  const { eventId } = filters;
  const pages = usePages(['orders', filters, search], (before, signal) => {
    const wanted = { ...filters, ...(before !== undefined && { before }) };
    return search === ''
      ? staffApi.staffOrders.list(wanted, { signal })
      : staffApi.staffOrders.find({ body: { ...wanted, search } }, { signal });
  });
  return (
    <>
      <SectionTitle
        end={
          <Link to={staffPath('orders/takings')} className="link inline-flex min-h-11 items-center">
            {t('staff-orders:to_takings')}
          </Link>
        }
      >
        {t('staff-orders:title')}
      </SectionTitle>
      <Alerts />
      <div className="mb-5 flex flex-col gap-4">
        <FilterBox label={t('staff-orders:search')} hint={t('staff-orders:search_hint')} search={search} onFilter={setSearch} />
        <OrderFilters filters={filters} onChange={change} />
      </div>
      {eventId !== undefined && <NightTools key={eventId} eventId={eventId} />}
      <OrderTable pages={pages} />
    </>
  );
}

function OrderTable({ pages }: { pages: Pages<OrderRow> }) {
  const { t } = useTranslation(['common', 'staff-orders']);
  return (
    <PagedTable
      caption={t('staff-orders:list')}
      pages={pages}
      keyOf={({ id }) => id}
      empty={t('staff-orders:empty')}
      columns={[
        { key: 'order', title: t('staff-orders:order'), cell: ({ id }) => <OrderLink id={id} /> },
        { key: 'ordered', title: t('staff-orders:ordered'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { key: 'guest', title: t('staff-orders:guest'), cell: ({ guest }) => <Guest guest={guest} /> },
        { key: 'nights', title: t('staff-orders:nights'), cell: ({ nights }) => <NightNames nights={nights} /> },
        { key: 'places', title: t('staff-orders:places'), isNumber: true, cell: ({ places }) => places },
        { key: 'total', title: t('staff-orders:total'), isNumber: true, cell: ({ total }) => <Money gel={total} /> },
        {
          key: 'refunded',
          title: t('staff-orders:refunded'),
          isNumber: true,
          cell: ({ refund }) => (refund > 0 ? <Money gel={refund} /> : '–'),
        },
        { key: 'state', title: t('staff-orders:state'), cell: (row) => <OrderState state={row.state} isFlagged={row.isFlagged} /> },
      ]}
    />
  );
}

const OrderLink = ({ id }: { id: number }) => (
  <Link to={staffPath(`orders/${id}`)} className="link type-tabular inline-flex min-h-6 items-center">
    {id}
  </Link>
);

const Guest = ({ guest }: Pick<OrderRow, 'guest'>) => (
  <span className="whitespace-nowrap">
    {fullName(guest)} <span className="text-muted">{guest.email}</span>
  </span>
);

function NightNames({ nights }: Pick<OrderRow, 'nights'>) {
  const { language } = useLanguage();
  return (
    <span className="line-clamp-1 min-w-40">{nights.map(({ name, nameLat }) => (language === 'ka' ? name : nameLat)).join(', ')}</span>
  );
}
