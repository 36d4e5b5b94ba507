import { isCalendarDay } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { writtenTime } from '#shared/events/written-time.ts';
import { fromVenue } from '#shared/venue-moments.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { controlClass } from '#web/ui/fields.tsx';

/** The value of a moment's fields, in venue time. */
export const toControl = (at: string | null): string => at?.slice(0, 16) ?? '';

/** Returns the moment of such a value; an incomplete one is returned as typed, and its field refuses it. */
export function fromControl(text: string): string | null {
  const [day = '', time = ''] = text.split('T');
  const [hour, minute] = writtenTime(time)?.split(':').map(Number) ?? [];
  if (!isCalendarDay(day) || hour === undefined) return text || null;
  return toWireTime(fromVenue(day, hour, minute));
}

type MomentFieldProps = {
  /** The id of the first field. */
  id: string;
  legend: string;
  hint?: string;
  error?: string | undefined;
  /** `2026-11-21T18:30` in venue time, or an incomplete value. */
  value: string;
  onChange(value: string): void;
};

/** Fields for a moment: the date in three boxes, the time of day in a fourth. */
export function MomentField({ id, legend, hint, error, value, onChange }: MomentFieldProps) {
  const { t } = useTranslation('staff');
  const [day = '', time = ''] = value.split('T');
  const write = (nextDay: string, nextTime: string) => onChange(nextDay === '' && nextTime === '' ? '' : `${nextDay}T${nextTime}`);
  return (
    <DateField
      id={id}
      legend={legend}
      hint={hint}
      error={error}
      value={day}
      onChange={(next) => write(next, time)}
      more={{
        label: t('time'),
        width: 'w-24',
        control: (
          <input
            type="text"
            aria-label={`${legend}: ${t('time')}`}
            aria-invalid={error !== undefined || undefined}
            inputMode="numeric"
            autoComplete="off"
            value={time}
            onChange={({ target }) => write(day, target.value)}
            onBlur={() => write(day, writtenTime(time) ?? time)}
            className={controlClass}
          />
        ),
      }}
    />
  );
}
