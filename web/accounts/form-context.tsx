import { createContext, type ReactNode, use } from 'react';
import type { FormState, UseFormReturn } from 'react-hook-form';
import type { AuthFields } from './auth-fields.tsx';

/** The form library's form. */
export type AuthControl = Omit<UseFormReturn<AuthFields>, 'formState'>;

/** What the fields of the shared form show. */
export type AuthFormState = Pick<FormState<AuthFields>, 'errors' | 'touchedFields'> & {
  /** Undefined until the form library has loaded. */
  form: AuthControl | undefined;
  values: AuthFields;
  /** Writes a value that no single control has. */
  write<N extends keyof AuthFields>(name: N, value: AuthFields[N]): void;
};

const AuthFormContext = createContext<AuthFormState | undefined>(undefined);

export function useAuthForm(): AuthFormState {
  const state = use(AuthFormContext);
  if (!state) throw new Error('A field of the shared form is outside of it.');
  return state;
}

/** As a control of the library would, so that a refused value is checked again. */
export const writeInto = <N extends keyof AuthFields>(form: AuthControl, name: N, value: AuthFields[N]): void =>
  void form.register(name).onChange({ type: 'change', target: { name, value } });

export function AuthFormProvider({ state, children }: { state: AuthFormState; children: ReactNode }) {
  return <AuthFormContext value={state}>{children}</AuthFormContext>;
}

/** Gives the fields the form of a screen that loads the form library with its own code. */
export function LoadedAuthForm({ form, children }: { form: UseFormReturn<AuthFields>; children: ReactNode }) {
  const { errors, touchedFields } = form.formState;
  const write: AuthFormState['write'] = (name, value) => writeInto(form, name, value);
  return <AuthFormProvider state={{ form, values: form.watch(), errors, touchedFields, write }}>{children}</AuthFormProvider>;
}
