import { useState, type FormEvent } from 'react';
import type { DefaultValues, FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { PostedForm } from '#shared/rendering.ts';
import { honeypotIn } from './honeypot-field.tsx';
import { usePosted } from './posted-form.ts';
import { useTypedText } from './typed-text.ts';
import { validationText } from './validation-text.ts';

export type Enquiry = {
  state: 'idle' | PostedForm['state'];
  /** Counts the tries, so that what came of the last one is told anew. */
  attempt: number;
  /** What was wrong at the last try: field → key of its sentence. */
  wrong: Record<string, string>;
  submit(event: FormEvent<HTMLFormElement>): void;
};

type Outcome = Pick<Enquiry, 'state' | 'wrong'>;

/**
 * Sends a form to the club (spec §4): its fields are cleared when it went well and kept when it did not. It begins with what came of it
 * without script, if this page is the answer to that.
 */
export function useEnquiry<F extends FieldValues>(
  form: UseFormReturn<F>,
  empty: DefaultValues<F>,
  send: (fields: F, honeypot: string | undefined) => Promise<unknown>,
): Enquiry {
  useTypedText(form, empty);
  const { state = 'idle', wrong = {} } = usePosted() ?? {};
  const [outcome, setOutcome] = useState<Outcome & { attempt: number }>({ state, wrong, attempt: 0 });
  const end = (next: Outcome) => setOutcome(({ attempt }) => ({ ...next, attempt: attempt + 1 }));
  const valid = async (fields: F, honeypot: string | undefined) => {
    try {
      await send(fields, honeypot);
    } catch {
      return end({ state: 'failed', wrong: {} });
    }
    form.reset(empty);
    return end({ state: 'sent', wrong: {} });
  };
  const invalid = (errors: FieldErrors<F>) => end({ state: 'refused', wrong: keysOf(errors) });
  return {
    ...outcome,
    submit: (event) => {
      const honeypot = honeypotIn(event.currentTarget);
      void form.handleSubmit((fields) => valid(fields, honeypot), invalid)(event);
    },
  };
}

/** What a control of the form takes. */
export function useControl<F extends FieldValues>(form: UseFormReturn<F>) {
  const { t } = useTranslation(['common', 'forms']);
  const { defaultValues, errors } = form.formState;
  const first = new Map(Object.entries(defaultValues ?? {}));
  const keys = keysOf(errors);
  return (name: Path<F>) => {
    const key = keys[name];
    return {
      ...form.register(name),
      id: name,
      // Also before the script is there.
      defaultValue: String(first.get(name) ?? ''),
      error: key === undefined ? undefined : validationText(key, t),
    };
  };
}

const keysOf = (errors: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]: [string, { message?: unknown }]) =>
      typeof error.message === 'string' ? [[name, error.message]] : [],
    ),
  );
