import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { ApiError } from '#shared/errors.ts';
import type { Translate } from '#shared/translate.ts';
import { api } from '#web/lib/browser-api.ts';
import { errorText, validationText } from '#web/lib/error-text.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { SuccessNote } from '#web/ui/success-note.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { type AuthField, type AuthFields, emptyAuthFields, PasswordField } from '#web/accounts/auth-fields.tsx';
import { ownPasswordSchema } from '#web/accounts/auth-schema.ts';
import { LoadedAuthForm } from '#web/accounts/form-context.tsx';
import { NewPasswordFields } from '#web/accounts/new-password-fields.tsx';
import { SecondFactors } from '#web/accounts/second-factor/second-factors.tsx';
import type { AuthProblem } from '#web/accounts/use-auth-submit.ts';
import { OwnDevices } from './own-devices.tsx';
import { OwnSecurityEvents } from './own-security-events.tsx';

/** Password, second factors, sessions and the latest security events. A new password ends all other sessions, so the list is reloaded. */
export function Security({ email }: { email: string }) {
  const sessions = useLoad((signal) => api.security.sessions({}, { signal }), []);
  return (
    <div className="flex max-w-225 flex-col gap-12">
      <OwnPasswordForm email={email} onChanged={sessions.reload} />
      <SecondFactors onChanged={sessions.reload} />
      <OwnDevices sessions={sessions} />
      <OwnSecurityEvents />
    </div>
  );
}

type OwnPasswordFormProps = { email: string; onChanged(): void };

/** The form for a new password; it requires the current one. */
function OwnPasswordForm({ email, onChanged }: OwnPasswordFormProps) {
  const { t } = useTranslation(['common', 'accounts', 'forms', 'errors']);
  const { form, submit, problem, isDone } = useOwnPassword(onChanged);
  return (
    <section aria-labelledby="own-password" className="flex max-w-130 flex-col gap-6">
      <h3 id="own-password" className="type-lead font-bold">
        {t('accounts:security.password_title')}
      </h3>
      {isDone && <SuccessNote text={t('accounts:security.changed')} />}
      {problem && <ErrorSummary key={problem.attempt} errors={summaryOf(problem, t)} />}
      <LoadedAuthForm form={form}>
        <form noValidate method="dialog" onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
          {/* A hidden field that tells a password manager which account this is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField name="currentPassword" label={t('accounts:security.current_password')} autoComplete="current-password" />
          <NewPasswordFields name="newPassword" confirm="confirmNewPassword" />
          <div>
            <Button type="submit" isPending={form.formState.isSubmitting} pendingLabel={t('accounts:change.submitting')}>
              {t('accounts:change.submit')}
            </Button>
          </div>
        </form>
      </LoadedAuthForm>
    </section>
  );
}

function summaryOf({ fields, error }: AuthProblem, t: Translate): SummaryError[] {
  const wrong = fields.map(([id, key]) => ({ id, message: validationText(key, t) }));
  return error === undefined ? wrong : [{ message: errorText(error, t) }, ...wrong];
}

/** In the order of the screen. */
const FIELDS = ['currentPassword', 'newPassword', 'confirmNewPassword'] as const satisfies AuthField[];

/** The form that changes the user's password; server errors are shown at their fields, others above the form. */
function useOwnPassword(onChanged: () => void) {
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
