import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { ApiError } from '#shared/errors.ts';
import { errorText, validationText } from '#web/lib/error-text.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { type AuthField, type AuthFields, EmailField, emptyAuthFields, PasswordField } from '#web/accounts/auth-fields.tsx';
import { emailChangeSchema } from '#web/accounts/auth-schema.ts';
import { LoadedAuthForm } from '#web/accounts/form-context.tsx';
import { emailChange } from '#web/accounts/email-change-api.ts';
import type { AuthProblem } from '#web/accounts/use-auth-submit.ts';

type EmailChangeDialogProps = { onClose(): void; onSent(pendingEmail: string): void };

/** Corrects an address that is not proved: the new one gets a link, and the password confirms the user. */
export function EmailChangeDialog({ onClose, onSent }: EmailChangeDialogProps) {
  const { t } = useTranslation(['common', 'accounts', 'forms', 'errors']);
  const { form, submit, problem } = useEmailChange(onSent);
  const wrong = problem && [
    ...(problem.error === undefined ? [] : [{ message: errorText(problem.error, t) }]),
    ...problem.fields.map(([id, key]) => ({ id, message: validationText(key, t) })),
  ];
  return (
    <Dialog title={t('accounts:email_change.title')} className="p-6" onClose={onClose}>
      <LoadedAuthForm form={form}>
        <form noValidate method="dialog" onSubmit={(event) => void submit(event)} className="mt-5 flex flex-col gap-6">
          <p>{t('accounts:email_change.text')}</p>
          {wrong && <ErrorSummary key={problem.attempt} errors={wrong} />}
          <EmailField autoComplete="email" />
          <PasswordField name="password" label={t('accounts:fields.password')} autoComplete="current-password" />
          <Button type="submit" isPending={form.formState.isSubmitting} pendingLabel={t('accounts:email_change.sending')}>
            {t('accounts:email_change.submit')}
          </Button>
        </form>
      </LoadedAuthForm>
    </Dialog>
  );
}

/** In the order of the screen. */
const FIELDS = ['email', 'password'] as const satisfies AuthField[];

function useEmailChange(onSent: (pendingEmail: string) => void) {
  const [problem, setProblem] = useState<AuthProblem>();
  const form = useForm<AuthFields>({ defaultValues: emptyAuthFields, resolver: zodResolver(emailChangeSchema), shouldFocusError: false });
  const fail = (why: Omit<AuthProblem, 'attempt'>) => setProblem((before) => ({ ...why, attempt: (before?.attempt ?? 0) + 1 }));
  const send = async ({ email, password }: AuthFields) => {
    try {
      const { pendingEmail } = await emailChange.request({ body: { email: email.trim(), password } });
      return onSent(pendingEmail);
    } catch (error) {
      const fields = named(error instanceof ApiError ? (error.body.errors ?? {}) : {});
      for (const [field, message] of fields) form.setError(field, { type: 'server', message });
      return fail(fields.length > 0 ? { fields } : { fields, error });
    }
  };
  const refuse = (errors: FieldErrors<AuthFields>) =>
    fail({ fields: named(Object.fromEntries(FIELDS.map((field) => [field, errors[field]?.message]))) });
  return { form, problem, submit: (event: FormEvent) => form.handleSubmit(send, refuse)(event) };
}

const named = (keys: Record<string, string | undefined>): [AuthField, string][] =>
  FIELDS.flatMap((field) => {
    const key = keys[field];
    return key === undefined ? [] : [[field, key]];
  });
