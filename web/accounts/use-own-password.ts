import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type FormEvent } from 'react';
import { useForm, type FieldErrors } from 'react-hook-form';
import { ApiError } from '#shared/errors.ts';
import { api } from '#web/lib/browser-api.ts';
import { emptyAuthFields, type AuthField, type AuthFields } from './auth-fields.ts';
import { ownPasswordSchema } from './auth-schema.ts';
import type { AuthProblem } from './use-auth-submit.ts';

/** In the order of the screen. */
const FIELDS = ['currentPassword', 'newPassword', 'confirmNewPassword'] as const satisfies AuthField[];

/** The form that changes the own password; what the server refuses lands on its fields, anything else above the form. */
export function useOwnPassword(onChanged: () => void) {
  const [problem, setProblem] = useState<AuthProblem>();
  const [isDone, setDone] = useState(false);
  const form = useForm<AuthFields>({
    defaultValues: emptyAuthFields,
    resolver: zodResolver(ownPasswordSchema),
    shouldFocusError: false,
  });
  const fail = (why: Omit<AuthProblem, 'attempt'>) => {
    setDone(false);
    setProblem((before) => ({ ...why, attempt: (before?.attempt ?? 0) + 1 }));
  };

  const send = async ({ currentPassword, newPassword }: AuthFields) => {
    setDone(false);
    try {
      await api.security.changePassword({ body: { currentPassword, newPassword } });
    } catch (error) {
      const fields = named(error instanceof ApiError ? (error.body.errors ?? {}) : {});
      for (const [field, message] of fields) form.setError(field, { type: 'server', message });
      return fail(fields.length > 0 ? { fields } : { fields, error });
    }
    setProblem(undefined);
    setDone(true);
    form.reset(emptyAuthFields);
    return onChanged();
  };
  const refuse = (errors: FieldErrors<AuthFields>) => fail({ fields: named(keysOf(errors)) });
  return { form, problem, isDone, submit: (event: FormEvent) => form.handleSubmit(send, refuse)(event) };
}

const named = (keys: Record<string, string | undefined>): [AuthField, string][] =>
  FIELDS.flatMap((field) => {
    const key = keys[field];
    return key === undefined ? [] : [[field, key]];
  });

const keysOf = (errors: FieldErrors<AuthFields>): Record<string, string | undefined> =>
  Object.fromEntries(FIELDS.map((field) => [field, errors[field]?.message]));
