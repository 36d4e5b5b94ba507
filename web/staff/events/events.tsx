import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { eventName } from '#shared/events/timing.ts';
import { EVENT_LISTS, type EventList, type StaffEventRow } from '#shared/staff/events.contract.ts';
import { PAGE_SIZE } from '#shared/staff/paging.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { type Column, PagedTable, RowDate } from '#web/staff/components/data-table.tsx';
import { ChoiceLinks, FilterBox, useSearch } from '#web/staff/components/filters.tsx';
import { SoldBar } from '#web/staff/components/sold-bar.tsx';
import { Caution } from '#web/staff/components/state-word.tsx';
import { sumText } from '#web/staff/components/sum-text.ts';
import { useMay } from '#web/staff/rights.tsx';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { HoursText, WeekdayText } from '#web/ui/value-text.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { CopyEvent } from '#web/staff/events/copy/copy-event.tsx';
import { eventPaths, EventState } from './event-frame.tsx';
import { EventPoster } from './poster.tsx';

/** All events: upcoming, past and drafts. */
export default function Events() {
  const { t } = useTranslation(['common', 'staff-events', 'staff']);
  const [query] = useSearchParams();
  const show: EventList = EVENT_LISTS.find((list) => list === query.get('show')) ?? 'upcoming';
  const [search, setSearch, clearing] = useSearch();
  const [copied, setCopied] = useState<StaffEventRow>();
  const hasMoney = useMay()('money.read');
  const pages = usePages(['nights', show, search], (before, signal) =>
    staffApi.staffEvents.list({ show, search, ...(before !== undefined && { before }) }, { signal }),
  );
  const revenue = useRevenue(pages.items, hasMoney);
  const columns = useColumns(setCopied, hasMoney ? revenue : undefined);
  return (
    <>
      <SectionTitle
        end={
          <LinkButton to={eventPaths.new} size="small">
            {t('staff:create_event')}
          </LinkButton>
        }
      >
        {t('staff:nav.events')}
      </SectionTitle>
      <ChoiceLinks
        label={t('staff-events:which')}
        choices={EVENT_LISTS.map((list) => ({
          to: list === 'upcoming' ? eventPaths.list : `${eventPaths.list}?show=${list}`,
          name: t(`staff-events:show.${list}`),
          isChosen: list === show,
        }))}
      />
      <div className="py-5">
        <FilterBox
          key={clearing.key}
          label={t('staff-events:search')}
          hint={t('staff-events:search_hint')}
          search={search}
          onFilter={setSearch}
        />
      </div>
      <PagedTable
        caption={t(`staff-events:show.${show}`)}
        columns={columns}
        pages={pages}
        keyOf={({ id }) => id}
        empty={<NoEvents show={show} />}
        onClear={search === '' ? undefined : clearing.clear}
      />
      {copied && <CopyEvent event={copied} onClose={() => setCopied(undefined)} />}
    </>
  );
}

function NoEvents({ show }: { show: EventList }) {
  const { t } = useTranslation(['staff-events', 'staff']);
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <p>{t(`none.${show}`)}</p>
      {show !== 'past' && (
        <LinkButton to={eventPaths.new} look="secondary" size="small">
          {t('staff:create_event')}
        </LinkButton>
      )}
    </div>
  );
}

/** What each event earned, in every currency in which money moved, or a dash if that could not be read; the list does not wait for it. */
function useRevenue(events: readonly StaffEventRow[], hasMoney: boolean): (event: StaffEventRow) => string {
  const reports = useQueries({
    queries: pagesOf(events).map((ids) => ({
      queryKey: ['revenue', ids],
      queryFn: ({ signal }: { signal: AbortSignal }) => staffApi.staffReports.events({ events: ids }, { signal }),
      enabled: hasMoney,
    })),
  });
  const sums = Map.groupBy(
    reports.flatMap(({ data }) => data?.items ?? []),
    ({ event }) => event.id,
  );
  const unread = reports.some(({ isError }) => isError) ? '—' : '';
  return ({ id }) => (sums.get(id) ?? []).map((sum) => sumText(sum, sum.net)).join(' + ') || unread;
}

/** The ids of the events, as many at once as a page has. */
const pagesOf = (events: readonly StaffEventRow[]): string[] =>
  Array.from({ length: Math.ceil(events.length / PAGE_SIZE) }, (_, page) =>
    events
      .slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE)
      .map(({ id }) => id)
      .join(),
  );

function useColumns(
  copy: (event: StaffEventRow) => void,
  revenueOf: ((event: StaffEventRow) => string) | undefined,
): Column<StaffEventRow>[] {
  const { t } = useTranslation(['staff-events', 'staff']);
  const { language } = useLanguage();
  return [
    { key: 'name', title: t('staff:event'), cell: (event) => <NamedEvent event={event} /> },
    { key: 'state', title: t('staff:status'), place: 'state', cell: (event) => <ListedState event={event} /> },
    { key: 'sold', title: t('column.sold'), cell: ({ places }) => <Sold places={places} /> },
    ...(revenueOf
      ? [
          {
            key: 'revenue',
            title: t('column.revenue'),
            isNumber: true,
            isTitled: false,
            place: 'figure' as const,
            cell: revenueOf,
          },
        ]
      : []),
    {
      key: 'copy',
      title: t('copy'),
      place: 'wide',
      cell: (event) => (
        <button
          type="button"
          className="link inline-flex min-h-11 items-center"
          aria-label={t('copy_of', { name: eventName(event, language) })}
          onClick={() => copy(event)}
        >
          {t('copy')}
        </button>
      ),
    },
  ];
}

/** Poster, name and time. */
function NamedEvent({ event }: { event: StaffEventRow }) {
  const { language } = useLanguage();
  const { id, startDate, endDate } = event;
  return (
    <span className="flex items-center gap-4 py-1.5">
      <EventPoster event={event} sizes="2.75rem" className="w-11" />
      <span className="min-w-0">
        <Link to={eventPaths.event(id)} dir="auto" className="row-link link inline-block max-w-80 text-[1rem] wrap-anywhere">
          {eventName(event, language)}
        </Link>
        <span className="flex flex-wrap gap-x-2 font-normal text-muted">
          <span>
            <WeekdayText at={startDate} />, <RowDate at={startDate} />
          </span>
          <HoursText from={startDate} to={endDate} />
        </span>
      </span>
    </span>
  );
}

function Sold({ places }: Pick<StaffEventRow, 'places'>) {
  const { t } = useTranslation('staff-events');
  return (
    <span className="block w-44 max-w-full">
      <SoldBar {...places} className="block" />
      <span className="type-tabular">
        {t('sold_of', places)}
        {places.held > 0 && <span className="text-muted"> · {t('reserved', { held: places.held })}</span>}
      </span>
    </span>
  );
}

/** The state; a published event with nothing on sale is marked. */
function ListedState({ event }: { event: StaffEventRow }) {
  const { t } = useTranslation('staff-events');
  const isMarked = event.state === 'published' && event.ticketTypes === 0 && !event.isComingSoon;
  return (
    <>
      <EventState event={event} />
      {isMarked && (
        <span className="block font-semibold">
          <Caution>{t('no_ticket_type')}</Caution>
        </span>
      )}
    </>
  );
}
