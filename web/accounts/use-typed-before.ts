import { useLayoutEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { emptyAuthFields, type AuthFields } from './auth-fields.ts';

/** The form takes what was typed before the script was there, but tells nobody who watches it: now they hear of it as of a change. */
export function useTypedBefore({ setValues }: UseFormReturn<AuthFields>): void {
  useLayoutEffect(() => {
    const typed = Object.keys(emptyAuthFields).flatMap(typedInto);
    if (typed.length > 0) setValues(Object.fromEntries(typed), { shouldDirty: true });
  }, [setValues]);
}

type Typed = [name: string, value: string | boolean];

/** What stands in a control, if it is not what the server wrote there. */
function typedInto(name: string): Typed[] {
  const [control] = document.getElementsByName(name);
  if (control instanceof HTMLSelectElement) return control.selectedIndex > 0 ? [[name, control.value]] : [];
  if (!(control instanceof HTMLInputElement)) return [];
  if (control.type === 'checkbox') return control.checked ? [[name, true]] : [];
  return control.value === '' ? [] : [[name, control.value]];
}
