import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { ApiError } from '#shared/errors.ts';
import type { Translate } from '#shared/translate.ts';
import { session } from '#web/lib/browser-api.ts';
import { errorText, validationText } from '#web/lib/error-text.ts';
import type { SummaryError } from '#web/ui/error-summary.tsx';
import { type AuthField, type AuthFields, emptyAuthFields } from './auth-fields.tsx';
import type { ownerSchema } from './auth-schema.ts';
import type { AuthProblem } from './use-auth-submit.ts';

type AccountForm = {
  /** In the order of the screen. */
  fields: readonly AuthField[];
  schema: typeof ownerSchema;
  send(fields: AuthFields): Promise<{ accessToken: string }>;
  onSent(): unknown;
};

/** The form of a staff account, which is logged in once it is created. A refusal is shown at its fields, or above the form. */
export function useAccountForm({ fields, schema, send, onSent }: AccountForm) {
  const [problem, setProblem] = useState<AuthProblem>();
  const form = useForm<AuthFields>({ defaultValues: emptyAuthFields, resolver: zodResolver(schema), shouldFocusError: false });
  const fail = (why: Omit<AuthProblem, 'attempt'>) => setProblem((before) => ({ ...why, attempt: (before?.attempt ?? 0) + 1 }));
  const named = (keys: Record<string, string | undefined>): [AuthField, string][] =>
    fields.flatMap((field) => {
      const key = keys[field];
      return key === undefined ? [] : [[field, key]];
    });

  const submit = async (typed: AuthFields) => {
    try {
      session.signIn((await send(typed)).accessToken);
    } catch (error) {
      const refused = named(error instanceof ApiError ? (error.body.errors ?? {}) : {});
      for (const [field, message] of refused) form.setError(field, { type: 'server', message });
      form.setError('root', { type: 'server' });
      return fail(refused.length > 0 ? { fields: refused } : { fields: refused, error });
    }
    return onSent();
  };
  const refuse = (errors: FieldErrors<AuthFields>) =>
    fail({ fields: named(Object.fromEntries(fields.map((field) => [field, errors[field]?.message]))) });
  return { form, problem, submit: (event: FormEvent) => form.handleSubmit(submit, refuse)(event) };
}

/** The errors for the summary above an account form. */
export const wrongIn = ({ error, fields }: AuthProblem, t: Translate): SummaryError[] => [
  ...(error === undefined ? [] : [{ message: errorText(error, t) }]),
  ...fields.map(([id, key]) => ({ id, message: validationText(key, t) })),
];
