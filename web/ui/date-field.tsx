import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { joinDate, splitDate, type DateParts } from './date-parts.ts';
import { controlClass, describedBy, FieldNotes } from './field-frame.tsx';

type DateFieldProps = {
  /** Of the first box: where a link of the error summary leads. */
  id?: string;
  name?: string;
  legend: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** `YYYY-MM-DD`, or what has been written of it. */
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  /** `bday` lets the browser fill in all three. */
  autoComplete?: 'bday';
  ref?: Ref<HTMLInputElement>;
};

const boxes = [
  { part: 'day', length: 2, width: 'w-18' },
  { part: 'month', length: 2, width: 'w-18' },
  { part: 'year', length: 4, width: 'w-24' },
] as const;

/** A date in three boxes: the browser's own picker shows dates by its locale, not by ours (art direction §11). */
export function DateField({ legend, hint, error, value, onChange, onBlur, autoComplete, name, ref, ...props }: DateFieldProps) {
  const { t } = useTranslation();
  const ownId = useId();
  const id = props.id ?? ownId;
  const [typed, setTyped] = useState(() => splitDate(value));
  // Typed text is kept as it is until the form itself says another date.
  const shown = joinDate(typed) === value ? typed : splitDate(value);
  const write = (next: DateParts) => {
    setTyped(next);
    onChange(joinDate(next));
  };
  const group = useRef<HTMLFieldSetElement>(null);
  // What was typed before the script was there.
  useEffect(() => {
    const [day = '', month = '', year = ''] = Array.from(group.current?.querySelectorAll('input') ?? [], (box) => digitsOf(box.value));
    if (joinDate({ day, month, year }) !== value) write({ day, month, year });
    // Once: afterwards the boxes show what the form says.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <fieldset ref={group} className="flex flex-col gap-2" aria-describedby={describedBy(id, { hint, error })}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      <FieldNotes id={id} hint={hint} error={error} />
      <div className="flex flex-wrap gap-3">
        {boxes.map(({ part, length, width }, place) => (
          <label key={part} className={width}>
            <span className="type-small mb-1 block text-muted">{t(`date.${part}`)}</span>
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
