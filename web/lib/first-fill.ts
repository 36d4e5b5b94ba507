import { useState } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { usePosted } from './posted-form.ts';

/** What a form begins with: nothing, or what was written and what was wrong with it. */
export function useFirstFill<F extends FieldValues>(empty: F): { defaultValues: F; errors: FieldErrors<F> } {
  const posted = usePosted();
  // The same object for good: a new one would be taken for new errors.
  const [fill] = useState(() => ({ defaultValues: { ...empty, ...posted?.values }, errors: asErrors<F>(posted?.wrong ?? {}) }));
  return fill;
}

/** The server names fields of this very form. */
const asErrors = <F extends FieldValues>(wrong: Record<string, string>) =>
  Object.fromEntries(Object.entries(wrong).map(([name, message]) => [name, { type: 'posted', message }])) as FieldErrors<F>;
