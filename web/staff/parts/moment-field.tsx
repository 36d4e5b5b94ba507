import { useTranslation } from 'react-i18next';
import { writtenTime } from '#shared/events/night-times.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { Field } from '#web/ui/field.tsx';

type MomentFieldProps = {
  /** Of the first box. */
  id: string;
  legend: string;
  hint?: string;
  error?: string | undefined;
  /** `2026-11-21T18:30` in venue time, or what has been written of it. */
  value: string;
  onChange(value: string): void;
};

/** A moment to write: the date in its three boxes, the time of day beside them. */
export function MomentField({ id, legend, hint, error, value, onChange }: MomentFieldProps) {
  const { t } = useTranslation('staff');
  const [day = '', time = ''] = value.split('T');
  const write = (nextDay: string, nextTime: string) => onChange(nextDay === '' && nextTime === '' ? '' : `${nextDay}T${nextTime}`);
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <DateField id={id} legend={legend} hint={hint} error={error} value={day} onChange={(next) => write(next, time)} />
      <Field
        label={t('time')}
        aria-label={`${legend}: ${t('time')}`}
        aria-invalid={error !== undefined || undefined}
        inputMode="numeric"
        autoComplete="off"
        inputClass="w-28"
        value={time}
        onChange={({ target }) => write(day, target.value)}
        onBlur={() => write(day, writtenTime(time) ?? time)}
      />
    </div>
  );
}
