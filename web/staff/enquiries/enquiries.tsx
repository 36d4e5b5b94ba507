import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ENQUIRY_STATES } from '#shared/enquiries/enquiry-fields.ts';
import { paths } from '#shared/paths.ts';
import type { EnquiryCounts, EnquiryRow } from '#shared/staff/enquiries.contract.ts';
import { Moment, PagedTable } from '#web/staff/components/data-table.tsx';
import { ChoiceLinks, FilterBox, useSearch } from '#web/staff/components/filters.tsx';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useTranslation } from '#web/ui/translation.tsx';

const KINDS = ['rental', 'dj'] as const;
type Kind = (typeof KINDS)[number];
type State = (typeof ENQUIRY_STATES)[number];

/** What visitors wrote to the club: rentals and DJ requests in one inbox. */
export default function Enquiries() {
  const { t } = useTranslation(['common', 'staff', 'staff-enquiries']);
  const { kind, state } = useChoice();
  const navigate = useNavigate();
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
    void navigate(staffPath('site/inbox'), { replace: true });
  };
  return (
    <>
      <SectionTitle>{t('staff:nav.inbox')}</SectionTitle>
      <Choices kind={kind} state={state} counts={counts.data} />
      <div className="my-5">
        <FilterBox key={clearing.key} label={t('staff-enquiries:search')} search={search} onFilter={setSearch} />
      </div>
      <PagedTable
        caption={t('staff-enquiries:to_list')}
        pages={pages}
        keyOf={({ id }) => id}
        empty={<NoEnquiries />}
        onClear={search !== '' || kind || state ? clear : undefined}
        columns={[
          { key: 'from', title: t('staff-enquiries:from'), cell: (row) => <Sender row={row} /> },
          { key: 'kind', title: t('staff-enquiries:kind'), cell: (row) => t(`staff-enquiries:kinds.${row.kind}`) },
          {
            key: 'about',
            title: t('staff-enquiries:about'),
            place: 'line',
            cell: ({ about }) => (
              <span data-excerpt className="line-clamp-1 tablet:min-w-60">
                {about}
              </span>
            ),
          },
          { key: 'state', title: t('staff-enquiries:state'), place: 'state', cell: ({ state }) => <StateText state={state} /> },
          { key: 'received', title: t('staff-enquiries:received'), place: 'figure', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        ]}
      />
    </>
  );
}

/** Explains where enquiries come from, and links there. */
function NoEnquiries() {
  const { t } = useTranslation(['common', 'staff-enquiries']);
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p>{t('staff-enquiries:empty')}</p>
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

function useChoice(): { kind: Kind | undefined; state: State | undefined } {
  const [query] = useSearchParams();
  return {
    kind: KINDS.find((kind) => kind === query.get('kind')),
    state: ENQUIRY_STATES.find((state) => state === query.get('state')),
  };
}

type ChoicesProps = ReturnType<typeof useChoice> & { counts: EnquiryCounts | undefined };

function Choices({ kind, state, counts }: ChoicesProps) {
  const { t } = useTranslation(['common', 'staff-enquiries']);
  const to = (next: { kind?: Kind | undefined; state?: State | undefined }) => {
    const query = new URLSearchParams(Object.entries(next).filter((entry): entry is [string, Kind | State] => entry[1] !== undefined));
    return `${staffPath('site/inbox')}${query.size > 0 ? `?${query}` : ''}`;
  };
  const countOf = (kinds: readonly Kind[], states: readonly State[]) =>
    counts && kinds.flatMap((one) => states.map((which) => counts[one][which])).reduce((sum, count) => sum + count, 0);
  const link = (name: string, next: Parameters<typeof to>[0], isChosen: boolean) => {
    const count = countOf(next.kind ? [next.kind] : KINDS, next.state ? [next.state] : ENQUIRY_STATES);
    return { name, to: to(next), isChosen, ...(count === undefined ? {} : { count }) };
  };
  return (
    <div className="flex flex-wrap gap-x-8">
      <ChoiceLinks
        label={t('staff-enquiries:kind')}
        choices={[
          link(t('staff-enquiries:all_kinds'), { state }, kind === undefined),
          ...KINDS.map((one) => link(t(`staff-enquiries:kinds_many.${one}`), { kind: one, state }, kind === one)),
        ]}
      />
      <ChoiceLinks
        label={t('staff-enquiries:state')}
        choices={[
          link(t('staff-enquiries:all_states'), { kind }, state === undefined),
          ...ENQUIRY_STATES.map((one) => link(t(`staff-enquiries:states.${one}`), { kind, state: one }, state === one)),
        ]}
      />
    </div>
  );
}

function Sender({ row: { id, from, state } }: { row: EnquiryRow }) {
  const { t } = useTranslation('staff-enquiries');
  return (
    <Link to={staffPath(`site/inbox/${id}`)} className={classNames('row-link link', state === 'new' && 'font-bold')}>
      {from || t('nameless', { id })}
    </Link>
  );
}

function StateText({ state }: { state: State }) {
  const { t } = useTranslation('staff-enquiries');
  return (
    <span className={classNames('whitespace-nowrap', state === 'new' ? 'font-bold text-accent' : 'text-muted')}>
      {t(`states.${state}`)}
    </span>
  );
}
