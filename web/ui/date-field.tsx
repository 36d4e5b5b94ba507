import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from './translation.tsx';
import { controlClass, describedBy, FieldNotes } from './fields.tsx';

type DateFieldProps = {
  /** The id of the first box: the error summary links to it. */
  id?: string;
  name?: string;
  legend: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** `YYYY-MM-DD`, or an incomplete date. */
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  /** `bday` lets the browser fill in all three. */
  autoComplete?: 'bday';
  ref?: Ref<HTMLInputElement>;
};

const boxes = [
  { part: 'day', length: 2, width: 'w-[4.5rem]' },
  { part: 'month', length: 2, width: 'w-[4.5rem]' },
  { part: 'year', length: 4, width: 'w-[6rem]' },
] as const;

const boxLabel = 'type-small mb-1 block text-muted';

/** A date in three boxes: the browser's own picker shows dates by its locale, not by ours. */
export function DateField({ legend, hint, error, value, onChange, onBlur, autoComplete, name, ref, ...props }: DateFieldProps) {
  const { t } = useTranslation();
  const ownId = useId();
  const id = props.id ?? ownId;
  const [typed, setTyped] = useState(() => splitDate(value));
  // The typed text is shown until the form itself sets another date.
  const shown = joinDate(typed) === value ? typed : splitDate(value);
  const write = (next: DateParts) => {
    setTyped(next);
    onChange(joinDate(next));
  };
  const group = useRef<HTMLFieldSetElement>(null);
  // Takes what was typed before the script ran.
  useEffect(() => {
    const [day = '', month = '', year = ''] = Array.from(group.current?.querySelectorAll('input') ?? [], (box) => digitsOf(box.value));
    if (joinDate({ day, month, year }) !== value) write({ day, month, year });
    // Once: afterwards the boxes show the form's value.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <fieldset ref={group} className="flex flex-col gap-2" aria-describedby={describedBy(id, { hint, error })}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <FieldNotes id={id} hint={hint} error={error} />
      <div className="flex flex-wrap gap-3">
        {boxes.map(({ part, length, width }, place) => (
          <label key={part} className={width}>
            <span className={boxLabel}>{t(`date.${part}`)}</span>
            <input
              ref={place === 0 ? ref : undefined}
              id={place === 0 ? id : undefined}
              name={name === undefined ? undefined : `${name}-${part}`}
              type="text"
              inputMode="numeric"
              maxLength={length}
              autoComplete={autoComplete && `${autoComplete}-${part}`}
              aria-invalid={error !== undefined || undefined}
              value={shown[part]}
              onChange={(event) => write({ ...shown, [part]: digitsOf(event.target.value) })}
              onBlur={onBlur}
              className={controlClass}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

type DateParts = { day: string; month: string; year: string };

/** Returns the values of the three boxes for `YYYY-MM-DD`; for anything else as much as can be read. */
export function splitDate(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-');
  return { day, month, year };
}

/**
 * Returns `YYYY-MM-DD` from the three boxes; an empty text if all are empty. Missing parts are left out, so that the form refuses the date.
 */
export function joinDate({ day, month, year }: DateParts): string {
  if (day === '' && month === '' && year === '') return '';
  return [year, twoDigits(month), twoDigits(day)].join('-');
}

const twoDigits = (text: string): string => (text === '' ? '' : text.padStart(2, '0'));
