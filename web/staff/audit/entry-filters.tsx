import { useTranslation } from 'react-i18next';
import { DayFilter } from '#web/staff/parts/day-filter.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { actionWords } from './entry-words.ts';

export type Filters = { staffId: string; action: string; kind: string; number: string; day: string };
type Choices = { staff: { id: number; name: string }[]; actions: string[] };
type EntryFiltersProps = { filters: Filters; choices: Choices | undefined; onChange(part: Partial<Filters>): void };

const KINDS = ['guest', 'order', 'payment', 'refund', 'event', 'release', 'enquiry', 'mail', 'picture', 'words'] as const;

/** By whom, what, about what and when. */
export function EntryFilters({ filters, choices, onChange }: EntryFiltersProps) {
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
            {actionWords(action, t)}
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
