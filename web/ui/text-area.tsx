import { useId, type Ref, type TextareaHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, describedBy, FieldFrame, type FieldWords } from './field-frame.tsx';

type TextAreaProps = FieldWords & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

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
