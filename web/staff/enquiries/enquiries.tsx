import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ENQUIRY_STATES } from '#shared/enquiries/enquiry-fields.ts';
import { paths } from '#shared/paths.ts';
import type { EnquiryRow } from '#shared/staff/enquiries.contract.ts';
import { Moment, PagedTable } from '#web/staff/components/data-table.tsx';
import { FilterBox, ListTools, useFilters, useSearch } from '#web/staff/components/filters.tsx';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { ChoiceChip } from '#web/staff/ui/chips.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';

const KINDS = ['rental', 'dj'] as const;
type Kind = (typeof KINDS)[number];
type State = (typeof ENQUIRY_STATES)[number];

/** What visitors wrote to the club: rentals and DJ requests in one inbox. */
export default function Enquiries() {
  const { t } = useTranslation(['common', 'staff', 'staff-inbox']);
  const { valueOf, change } = useFilters();
  const kind = KINDS.find((known) => known === valueOf('kind'));
  const state = ENQUIRY_STATES.find((known) => known === valueOf('state'));
  const [search, setSearch, clearing] = useSearch();
  const counts = useQuery({ queryKey: ['enquiry-counts'], queryFn: ({ signal }) => staffApi.staffEnquiries.counts({}, { signal }) });
  const filters = { ...(kind ? { kind } : {}), ...(state ? { state } : {}) };
  const pages = usePages(['enquiries', filters, search], (before, signal) => {
    const wanted = { ...filters, ...(before !== undefined && { before }) };
    return search === ''
      ? staffApi.staffEnquiries.list(wanted, { signal })
      : staffApi.staffEnquiries.find({ body: { ...wanted, search } }, { signal });
  });
  const clear = () => {
    clearing.clear();
    change({ kind: '', state: '' });
  };
  const onClear = search !== '' || kind || state ? clear : undefined;
  const countOf = (kinds: readonly Kind[], states: readonly State[]) =>
    counts.data && kinds.flatMap((one) => states.map((which) => counts.data?.[one][which] ?? 0)).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <SectionTitle>{t('staff:nav.inbox')}</SectionTitle>
      <ListTools onClear={onClear}>
        <FilterBox key={clearing.key} label={t('staff-inbox:search')} search={search} onFilter={setSearch} />
        <ChoiceChip
          label={t('staff-inbox:kind')}
          choices={KINDS.map((value) => ({
            value,
            text: t(`staff-inbox:kinds_many.${value}`),
            count: countOf([value], state ? [state] : ENQUIRY_STATES),
          }))}
          value={kind ?? ''}
          onChange={(next) => change({ kind: next })}
        />
        <ChoiceChip
          label={t('staff:status')}
          choices={ENQUIRY_STATES.map((value) => ({
            value,
            text: t(`staff-inbox:states.${value}`),
            count: countOf(kind ? [kind] : KINDS, [value]),
          }))}
          value={state ?? ''}
          onChange={(next) => change({ state: next })}
        />
      </ListTools>
      <PagedTable
        caption={t('staff:nav.inbox')}
        pages={pages}
        keyOf={({ id }) => id}
        empty={<NoEnquiries />}
        onClear={onClear}
        columns={[
          { key: 'from', title: t('staff-inbox:from'), cell: (row) => <Sender row={row} /> },
          { key: 'kind', title: t('staff-inbox:kind'), cell: (row) => t(`staff-inbox:kinds.${row.kind}`) },
          {
            key: 'about',
            title: t('staff-inbox:about'),
            place: 'line',
            cell: ({ about }) => (
              <span data-excerpt className="line-clamp-1 tablet:min-w-60">
                {about}
              </span>
            ),
          },
          { key: 'state', title: t('staff:status'), place: 'state', cell: ({ state }) => <StateText state={state} /> },
          { key: 'received', title: t('staff-inbox:received'), place: 'figure', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
    </>
  );
}

/** Explains where enquiries come from, and links there. */
function NoEnquiries() {
  const { t } = useTranslation(['common', 'staff-inbox']);
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p>{t('staff-inbox:empty')}</p>
      {[
        { to: paths.rentals, name: t('nav.rentals') },
        { to: paths.djs, name: t('nav.djs') },
      ].map(({ to, name }) => (
        <Link key={to} to={to} className="link inline-flex min-h-11 items-center">
          {name}
        </Link>
      ))}
    </div>
  );
}

function Sender({ row: { id, from, state } }: { row: EnquiryRow }) {
  const { t } = useTranslation('staff-inbox');
  return (
    <Link to={staffPath(`site/inbox/${id}`)} className={classNames('row-link link', state === 'new' && 'font-bold')}>
      {from || t('title.any', { id })}
    </Link>
  );
}

function StateText({ state }: { state: State }) {
  const { t } = useTranslation('staff-inbox');
  return (
    <span className={classNames('whitespace-nowrap', state === 'new' ? 'font-bold text-accent' : 'text-muted')}>
      {t(`states.${state}`)}
    </span>
  );
}
