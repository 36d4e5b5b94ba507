import { useState, type FormEvent } from 'react';
import type { DefaultValues, FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { validationText } from './validation-text.ts';

export type Enquiry = {
  state: 'idle' | 'sent' | 'failed' | 'refused';
  /** Counts the tries, so that what came of the last one is told anew. */
  attempt: number;
  /** What was wrong at the last try: field → key of its sentence. */
  wrong: Record<string, string>;
  submit(event: FormEvent): void;
};

type Outcome = Pick<Enquiry, 'state' | 'wrong'>;

/** Sends a form to the club (spec §4): its fields are cleared when it went well and kept when it did not. */
export function useEnquiry<F extends FieldValues>(
  form: UseFormReturn<F>,
  empty: DefaultValues<F>,
  send: (fields: F) => Promise<unknown>,
): Enquiry {
  const [outcome, setOutcome] = useState<Outcome & { attempt: number }>({ state: 'idle', wrong: {}, attempt: 0 });
  const end = (next: Outcome) => setOutcome(({ attempt }) => ({ ...next, attempt: attempt + 1 }));
  const valid = async (fields: F) => {
    try {
      await send(fields);
    } catch {
      return end({ state: 'failed', wrong: {} });
    }
    form.reset(empty);
    return end({ state: 'sent', wrong: {} });
  };
  const invalid = (errors: FieldErrors<F>) => end({ state: 'refused', wrong: keysOf(errors) });
  return { ...outcome, submit: (event) => void form.handleSubmit(valid, invalid)(event) };
}

/** What a control of the form takes. */
export function useControl<F extends FieldValues>(form: UseFormReturn<F>) {
  const { t } = useTranslation(['common', 'forms']);
  const keys = keysOf(form.formState.errors);
  return (name: Path<F>) => {
    const key = keys[name];
    return { ...form.register(name), id: name, error: key === undefined ? undefined : validationText(key, t) };
  };
}

const keysOf = (errors: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]: [string, { message?: unknown }]) =>
      typeof error.message === 'string' ? [[name, error.message]] : [],
    ),
  );
