import Check from 'lucide-react/icons/check';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.ts';
import { describedBy, FieldNotes } from './fields.tsx';

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** A 28 px box; the whole row, at least 44 px high, toggles it. */
export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={classNames('flex flex-col gap-2', className)}>
      <FieldNotes id={id} hint={hint} error={error} />
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <span className="relative size-7 shrink-0">
          <input
            {...input}
            type="checkbox"
            id={id}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={describedBy(id, { hint, error }, input['aria-describedby'])}
            className="peer size-full appearance-none rounded-control border-2 border-control bg-surface-1 checked:border-accent checked:bg-accent aria-invalid:border-danger forced-colors:appearance-auto"
          />
          <Check
            size={20}
            strokeWidth={3}
            className="pointer-events-none invisible absolute inset-1 text-coal peer-checked:visible forced-colors:hidden"
          />
        </span>
        <span>{label}</span>
      </label>
    </div>
  );
}
