import { lazy } from 'react';
import { useParams } from 'react-router';
import { fullName, isCalendarDay } from '#shared/accounts/account-rules.ts';
import type { OrderRow } from '#shared/staff/orders.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Moment, PagedTable } from '#web/staff/components/data-table.tsx';
import { DayChip, EventChip, FilterBox, ListTools, useFilters, useSearch } from '#web/staff/components/filters.tsx';
import { type Pages, staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { ChoiceChip, ToggleChip } from '#web/staff/ui/chips.tsx';
import { PanelLink, SidePanel } from '#web/staff/ui/side-panel.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Money } from '#web/ui/value-text.tsx';
import { useOrderSelection } from './bulk-orders.tsx';
import { EventTools } from './event-tools.tsx';
import { OrderState } from './order-parts.tsx';

const Order = lazy(() => import('./order.tsx'));

/** All orders. */
export default function Orders() {
  const { t } = useTranslation(['common', 'staff', 'staff-orders']);
  const [search, setSearch, clearing] = useSearch();
  const { id } = useParams();
  const { valueOf, change } = useFilters();
  const state = STATES.find((known) => known === valueOf('state'));
  const eventId = /^[1-9]\d{0,8}$/.test(valueOf('event')) ? Number(valueOf('event')) : undefined;
  const day = isCalendarDay(valueOf('day')) ? valueOf('day') : '';
  const isFlagged = valueOf('flagged') === 'true';
  const filters = { ...(state && { state }), ...(eventId && { eventId }), ...(day && { day }), ...(isFlagged && { isFlagged }) };
  const pages = usePages(['orders', filters, search], (before, signal) => {
    const wanted = { ...filters, ...(before !== undefined && { before }) };
    return search === ''
      ? staffApi.staffOrders.list(wanted, { signal })
      : staffApi.staffOrders.find({ body: { ...wanted, search } }, { signal });
  });
  const clear = () => {
    clearing.clear();
    change({ state: '', event: '', day: '', flagged: '' });
  };
  const onClear = search !== '' || Object.keys(filters).length > 0 ? clear : undefined;
  return (
    <>
      <SectionTitle isCovered={id !== undefined}>{t('staff:nav.orders')}</SectionTitle>
      <ListTools onClear={onClear}>
        <FilterBox
          key={clearing.key}
          label={t('staff-orders:search')}
          hint={t('staff-orders:search_hint')}
          search={search}
          onFilter={setSearch}
        />
        <ChoiceChip
          label={t('staff:status')}
          choices={STATES.map((value) => ({ value, text: t(`staff-orders:payments.states.${value}`) }))}
          value={state ?? ''}
          onChange={(next) => change({ state: next })}
        />
        <EventChip label={t('staff:event')} eventId={eventId} onChange={(event) => change({ event })} />
        <DayChip label={t('staff:date')} day={day} onChange={(next) => change({ day: next })} />
        <ToggleChip
          label={t('staff-orders:payments.states.flagged')}
          isOn={isFlagged}
          onChange={(isOn) => change({ flagged: isOn ? 'true' : '' })}
        />
      </ListTools>
      {eventId !== undefined && <EventTools key={eventId} eventId={eventId} />}
      <OrderTable list="sales/orders" id={id} pages={pages} onClear={onClear} />
    </>
  );
}

type OrderTableProps = {
  /** The path of the list, below which each order has its own. */
  list: string;
  /** The order that is open. */
  id: string | undefined;
  pages: Pages<OrderRow>;
  empty?: string;
  onClear?: (() => void) | undefined;
};

/** A list of orders, of which one opens beside it. */
export function OrderTable({ list, id, pages, empty, onClear }: OrderTableProps) {
  const { t } = useTranslation(['common', 'staff-orders', 'staff']);
  const selection = useOrderSelection(pages.reload);
  return (
    <>
      <PagedTable
        caption={t('staff-orders:list')}
        selection={selection}
        pages={pages}
        keyOf={({ id }) => id}
        empty={empty ?? t('staff-orders:empty')}
        onClear={onClear}
        columns={[
          { key: 'order', title: t('staff-orders:order'), place: 'number', cell: (order) => <OrderLink list={list} id={order.id} /> },
          { key: 'ordered', title: t('staff:date'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { key: 'guest', title: t('staff:guest'), place: 'name', cell: ({ guest }) => <Guest guest={guest} /> },
          { key: 'nights', title: t('staff:nav.events'), cell: ({ nights, places }) => <EventNames events={nights} places={places} /> },
          { key: 'places', title: t('staff-orders:places'), isNumber: true, place: 'wide', cell: ({ places }) => places },
          {
            key: 'total',
            title: t('staff:total'),
            isNumber: true,
            isTitled: false,
            place: 'figure',
            cell: ({ total }) => <Money gel={total} />,
          },
          {
            key: 'refunded',
            title: t('staff-orders:refunded'),
            isNumber: true,
            cell: ({ refund }) => refund > 0 && <Money gel={refund} />,
          },
          {
            key: 'state',
            title: t('staff:status'),
            place: 'state',
            cell: (row) => <OrderState state={row.state} isFlagged={row.isFlagged} />,
          },
        ]}
      />
      {id !== undefined && (
        <SidePanel label={t('staff-orders:order_title', { id })} list={staffPath(list)}>
          <Order key={id} id={Number(id)} onChange={pages.reload} />
        </SidePanel>
      )}
    </>
  );
}

const OrderLink = ({ list, id }: { list: string; id: number }) => (
  <PanelLink to={staffPath(`${list}/${id}`)} className="row-link link type-tabular inline-flex min-h-6 items-center">
    {id}
  </PanelLink>
);

const Guest = ({ guest }: Pick<OrderRow, 'guest'>) => (
  <span className="flex flex-wrap gap-x-1.5">
    {fullName(guest)} <span className="font-normal text-muted max-tablet:hidden">{guest.email}</span>
  </span>
);

/** The events; a narrow row also shows the number of places here. */
function EventNames({ events, places }: { events: OrderRow['nights']; places: number }) {
  const { language } = useLanguage();
  return (
    <span className="tablet:line-clamp-1 tablet:min-w-40">
      {events.map(({ name, nameLat }) => (language === 'ka' ? name : nameLat)).join(', ')}
      <span className="@min-[58rem]:hidden"> × {places}</span>
    </span>
  );
}

const STATES = ['pending', 'paid', 'failed', 'refunded'] as const;
