import { useId, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { fullName, isCalendarDay } from '#shared/accounts/account-rules.ts';
import type { OrderRow } from '#shared/staff/orders.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { Moment, PagedTable } from '#web/staff/components/data-table.tsx';
import { DayFilter, EventSelect, FilterBox, useSearch } from '#web/staff/components/filters.tsx';
import { type Pages, staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Select, Checkbox } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { Money } from '#web/ui/value-text.tsx';
import { EventTools } from './event-tools.tsx';
import { OrderState } from './order-parts.tsx';

/** All orders. */
export default function Orders() {
  const { t } = useTranslation(['common', 'staff', 'staff-orders']);
  const [search, setSearch, clearing] = useSearch();
  const { filters, change } = useOrderFilters();
  const { eventId } = filters;
  const pages = usePages(['orders', filters, search], (before, signal) => {
    const wanted = { ...filters, ...(before !== undefined && { before }) };
    return search === ''
      ? staffApi.staffOrders.list(wanted, { signal })
      : staffApi.staffOrders.find({ body: { ...wanted, search } }, { signal });
  });
  const isFiltered = search !== '' || Object.keys(filters).length > 0;
  const clear = () => {
    clearing.clear();
    change({ state: '', event: '', day: '', flagged: '' });
  };
  return (
    <>
      <SectionTitle>{t('staff-orders:title')}</SectionTitle>
      <div className="mb-5 flex flex-col gap-4">
        <FilterBox
          key={clearing.key}
          label={t('staff-orders:search')}
          hint={t('staff-orders:search_hint')}
          search={search}
          onFilter={setSearch}
        />
        <OrderFilters filters={filters} onChange={change} />
      </div>
      {eventId !== undefined && <EventTools key={eventId} eventId={eventId} />}
      <OrderTable pages={pages} onClear={isFiltered ? clear : undefined} />
    </>
  );
}

export function OrderTable({ pages, empty, onClear }: { pages: Pages<OrderRow>; empty?: string; onClear?: (() => void) | undefined }) {
  const { t } = useTranslation(['common', 'staff-orders']);
  return (
    <PagedTable
      caption={t('staff-orders:list')}
      pages={pages}
      keyOf={({ id }) => id}
      empty={empty ?? t('staff-orders:empty')}
      onClear={onClear}
      columns={[
        { key: 'order', title: t('staff-orders:order'), place: 'number', cell: ({ id }) => <OrderLink id={id} /> },
        { key: 'ordered', title: t('staff-orders:ordered'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { key: 'guest', title: t('staff-orders:guest'), place: 'name', cell: ({ guest }) => <Guest guest={guest} /> },
        { key: 'nights', title: t('staff-orders:nights'), cell: ({ nights, places }) => <EventNames events={nights} places={places} /> },
        { key: 'places', title: t('staff-orders:places'), isNumber: true, place: 'wide', cell: ({ places }) => places },
        {
          key: 'total',
          title: t('staff-orders:total'),
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
          title: t('staff-orders:state'),
          place: 'state',
          cell: (row) => <OrderState state={row.state} isFlagged={row.isFlagged} />,
        },
      ]}
    />
  );
}

const OrderLink = ({ id }: { id: number }) => (
  <Link to={staffPath(`sales/orders/${id}`)} className="row-link link type-tabular inline-flex min-h-6 items-center">
    {id}
  </Link>
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
      <span className="@min-[40rem]:hidden"> × {places}</span>
    </span>
  );
}

const STATES = ['pending', 'paid', 'failed', 'refunded'] as const;

type OrderFilterValues = {
  state?: (typeof STATES)[number];
  eventId?: number;
  day?: string;
  isFlagged?: boolean;
};

/** The filters are in the address, so that they survive a reload and are part of a link. */
function useOrderFilters(): { filters: OrderFilterValues; change(part: Record<string, string>): void } {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const state = STATES.find((known) => known === query.get('state'));
  const eventId = Number(query.get('event'));
  const day = query.get('day') ?? '';
  return {
    filters: {
      ...(state && { state }),
      ...(Number.isSafeInteger(eventId) && eventId > 0 && { eventId }),
      ...(isCalendarDay(day) && { day }),
      ...(query.get('flagged') === 'true' && { isFlagged: true }),
    },
    change(part) {
      const next = new URLSearchParams(query);
      for (const [name, value] of Object.entries(part)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      void navigate(`${staffPath('sales/orders')}${next.size > 0 ? `?${next}` : ''}`, { replace: true, preventScrollReset: true });
    },
  };
}

type OrderFiltersProps = { filters: OrderFilterValues; onChange(part: Record<string, string>): void };

/** On a phone they are behind a button that shows how many are set, because the orders come first. */
function OrderFilters({ filters, onChange }: OrderFiltersProps) {
  const { t } = useTranslation(['common', 'staff-orders']);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const number = Object.keys(filters).length;
  return (
    <>
      <Button
        look="secondary"
        size="small"
        className="tablet:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {number === 0 ? t('staff-orders:filters') : t('staff-orders:filters_set', { number })}
      </Button>
      <div id={id} className={classNames('flex-wrap items-end gap-4 tablet:flex', isOpen ? 'flex' : 'hidden')}>
        <Select label={t('staff-orders:state')} value={filters.state ?? ''} onChange={({ target }) => onChange({ state: target.value })}>
          <option value="">{t('staff-orders:any')}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {t(`staff-orders:states.${state}`)}
            </option>
          ))}
        </Select>
        <EventSelect
          label={t('staff-orders:night')}
          empty={t('staff-orders:any')}
          eventId={filters.eventId}
          onChange={(event) => onChange({ event })}
        />
        <DayFilter label={t('staff-orders:day')} day={filters.day ?? ''} onChange={(day) => onChange({ day })} />
        <Checkbox
          label={t('staff-orders:flagged_only')}
          hint={t('staff-orders:flagged_what')}
          checked={filters.isFlagged ?? false}
          onChange={({ target }) => onChange({ flagged: target.checked ? 'true' : '' })}
        />
      </div>
    </>
  );
}
