import { openingParts, type OpeningPart, openingProblem, WEEK } from '#shared/written-opening.ts';
import { TimeField } from '#web/staff/ui/date-field.tsx';
import { Checkbox, describedBy, FieldNotes } from '#web/ui/fields.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

type OpeningFieldProps = { id: string; label: string; value: string; error: string | undefined; onChange(value: string): void };

/** The opening days of a week and their hours, stored in the format of `shared/opening.ts`. */
export function OpeningField({ id, label, value, error, onChange }: OpeningFieldProps) {
  const { t } = useTranslation(['common', 'staff-site-content']);
  const written = openingParts(value);
  const write = (part: Partial<typeof written>) => {
    const { days, from, to } = { ...written, ...part };
    onChange([...days, from, to].join(' '));
  };
  const errorOf = (part: OpeningPart) => (part === wrongPart(value) ? error : undefined);
  const time = (part: 'from' | 'to') => ({
    id: openingBox(id, part),
    label: t(`staff-site-content:${part}`),
    value: written[part],
    error: errorOf(part),
    onChange: (next: string) => write({ [part]: next }),
  });
  return (
    <fieldset aria-describedby={describedBy(id, { error: errorOf('days') })} className="flex flex-col gap-3">
      <legend className="mb-3 font-semibold">{label}</legend>
      <FieldNotes id={id} error={errorOf('days')} />
      <div className="flex flex-wrap gap-x-6">
        {WEEK.map((day, place) => (
          <Checkbox
            key={day}
            id={place === 0 ? openingBox(id, 'days') : undefined}
            label={t(`weekdays.${day}`)}
            checked={written.days.includes(day)}
            onChange={({ target }) => write({ days: WEEK.filter((each) => (each === day ? target.checked : written.days.includes(each))) })}
          />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TimeField {...time('from')} />
        <TimeField {...time('to')} />
      </div>
    </fieldset>
  );
}

/** The field that shows an error: the wrong part, else the days. */
export const wrongPart = (value: string): OpeningPart => openingProblem(value)?.part ?? 'days';

/** The element id of a part; the days represent the whole. */
export const openingBox = (id: string, part: OpeningPart): string => (part === 'days' ? id : `${id}-${part}`);
