import ChevronDown from 'lucide-react/icons/chevron-down';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react';
import Check from 'lucide-react/icons/check';
import { classNames } from './class-names.ts';

/** The texts around a control of a form. */
type FieldTexts = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Beside the label: "(optional)". */
  note?: string | undefined;
};

type FieldFrameProps = FieldTexts & { id: string; className?: string | undefined; children: ReactNode };

/** Label above, hint under it, error between hint and control. */
function FieldFrame({ id, label, note, hint, error, className, children }: FieldFrameProps) {
  return (
    <div className={classNames('field', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {note !== undefined && <span className="font-normal text-muted"> {note}</span>}
      </label>
      <div className="flex flex-col gap-2 empty:hidden">
        <FieldNotes id={id} hint={hint} error={error} />
      </div>
      {children}
    </div>
  );
}

export function FieldNotes({
  id,
  hint,
  error,
  hintClass = '-mt-1',
}: Pick<FieldTexts, 'hint' | 'error'> & { id: string; hintClass?: string }) {
  return (
    <>
      {hint !== undefined && (
        <p id={hintId(id)} className={classNames('type-small text-muted', hintClass)}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={errorId(id)} className="type-small flex gap-2 font-semibold text-danger">
          <TriangleAlert size={20} className="shrink-0" />
          {error}
        </p>
      )}
    </>
  );
}

const hintId = (id: string): string => `${id}-hint`;
const errorId = (id: string): string => `${id}-error`;

/** The `aria-describedby` of a control: its hint, its error, and other ids. */
export function describedBy(id: string, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>, other?: string): string | undefined {
  return classNames(hint !== undefined && hintId(id), error !== undefined && errorId(id), other) || undefined;
}

/** 52 px high; 17 px text, so that phones do not zoom in. The border of an error is drawn inside, so that nothing moves. */
export const controlClass =
  'min-h-13 w-full rounded-control border border-control bg-surface-1 px-4 py-3 text-[1.0625rem] leading-snug aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger';

type FieldProps = FieldTexts &
  InputHTMLAttributes<HTMLInputElement> & {
    /** The class of the input alone: its width hints at the length of the answer. */
    inputClass?: string;
    /** A control over the right end of the input: Show, Hide. */
    end?: ReactNode;
    ref?: Ref<HTMLInputElement>;
  };

/** One line of text with its label, hint and error; all other props go to the input. */
export function Field({ label, hint, error, note, className, inputClass, end, ...input }: FieldProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <FieldFrame id={id} label={label} note={note} hint={hint} error={error} className={className}>
      <div className={classNames('relative', inputClass)}>
        <input
          type="text"
          {...input}
          id={id}
          aria-invalid={error !== undefined || input['aria-invalid'] || undefined}
          aria-describedby={describedBy(id, { hint, error }, input['aria-describedby'])}
          className={classNames(controlClass, end !== undefined && 'pe-24')}
        />
        {end !== undefined && <div className="absolute inset-y-0 end-1 flex items-center">{end}</div>}
      </div>
    </FieldFrame>
  );
}

type TextAreaProps = FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

/** Several lines of text, in the same frame as a `Field`. */
export function TextArea({ label, hint, error, note, className, ...area }: TextAreaProps) {
  const ownId = useId();
  const id = area.id ?? ownId;
  return (
    <FieldFrame id={id} label={label} note={note} hint={hint} error={error} className={className}>
      <textarea
        rows={6}
        {...area}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, { hint, error }, area['aria-describedby'])}
        className={classNames(controlClass, 'resize-y')}
      />
    </FieldFrame>
  );
}

type SelectProps = FieldTexts & SelectHTMLAttributes<HTMLSelectElement> & { inputClass?: string; ref?: Ref<HTMLSelectElement> };

/** The browser's own select, styled as a field. */
export function Select({ label, hint, error, note, className, inputClass, children, ...select }: SelectProps) {
  const ownId = useId();
  const id = select.id ?? ownId;
  return (
    <FieldFrame id={id} label={label} note={note} hint={hint} error={error} className={className}>
      <div className={classNames('relative', inputClass)}>
        <select
          {...select}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, { hint, error }, select['aria-describedby'])}
          className={classNames(controlClass, 'appearance-none pe-12 text-ellipsis')}
        >
          {children}
        </select>
        <ChevronDown size={20} className="pointer-events-none absolute end-4 top-1/2 -translate-y-1/2" />
      </div>
    </FieldFrame>
  );
}

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** A 28 px box; the whole row, at least 44 px high, toggles it. The hint is below it: above, it would read like a fact. */
export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={classNames('flex flex-col gap-2', className)}>
      <FieldNotes id={id} error={error} />
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <span className="relative size-7 shrink-0">
          <input
            {...input}
            type="checkbox"
            id={id}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={describedBy(id, { hint, error }, input['aria-describedby'])}
            className="checkbox peer"
          />
          <Check
            size={20}
            strokeWidth={3}
            className="pointer-events-none invisible absolute inset-1 text-coal peer-checked:visible forced-colors:hidden"
          />
        </span>
        <span>{label}</span>
      </label>
      <FieldNotes id={id} hint={hint} hintClass="-mt-2 ps-10" />
    </div>
  );
}
