import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadRules, usePreloadedRules } from '#web/lib/form-rules.ts';
import { type AuthFields, type AuthPage, emptyAuthFields } from './auth-fields.tsx';
import { type AuthControl, type AuthFormState, writeInto } from './form-context.tsx';

type Shown = Omit<AuthFormState, 'write'> & { isDirty: boolean };

export type LateForm = {
  state: AuthFormState;
  isDirty: boolean;
  /** @throws when the form library cannot be loaded */
  load(): Promise<AuthControl>;
};

/**
 * The form of a login page. The form library and the rules, 40 KB, load with the first field that has the focus; what is typed before is
 * taken from the controls.
 */
export function useLateForm(page: AuthPage, email: string): LateForm {
  const [first] = useState<AuthFields>(() => ({ ...emptyAuthFields, email }));
  const [shown, setShown] = useState<Shown>({ form: undefined, values: first, errors: {}, touchedFields: {}, isDirty: false });
  const [late] = useState(() => lateForm(page, first, setShown));
  usePreloadedRules(late.load);
  useEffect(() => {
    if (Object.keys(typedFields()).length > 0) late.load().catch(() => undefined);
  }, [late]);
  const { isDirty, ...state } = shown;
  return { state: { ...state, write: late.write }, isDirty, load: late.load };
}

/** Loads the library once; a failed load is tried again. */
function lateForm(page: AuthPage, first: AuthFields, show: (shown: Shown) => void): Pick<LateForm, 'load'> & Pick<AuthFormState, 'write'> {
  let loading: Promise<AuthControl> | undefined;
  let loaded: AuthControl | undefined;
  const written: Partial<AuthFields> = {};
  const load = async () => {
    const { createAuthForm } = await loadRules(fetchRules);
    const form = createAuthForm(page, first);
    form.subscribe({
      formState: { values: true, errors: true, touchedFields: true, isDirty: true },
      callback: ({ values, errors = {}, touchedFields = {}, isDirty = false }) => show({ form, values, errors, touchedFields, isDirty }),
    });
    // In one task with the registration of the controls, so that no key falls between both.
    flushSync(() => {
      const typed = { ...written, ...typedFields() };
      form.setValues(typed, { shouldDirty: true });
      show({ form, values: form.getValues(), errors: {}, touchedFields: {}, isDirty: Object.keys(typed).length > 0 });
    });
    loaded = form;
    return form;
  };
  return {
    load() {
      loading ??= load().catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
      return loading;
    },
    write(name, value) {
      if (loaded) return writeInto(loaded, name, value);
      written[name] = value;
      return show({ form: undefined, values: { ...first, ...written }, errors: {}, touchedFields: {}, isDirty: true });
    },
  };
}

/** What the controls have that the server did not render. */
const typedFields = (): Partial<AuthFields> => Object.fromEntries(Object.keys(emptyAuthFields).flatMap(typedInto));

function typedInto(name: string): [name: string, value: string | boolean][] {
  const [control] = document.getElementsByName(name);
  if (control instanceof HTMLSelectElement) return control.selectedIndex > 0 ? [[name, control.value]] : [];
  if (!(control instanceof HTMLInputElement)) return [];
  if (control.type === 'checkbox') return control.checked ? [[name, true]] : [];
  return control.value === '' ? [] : [[name, control.value]];
}

/** The form library, the rules of all pages, and the body of a registration. */
export const fetchRules = () => import('./auth-schema.ts');
