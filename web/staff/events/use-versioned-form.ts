import { type FormEvent, useState } from 'react';
import type { Path, PathValue } from 'react-hook-form';
import { type StaffFormOptions, useStaffForm } from '#web/staff/components/staff-form.ts';
import { isConflict } from './confirm-event.tsx';

type Versioned = { version: string } & Record<string, string>;

/** Returns true if the fields are the same, regardless of the version they are based on. */
const isSame = (one: Versioned, other: Versioned): boolean =>
  Object.keys(one).every((field) => field === 'version' || one[field] === other[field]);

type Options<Typed extends Versioned, Body, Output> = Pick<
  StaffFormOptions<Typed, Body, Output, undefined>,
  'schema' | 'draft' | 'send' | 'onSettled'
> & {
  /** What is edited, as it was when the form opened. Its `version` is the one on which the changes are based. */
  initial: Typed;
  /** The record in its present state; undefined for a new one. */
  saved: Typed | undefined;
  show?(output: Output): void;
  /** Also called instead of sending when the answer was lost: the saved values are the typed ones. */
  onSaved(): void;
};

/** For a form whose record others may change: what they saved is shown before `overwrite` sends the form. */
export function useVersionedForm<Typed extends Versioned, Body, Output>(options: Options<Typed, Body, Output>) {
  const { initial, saved, show, onSaved, ...rest } = options;
  const [defaultValues] = useState(initial);
  const { form, ...staffForm } = useStaffForm({
    ...rest,
    defaultValues,
    onSent(output) {
      show?.(output);
      onSaved();
    },
    onFailed: isConflict,
  });
  const typed = form.watch();
  const isBehind = saved !== undefined && saved.version !== typed.version;
  const isNewer = isBehind && !isSame(saved, typed);
  return {
    ...staffForm,
    typed,
    isNewer,
    submit(event: FormEvent) {
      if (!isBehind || isNewer) return staffForm.submit(event);
      event.preventDefault();
      staffForm.discard();
      return onSaved();
    },
    overwrite() {
      // The form's types do not see the `version` of a type parameter.
      if (saved) form.setValue('version' as Path<Typed>, saved.version as PathValue<Typed, Path<Typed>>);
      staffForm.submit();
    },
  };
}
