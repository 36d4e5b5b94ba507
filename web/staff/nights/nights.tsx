import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { eventName } from '#shared/events/timing.ts';
import { NIGHT_LISTS, type NightList, type StaffNightRow } from '#shared/staff/nights.contract.ts';
import { useLanguage } from '#web/lib/use-language.ts';
import { type Column, PagedTable } from '#web/staff/parts/data-table.tsx';
import { ChoiceLinks, FilterBox, useSearch } from '#web/staff/parts/filters.tsx';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { DateText, HoursText, WeekdayText } from '#web/ui/date-text.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { CopyNight } from './copy-night.tsx';
import { nightPaths, NightState } from './night-frame.tsx';

/** All nights there are, were and will be. */
export default function Nights() {
  const { t } = useTranslation(['common', 'staff-nights']);
  const [query] = useSearchParams();
  const show: NightList = NIGHT_LISTS.find((list) => list === query.get('show')) ?? 'upcoming';
  const [search, setSearch] = useSearch();
  const [copied, setCopied] = useState<StaffNightRow>();
  const navigate = useNavigate();
  const pages = usePages(['nights', show, search], (before, signal) =>
    staffApi.staffNights.list({ show, search, ...(before !== undefined && { before }) }, { signal }),
  );
  const columns = useColumns(setCopied);
  return (
    <>
      <SectionTitle
        end={
          <LinkButton to={nightPaths.new} size="small">
            {t('staff-nights:new')}
          </LinkButton>
        }
      >
        {t('staff-nights:list')}
      </SectionTitle>
      <ChoiceLinks
        label={t('staff-nights:which')}
        choices={NIGHT_LISTS.map((list) => ({
          to: list === 'upcoming' ? nightPaths.list : `${nightPaths.list}?show=${list}`,
          name: t(`staff-nights:show.${list}`),
          isChosen: list === show,
        }))}
      />
      <div className="py-5">
        <FilterBox label={t('staff-nights:search')} hint={t('staff-nights:search_hint')} search={search} onFilter={setSearch} />
      </div>
      <PagedTable
        caption={t(`staff-nights:show.${show}`)}
        columns={columns}
        pages={pages}
        keyOf={({ id }) => id}
        empty={search === '' ? t(`staff-nights:none.${show}`) : t('staff-nights:none_found')}
      />
      {copied && (
        <CopyNight night={copied} onClose={() => setCopied(undefined)} onCopied={(night) => void navigate(nightPaths.night(night.id))} />
      )}
    </>
  );
}

function useColumns(copy: (night: StaffNightRow) => void): Column<StaffNightRow>[] {
  const { t } = useTranslation('staff-nights');
  const { language } = useLanguage();
  return [
    {
      key: 'name',
      title: t('column.name'),
      cell: (night) => (
        <Link to={nightPaths.night(night.id)} dir="auto" className="link inline-block max-w-80 min-w-28 font-semibold wrap-anywhere">
          {eventName(night, language)}
        </Link>
      ),
    },
    {
      key: 'day',
      title: t('column.day'),
      cell: ({ startDate, endDate }) => (
        <span className="flex flex-col whitespace-nowrap tablet:flex-row tablet:gap-x-2">
          <span>
            <WeekdayText at={startDate} />, <DateText at={startDate} />
          </span>
          <HoursText from={startDate} to={endDate} />
        </span>
      ),
    },
    { key: 'state', title: t('column.state'), cell: (night) => <NightState night={night} /> },
    { key: 'acts', title: t('column.acts'), isNumber: true, cell: ({ acts }) => acts },
    { key: 'releases', title: t('column.releases'), isNumber: true, cell: ({ releases }) => releases },
    {
      key: 'sold',
      title: t('column.sold'),
      isNumber: true,
      cell: ({ sold, held, capacity }) => (
        <span className="whitespace-nowrap">
          {held > 0 && <span className="text-muted">{t('held', { held })} · </span>}
          {t('sold_of', { sold, capacity })}
        </span>
      ),
    },
    {
      key: 'copy',
      title: t('copy'),
      cell: (night) => (
        <button type="button" className="link" aria-label={t('copy_of', { name: eventName(night, language) })} onClick={() => copy(night)}>
          {t('copy')}
        </button>
      ),
    },
  ];
}
