import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '#shared/accounts/security-events.ts';
import type { SecurityEventView } from '#shared/staff/security.contract.ts';
import type { Translate } from '#shared/translate.ts';
import { securityEventText } from '#web/profile/security-event-text.ts';
import { type Column, Moment, PagedTable } from '#web/staff/components/data-table.tsx';
import { ChoiceLinks, DayFilter } from '#web/staff/components/filters.tsx';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Select } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { SECURITY_PATH, securityPathOf } from './rows.tsx';

/** Sign-ins, refusals, downloads and changes of accounts: of all users, of the team, or of one account. */
export default function SecurityEvents() {
  const { t } = useTranslation(['common', 'accounts', 'staff-team']);
  const [search] = useSearchParams();
  const userId = Number(search.get('account')) || undefined;
  const isOfStaff = userId === undefined && search.get('of') === 'staff';
  const [kind, setKind] = useState<SecurityEventKind | ''>('');
  const [day, setDay] = useState('');
  const query = { ...(userId && { userId }), ...(isOfStaff && { ofStaff: 'true' as const }), ...(kind && { kind }), ...(day && { day }) };
  const pages = usePages(['security-events', query], (before, signal) => staffApi.staffSecurity.events({ ...query, before }, { signal }));
  const clear = () => {
    setKind('');
    setDay('');
  };
  const name = useNameOf(userId, pages.items);
  return (
    <>
      <SectionTitle>{t('staff-team:security.title')}</SectionTitle>
      <Link to={staffPath('settings/team')} className="link inline-flex min-h-11 items-center">
        {t('staff-team:to_team')}
      </Link>
      <p className="mb-2 text-muted">{t('staff-team:security.about')}</p>
      <ChoiceLinks
        label={t('staff-team:security.accounts')}
        choices={[
          { name: t('staff-team:security.everybody'), to: SECURITY_PATH, isChosen: userId === undefined && !isOfStaff },
          { name: t('staff-team:security.staff'), to: `${SECURITY_PATH}?of=staff`, isChosen: isOfStaff },
          ...(userId ? [{ name: t('staff-team:security.only_account', { name }), to: securityPathOf(userId), isChosen: true }] : []),
        ]}
      />
      <div className="my-5 flex flex-wrap items-end gap-x-5 gap-y-4">
        <Select
          label={t('staff-team:security.what')}
          value={kind}
          onChange={({ target }) => setKind(SECURITY_EVENT_KINDS.find((known) => known === target.value) ?? '')}
        >
          <option value="">{t('staff-team:security.all')}</option>
          {SECURITY_EVENT_KINDS.map((known) => (
            <option key={known} value={known}>
              {securityEventText(known, t)}
            </option>
          ))}
        </Select>
        <DayFilter label={t('staff-team:security.day')} day={day} onChange={setDay} />
      </div>
      <PagedTable
        caption={t('staff-team:security.title')}
        columns={columns(t)}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('staff-team:security.empty')}
        onClear={kind || day ? clear : undefined}
      />
    </>
  );
}

/** The name of the chosen account: from the link to it, else from its rows; a deleted account has none. */
function useNameOf(userId: number | undefined, events: readonly SecurityEventView[]): string {
  const { state } = useLocation();
  const given: unknown = Object(state).name;
  const shown = events.find(({ account }) => account?.id === userId)?.account?.name;
  return (typeof given === 'string' && given) || shown || `#${userId}`;
}

const columns = (t: Translate): Column<SecurityEventView>[] => [
  { key: 'at', title: t('staff-team:security.when'), place: 'figure', cell: ({ at }) => <Moment at={at} /> },
  { key: 'kind', title: t('staff-team:security.what'), place: 'name', cell: ({ kind }) => securityEventText(kind, t) },
  {
    key: 'account',
    place: 'state',
    title: t('staff-team:security.account'),
    cell: ({ account }) =>
      account ? (
        <Link to={securityPathOf(account.id)} state={{ name: account.name }} className="link whitespace-nowrap">
          {account.name || `#${account.id}`}
        </Link>
      ) : (
        <span className="text-muted">{t('staff-team:security.no_account')}</span>
      ),
  },
  { key: 'device', title: t('staff-team:security.device'), cell: ({ device }) => device ?? '—' },
  {
    key: 'network',
    title: t('staff-team:security.network'),
    cell: ({ network }) => <span className="type-tabular whitespace-nowrap">{network ?? '—'}</span>,
  },
];
