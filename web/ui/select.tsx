import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, type Ref, type SelectHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, describedBy, FieldFrame, type FieldWords } from './field-frame.tsx';

type SelectProps = FieldWords & SelectHTMLAttributes<HTMLSelectElement> & { inputClass?: string; ref?: Ref<HTMLSelectElement> };

/** The browser's own list of options, dressed as a field. */
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
