import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { eventName } from '#shared/events/timing.ts';
import { EVENT_LISTS, type EventList, type StaffEventRow } from '#shared/staff/events.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { type Column, PagedTable } from '#web/staff/components/data-table.tsx';
import { ChoiceLinks, FilterBox, useSearch } from '#web/staff/components/filters.tsx';
import { Caution } from '#web/staff/components/state-word.tsx';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { DateText, HoursText, WeekdayText } from '#web/ui/value-text.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { CopyEvent } from '#web/staff/events/copy/copy-event.tsx';
import { eventPaths, EventState } from './event-frame.tsx';

/** All events: upcoming, past and drafts. */
export default function Events() {
  const { t } = useTranslation(['common', 'staff-nights']);
  const [query] = useSearchParams();
  const show: EventList = EVENT_LISTS.find((list) => list === query.get('show')) ?? 'upcoming';
  const [search, setSearch, clearing] = useSearch();
  const [copied, setCopied] = useState<StaffEventRow>();
  const pages = usePages(['nights', show, search], (before, signal) =>
    staffApi.staffEvents.list({ show, search, ...(before !== undefined && { before }) }, { signal }),
  );
  const columns = useColumns(setCopied);
  return (
    <>
      <SectionTitle
        end={
          <LinkButton to={eventPaths.new} size="small">
            {t('staff-nights:new')}
          </LinkButton>
        }
      >
        {t('staff-nights:list')}
      </SectionTitle>
      <ChoiceLinks
        label={t('staff-nights:which')}
        choices={EVENT_LISTS.map((list) => ({
          to: list === 'upcoming' ? eventPaths.list : `${eventPaths.list}?show=${list}`,
          name: t(`staff-nights:show.${list}`),
          isChosen: list === show,
        }))}
      />
      <div className="py-5">
        <FilterBox
          key={clearing.key}
          label={t('staff-nights:search')}
          hint={t('staff-nights:search_hint')}
          search={search}
          onFilter={setSearch}
        />
      </div>
      <PagedTable
        caption={t(`staff-nights:show.${show}`)}
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
  const { t } = useTranslation('staff-nights');
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <p>{t(`none.${show}`)}</p>
      {show !== 'past' && (
        <LinkButton to={eventPaths.new} look="secondary" size="small">
          {t('new')}
        </LinkButton>
      )}
    </div>
  );
}

function useColumns(copy: (event: StaffEventRow) => void): Column<StaffEventRow>[] {
  const { t } = useTranslation(['staff-nights', 'staff']);
  const { language } = useLanguage();
  return [
    {
      key: 'name',
      title: t('column.name'),
      cell: (event) => (
        <Link to={eventPaths.event(event.id)} dir="auto" className="row-link link inline-block max-w-80 font-semibold wrap-anywhere">
          {eventName(event, language)}
        </Link>
      ),
    },
    {
      key: 'day',
      title: t('column.day'),
      cell: ({ startDate, endDate }) => (
        <span className="flex flex-wrap gap-x-2">
          <span>
            <WeekdayText at={startDate} />, <DateText at={startDate} />
          </span>
          <HoursText from={startDate} to={endDate} />
        </span>
      ),
    },
    { key: 'state', title: t('column.state'), place: 'state', cell: (event) => <ListedState event={event} /> },
    { key: 'acts', title: t('column.acts'), place: 'wide', isNumber: true, cell: ({ acts }) => acts },
    { key: 'ticketTypes', title: t('column.ticketTypes'), place: 'wide', isNumber: true, cell: ({ ticketTypes }) => ticketTypes },
    {
      key: 'sold',
      title: t('column.places'),
      place: 'line',
      cell: ({ places }) => (
        <span className="tablet:whitespace-nowrap">
          {t('staff:places', places)}
          {places.held > 0 && <span className="text-muted"> · {t('held', { held: places.held })}</span>}
        </span>
      ),
    },
    {
      key: 'copy',
      title: t('copy'),
      place: 'wide',
      cell: (event) => (
        <button type="button" className="link" aria-label={t('copy_of', { name: eventName(event, language) })} onClick={() => copy(event)}>
          {t('copy')}
        </button>
      ),
    },
  ];
}

/** The state; a published event with nothing on sale is marked. */
function ListedState({ event }: { event: StaffEventRow }) {
  const { t } = useTranslation('staff-nights');
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
