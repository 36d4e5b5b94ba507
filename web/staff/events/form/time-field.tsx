import type { FocusEvent } from 'react';
import { writtenTime } from '#shared/events/written-time.ts';
import { Field } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import type { EventForm } from './use-event-form.ts';

type TimeFieldProps = Pick<EventForm, 'form' | 'typed' | 'control'> & { field: 'from' | 'until' | 'opensAt' | 'exitsUntil'; hint?: string };

/** A time of day as people write it; when the field is left, it shows `23:00`. */
export function TimeField({ field, hint, form, typed, control }: TimeFieldProps) {
  const { t } = useTranslation('staff-nights');
  const { onBlur, ...rest } = control(field);
  const settle = (event: FocusEvent) => {
    form.setValue(field, writtenTime(typed[field]) ?? typed[field]);
    void onBlur(event);
  };
  const label = t(`field.${field}`);
  return <Field {...rest} id={field} label={label} hint={hint} autoComplete="off" inputMode="numeric" inputClass="w-28" onBlur={settle} />;
}
