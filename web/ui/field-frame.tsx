import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** What every control of a form says around itself (art direction §13). */
export type FieldWords = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Beside the label: "(optional)". */
  note?: string | undefined;
};

type FieldFrameProps = FieldWords & { id: string; className?: string | undefined; children: ReactNode };

/** Label above, hint under it, error between hint and control. */
export function FieldFrame({ id, label, note, hint, error, className, children }: FieldFrameProps) {
  return (
    <div className={classNames('flex flex-col gap-2', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {note !== undefined && <span className="font-normal text-muted"> {note}</span>}
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
      {children}
    </div>
  );
}

export function FieldNotes({ id, hint, error }: Pick<FieldWords, 'hint' | 'error'> & { id: string }) {
  return (
    <>
      {hint !== undefined && (
        <p id={hintId(id)} className="type-small -mt-1 text-muted">
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

/** What `aria-describedby` of a control names: its hint, its error, and what else is given. */
export function describedBy(id: string, { hint, error }: Pick<FieldWords, 'hint' | 'error'>, other?: string): string | undefined {
  return classNames(hint !== undefined && hintId(id), error !== undefined && errorId(id), other) || undefined;
}

/** 52 px high; 17 px text, so that no phone zooms in. The edge of an error is drawn inside, so that nothing moves. */
export const controlClass =
  'min-h-13 w-full rounded-control border border-control bg-surface-1 px-4 py-3 text-[1.0625rem] leading-snug aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger';
