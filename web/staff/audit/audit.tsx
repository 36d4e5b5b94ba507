import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PagedTable } from '#web/staff/components/data-table.tsx';
import { DayFilter } from '#web/staff/components/filters.tsx';
import { staffApi, usePages } from '#web/staff/staff-api.ts';
import { SectionTitle } from '#web/staff/staff-frame.tsx';
import { Field, Select } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { actionText, entryColumns } from './entries.tsx';

const everything: Filters = { staffId: '', action: '', kind: '', number: '', day: '' };

/** The log of staff commands; its entries cannot be changed or deleted. */
export default function Audit() {
  const { t } = useTranslation(['common', 'staff', 'staff-audit']);
  const [filters, setFilters] = useState(everything);
  const choices = useQuery({ queryKey: ['audit-choices'], queryFn: ({ signal }) => staffApi.staffAudit.choices({}, { signal }) });
  const query = queryOf(filters);
  const pages = usePages(['audit', query], (before, signal) => staffApi.staffAudit.entries({ ...query, before }, { signal }));
  return (
    <>
      <SectionTitle>{t('staff:nav.activity')}</SectionTitle>
      <p className="mb-5 text-muted">{t('staff-audit:about')}</p>
      <EntryFilters filters={filters} choices={choices.data} onChange={(part) => setFilters((all) => ({ ...all, ...part }))} />
      <PagedTable
        caption={t('staff:nav.activity')}
        columns={entryColumns(t)}
        pages={pages}
        keyOf={({ id }) => id}
        empty={t('staff-audit:empty')}
        onClear={Object.keys(query).length > 0 ? () => setFilters(everything) : undefined}
      />
    </>
  );
}

/** Empty and incomplete filters are left out. */
function queryOf({ staffId, action, kind, number, day }: Filters) {
  return {
    ...(staffId && { staffId: Number(staffId) }),
    ...(action && { action }),
    ...(kind && { subject: /^\d+$/.test(number) ? `${kind} ${number}` : kind }),
    ...(day && { day }),
  };
}

type Filters = { staffId: string; action: string; kind: string; number: string; day: string };
type Choices = { staff: { id: number; name: string }[]; actions: string[] };
type EntryFiltersProps = { filters: Filters; choices: Choices | undefined; onChange(part: Partial<Filters>): void };

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

function EntryFilters({ filters, choices, onChange }: EntryFiltersProps) {
  const { t } = useTranslation(['common', 'staff-audit']);
  const all = <option value="">{t('staff-audit:all')}</option>;
  return (
    <div className="mb-7 flex flex-wrap items-end gap-x-5 gap-y-4">
      <Select label={t('staff-audit:staff')} value={filters.staffId} onChange={({ target }) => onChange({ staffId: target.value })}>
        {all}
        {choices?.staff.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select label={t('staff-audit:action')} value={filters.action} onChange={({ target }) => onChange({ action: target.value })}>
        {all}
        {choices?.actions.map((action) => (
          <option key={action} value={action}>
            {actionText(action, t)}
          </option>
        ))}
      </Select>
      <Select label={t('staff-audit:subject')} value={filters.kind} onChange={({ target }) => onChange({ kind: target.value })}>
        {all}
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`staff-audit:subjects.${kind}`)}
          </option>
        ))}
      </Select>
      {filters.kind !== '' && (
        <Field
          label={t('staff-audit:number')}
          inputMode="numeric"
          autoComplete="off"
          value={filters.number}
          onChange={({ target }) => onChange({ number: target.value.trim() })}
          inputClass="w-30"
        />
      )}
      <DayFilter label={t('staff-audit:day')} day={filters.day} onChange={(day) => onChange({ day })} />
    </div>
  );
}
