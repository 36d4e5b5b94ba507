import { useTranslation } from 'react-i18next';
import { WEEKDAYS } from '#shared/dates.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

type OpeningFieldProps = { id: string; label: string; value: string; error: string | undefined; onChange(value: string): void };

/** Two nights of a week and their hours; kept as `shared/opening.ts` says. */
export function OpeningField({ id, label, value, error, onChange }: OpeningFieldProps) {
  const { t } = useTranslation(['common', 'staff-words']);
  const [first = '', second = '', from = '', to = ''] = value.split(' ');
  const write = (part: { first?: string; second?: string; from?: string; to?: string }) => {
    const next = { first, second, from, to, ...part };
    onChange([next.first, next.second, next.from.trim(), next.to.trim()].join(' '));
  };
  const days = WEEKDAYS.map((day) => (
    <option key={day} value={day}>
      {t(`weekdays.${day}`)}
    </option>
  ));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 font-semibold">{label}</legend>
      <div className="grid grid-cols-2 gap-3">
        <Select
          id={id}
          label={t('staff-words:first_day')}
          error={error}
          value={first}
          onChange={({ target }) => write({ first: target.value })}
        >
          {days}
        </Select>
        <Select label={t('staff-words:second_day')} value={second} onChange={({ target }) => write({ second: target.value })}>
          {days}
        </Select>
        <Field label={t('staff-words:from')} value={from} inputMode="numeric" onChange={({ target }) => write({ from: target.value })} />
        <Field label={t('staff-words:to')} value={to} inputMode="numeric" onChange={({ target }) => write({ to: target.value })} />
      </div>
    </fieldset>
  );
}
