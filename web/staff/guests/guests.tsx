import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { fullName } from '#shared/accounts/account-rules.ts';
import { STATUSES } from '#shared/constants.ts';
import { PagedTable, RowDate } from '#web/staff/components/data-table.tsx';
import { ChoiceLinks, FilterBox, useSearch } from '#web/staff/components/filters.tsx';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { useTranslation } from '#web/ui/translation.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { countText, StatusText } from './guest-facts.tsx';

/** All accounts, searched by any part of name, mail or phone, or by the whole personal number. */
export default function Guests() {
  const { t } = useTranslation(['common', 'staff', 'staff-guests', 'accounts']);
  const [query] = useSearchParams();
  const status = STATUSES.find((one) => one === query.get('status'));
  const [search, setSearch, clearing] = useSearch();
  const counts = useQuery({ queryKey: ['guest-counts'], queryFn: ({ signal }) => staffApi.guests.counts({}, { signal }) });
  const pages = usePages(['guests', status, search], (before, signal) => {
    const wanted = { ...(status && { status }), ...(before !== undefined && { before }) };
    return search === '' ? staffApi.guests.list(wanted, { signal }) : staffApi.guests.find({ body: { ...wanted, search } }, { signal });
  });
  const countOf = (wanted: readonly (typeof STATUSES)[number][]) =>
    counts.data && { count: countText(wanted.map((one) => counts.data?.[one] ?? 0)) };
  const list = staffPath('guests');
  return (
    <>
      <SectionTitle
        end={
          <LinkButton to={staffPath('guests/verification')} look="secondary" size="small">
            {t('staff-guests:to_desk', { guests: countText([counts.data?.Pending ?? 0]) })}
          </LinkButton>
        }
      >
        {t('staff:nav.guests')}
      </SectionTitle>
      <ChoiceLinks
        label={t('staff-guests:status')}
        choices={[
          { name: t('staff-guests:all'), to: list, isChosen: status === undefined, ...countOf(STATUSES) },
          ...STATUSES.map((one) => ({
            name: t(`accounts:status.${one}`),
            to: `${list}?status=${one}`,
            isChosen: status === one,
            ...countOf([one]),
          })),
        ]}
      />
      <div className="my-5">
        <FilterBox
          key={clearing.key}
          label={t('staff-guests:search')}
          hint={t('staff-guests:search_hint')}
          search={search}
          onFilter={setSearch}
        />
      </div>
      <PagedTable
        caption={t('staff:nav.guests')}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('staff-guests:none')}
        onClear={search === '' ? undefined : clearing.clear}
        columns={[
          {
            key: 'name',
            title: t('staff-guests:name'),
            cell: (guest) => (
              <Link to={staffPath(`guests/${guest.id}`)} className="row-link link">
                <bdi>{fullName(guest)}</bdi>
              </Link>
            ),
          },
          { key: 'status', title: t('staff-guests:status'), place: 'state', cell: (row) => <StatusText {...row} /> },
          { key: 'email', title: t('staff-guests:email'), cell: ({ email }) => email },
          {
            key: 'phone',
            title: t('staff-guests:phone'),
            place: 'wide',
            cell: ({ phoneNumber }) => <span className="type-tabular whitespace-nowrap">{phoneNumber}</span>,
          },
          {
            key: 'since',
            place: 'figure',
            title: t('staff-guests:registered'),
            cell: ({ createdAt }) => <RowDate at={createdAt} />,
          },
        ]}
      />
    </>
  );
}
