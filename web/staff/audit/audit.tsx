import { useQuery } from '@tanstack/react-query';
import { isCalendarDay } from '#shared/accounts/account-rules.ts';
import { PagedTable } from '#web/staff/components/data-table.tsx';
import { DayChip, ListTools, useFilters } from '#web/staff/components/filters.tsx';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { ChoiceChip, FieldChip } from '#web/staff/ui/chips.tsx';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { actionText, entryColumns } from './entries.tsx';

const KINDS = [
  'guest',
  'invitation',
  'order',
  'payment',
  'refund',
  'event',
  'ticket_type',
  'list',
  'enquiry',
  'mail',
  'picture',
  'words',
  'club',
] as const;

/** The log of staff commands; its entries cannot be changed or deleted. */
export default function Audit() {
  const { t } = useTranslation(['common', 'staff', 'staff-audit']);
  const { valueOf, change } = useFilters();
  const choices = useQuery({ queryKey: ['audit-choices'], queryFn: ({ signal }) => staffApi.staffAudit.choices({}, { signal }) });
  const [staffId, action, number] = [valueOf('staff'), valueOf('action'), valueOf('number')];
  const kind = KINDS.find((known) => known === valueOf('kind')) ?? '';
  const day = isCalendarDay(valueOf('day')) ? valueOf('day') : '';
  const query = {
    ...(/^\d{1,9}$/.test(staffId) && { staffId: Number(staffId) }),
    ...(action && { action }),
    ...(kind && { subject: /^\d+$/.test(number) ? `${kind} ${number}` : kind }),
    ...(day && { day }),
  };
  const pages = usePages(['audit', query], (before, signal) => staffApi.staffAudit.entries({ ...query, before }, { signal }));
  const clear = () => change({ staff: '', action: '', kind: '', number: '', day: '' });
  const onClear = Object.keys(query).length > 0 ? clear : undefined;
  return (
    <>
      <SectionTitle>{t('staff:nav.activity')}</SectionTitle>
      <ListTools onClear={onClear}>
        <ChoiceChip
          label={t('staff-audit:staff')}
          choices={(choices.data?.staff ?? []).map(({ id, name }) => ({ value: String(id), text: name }))}
          value={staffId}
          onChange={(staff) => change({ staff })}
        />
        <ChoiceChip
          label={t('staff-audit:action')}
          choices={(choices.data?.actions ?? []).map((value) => ({ value, text: actionText(value, t) }))}
          value={action}
          onChange={(next) => change({ action: next })}
        />
        <ChoiceChip
          label={t('staff-audit:subject')}
          choices={KINDS.map((value) => ({ value, text: t(`staff-audit:subjects.${value}`) }))}
          value={kind}
          onChange={(next) => change({ kind: next, number: '' })}
        />
        {kind !== '' && (
          <FieldChip label={t('staff-audit:number')} value={number}>
            <Field
              label={t('staff-audit:number')}
              inputMode="numeric"
              autoComplete="off"
              value={number}
              onChange={({ target }) => change({ number: target.value.trim() })}
              inputClass="w-30"
            />
          </FieldChip>
        )}
        <DayChip label={t('staff:date')} day={day} onChange={(next) => change({ day: next })} />
      </ListTools>
      <PagedTable
        caption={t('staff:nav.activity')}
        columns={entryColumns(t)}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('staff-audit:empty')}
        onClear={onClear}
      />
    </>
  );
}
