import { useTranslation } from 'react-i18next';
import { WEEKDAYS } from '#shared/dates.ts';
import { writtenTime } from '#shared/events/night-times.ts';
import { OPENING_PARTS, openingProblem, type OpeningPart } from '#shared/site-texts/written-opening.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';

type OpeningFieldProps = { id: string; label: string; value: string; error: string | undefined; onChange(value: string): void };

/** Two nights of a week and their hours; kept as `shared/site-texts/written-opening.ts` says. */
export function OpeningField({ id, label, value, error, onChange }: OpeningFieldProps) {
  const { t } = useTranslation(['common', 'staff-words']);
  const [first = '', second = '', from = '', to = ''] = value.split(' ');
  const written: Record<OpeningPart, string> = { first, second, from, to };
  const write = (part: Partial<typeof written>) => {
    const next = { ...written, ...part };
    // Spaces separate the parts: `8 00` is kept as `800`, which is the same time.
    onChange(OPENING_PARTS.map((each) => next[each].replaceAll(/\s/g, '')).join(' '));
  };
  const box = (part: OpeningPart) => ({
    id: openingBox(id, part),
    value: written[part],
    error: part === wrongPart(value) ? error : undefined,
    onChange: ({ target }: { target: { value: string } }) => write({ [part]: target.value }),
  });
  const time = (part: 'from' | 'to') => ({
    ...box(part),
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    onBlur: () => write({ [part]: writtenTime(written[part]) ?? written[part] }),
  });
  const days = WEEKDAYS.map((day) => (
    <option key={day} value={day}>
      {t(`weekdays.${day}`)}
    </option>
  ));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 font-semibold">{label}</legend>
      <div className="grid grid-cols-2 gap-3">
        <Select label={t('staff-words:first_day')} {...box('first')}>
          {days}
        </Select>
        <Select label={t('staff-words:second_day')} {...box('second')}>
          {days}
        </Select>
        <Field label={t('staff-words:from')} {...time('from')} />
        <Field label={t('staff-words:to')} {...time('to')} />
      </div>
    </fieldset>
  );
}

/** Where an error stands: at the part that is wrong, else at the first. */
export const wrongPart = (value: string): OpeningPart => openingProblem(value)?.part ?? 'first';

/** The element of a part; the first one stands for the whole. */
export const openingBox = (id: string, part: OpeningPart): string => (part === 'first' ? id : `${id}-${part}`);
