import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { useParams } from 'react-router';
import { fullName } from '#shared/accounts/account-rules.ts';
import { STATUSES } from '#shared/constants.ts';
import { PagedTable, RowDate } from '#web/staff/components/data-table.tsx';
import { FilterBox, ListTools, useFilters, useSearch } from '#web/staff/components/filters.tsx';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { ChoiceChip } from '#web/staff/ui/chips.tsx';
import { PanelLink, SidePanel } from '#web/staff/ui/side-panel.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useGuestSelection } from './bulk-guests.tsx';
import { countText, StatusText } from './guest-facts.tsx';

const Guest = lazy(() => import('./guest.tsx'));

/** All accounts, searched by any part of name, mail or phone, or by the whole personal number. */
export default function Guests() {
  const { t } = useTranslation(['common', 'staff', 'staff-guests', 'accounts']);
  const { id } = useParams();
  const { valueOf, change } = useFilters();
  const status = STATUSES.find((one) => one === valueOf('status'));
  const [search, setSearch, clearing] = useSearch();
  const counts = useQuery({ queryKey: ['guest-counts'], queryFn: ({ signal }) => staffApi.guests.counts({}, { signal }) });
  const pages = usePages(['guests', status, search], (before, signal) => {
    const wanted = { ...(status && { status }), ...(before !== undefined && { before }) };
    return search === '' ? staffApi.guests.list(wanted, { signal }) : staffApi.guests.find({ body: { ...wanted, search } }, { signal });
  });
  const reload = () => {
    pages.reload();
    void counts.refetch();
  };
  const selection = useGuestSelection(reload);
  const clear = () => {
    clearing.clear();
    change({ status: '' });
  };
  const onClear = search !== '' || status ? clear : undefined;
  return (
    <>
      <SectionTitle
        isCovered={id !== undefined}
        end={
          <LinkButton to={staffPath('guests/verification')} look="secondary" size="small">
            {t('staff-guests:to_verification', { guests: countText([counts.data?.Pending ?? 0]) })}
          </LinkButton>
        }
      >
        {t('staff:nav.guests')}
      </SectionTitle>
      <ListTools onClear={onClear}>
        <FilterBox
          key={clearing.key}
          label={t('staff-guests:search')}
          hint={t('staff-guests:search_hint')}
          search={search}
          onFilter={setSearch}
        />
        <ChoiceChip
          label={t('staff:status')}
          choices={STATUSES.map((value) => ({
            value,
            text: t(`accounts:status.${value}`),
            count: counts.data && countText([counts.data[value]]),
          }))}
          value={status ?? ''}
          onChange={(next) => change({ status: next })}
        />
      </ListTools>
      <PagedTable
        caption={t('staff:nav.guests')}
        pages={pages}
        keyOf={({ id }) => id}
        selection={selection}
        empty={t('staff-guests:none')}
        onClear={onClear}
        columns={[
          {
            key: 'name',
            title: t('staff-guests:name'),
            cell: (guest) => (
              <PanelLink to={staffPath(`guests/${guest.id}`)} className="row-link link">
                <bdi>{fullName(guest)}</bdi>
              </PanelLink>
            ),
          },
          { key: 'status', title: t('staff:status'), place: 'state', cell: (row) => <StatusText {...row} /> },
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
      {id !== undefined && (
        <SidePanel label={t('staff:guest')} list={staffPath('guests')}>
          <Guest key={id} id={Number(id)} onChange={reload} />
        </SidePanel>
      )}
    </>
  );
}
