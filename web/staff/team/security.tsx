import { Link, useLocation } from 'react-router';
import { isCalendarDay } from '#shared/accounts/account-rules.ts';
import { SECURITY_EVENT_KINDS } from '#shared/accounts/security-events.ts';
import type { SecurityEventView } from '#shared/staff/security.contract.ts';
import type { Translate } from '#shared/translate.ts';
import { securityEventText } from '#web/profile/security-event-text.ts';
import { type Column, Moment, PagedTable } from '#web/staff/components/data-table.tsx';
import { DayChip, ListTools, useFilters } from '#web/staff/components/filters.tsx';
import { staffApi, staffPath, usePages } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { ChoiceChip } from '#web/staff/ui/chips.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { securityPathOf } from './rows.tsx';

/** Sign-ins, refusals, downloads and changes of accounts: of all users, of the team, or of one account. */
export default function SecurityEvents() {
  const { t } = useTranslation(['common', 'accounts', 'staff-team', 'staff']);
  const { valueOf, change } = useFilters();
  const userId = Number(valueOf('account')) || undefined;
  const isOfStaff = userId === undefined && valueOf('of') === 'staff';
  const kind = SECURITY_EVENT_KINDS.find((known) => known === valueOf('kind')) ?? '';
  const day = isCalendarDay(valueOf('day')) ? valueOf('day') : '';
  const query = { ...(userId && { userId }), ...(isOfStaff && { ofStaff: 'true' as const }), ...(kind && { kind }), ...(day && { day }) };
  const pages = usePages(['security-events', query], (before, signal) => staffApi.staffSecurity.events({ ...query, before }, { signal }));
  const clear = () => change({ account: '', of: '', kind: '', day: '' });
  const onClear = userId || isOfStaff || kind || day ? clear : undefined;
  const name = useNameOf(userId, pages.items);
  return (
    <>
      <SectionTitle>{t('staff-team:security.title')}</SectionTitle>
      <Link to={staffPath('settings/team')} className="link inline-flex min-h-11 items-center">
        {t('staff-team:to_team')}
      </Link>
      <ListTools onClear={onClear}>
        <ChoiceChip
          label={t('staff-team:security.accounts')}
          choices={[
            { value: 'staff', text: t('staff-team:security.staff') },
            ...(userId ? [{ value: String(userId), text: t('staff-team:security.only_account', { name }) }] : []),
          ]}
          value={userId ? String(userId) : isOfStaff ? 'staff' : ''}
          onChange={(of) => change({ of: of === 'staff' ? of : '', account: of === String(userId) ? of : '' })}
        />
        <ChoiceChip
          label={t('staff-team:security.what')}
          choices={SECURITY_EVENT_KINDS.map((value) => ({ value, text: securityEventText(value, t) }))}
          value={kind}
          onChange={(next) => change({ kind: next })}
        />
        <DayChip label={t('staff:date')} day={day} onChange={(next) => change({ day: next })} />
      </ListTools>
      <PagedTable
        caption={t('staff-team:security.title')}
        columns={columns(t)}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('staff-team:security.empty')}
        onClear={onClear}
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
