import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, describedBy, FieldFrame, type FieldWords } from './field-frame.tsx';

type FieldProps = FieldWords &
  InputHTMLAttributes<HTMLInputElement> & {
    /** Class of the input alone: its width hints at the answer. */
    inputClass?: string;
    /** Lies over the right end of the input: Show, Hide. */
    end?: ReactNode;
    ref?: Ref<HTMLInputElement>;
  };

/** One line of text with its label, hint and error; everything else goes to the input. */
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
          aria-invalid={error !== undefined || undefined}
          aria-describedby={describedBy(id, { hint, error }, input['aria-describedby'])}
          className={classNames(controlClass, end !== undefined && 'pe-24')}
        />
        {end !== undefined && <div className="absolute inset-y-0 end-1 flex items-center">{end}</div>}
      </div>
    </FieldFrame>
  );
}
