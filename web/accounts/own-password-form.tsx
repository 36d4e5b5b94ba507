import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/lib/error-text.ts';
import type { Translate } from '#web/lib/i18n.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { SuccessNote } from '#web/ui/success-note.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { PasswordField } from './password-field.tsx';
import type { AuthProblem } from './use-auth-submit.ts';
import { useOwnPassword } from './use-own-password.ts';

type OwnPasswordFormProps = { email: string; onChanged(): void };

/** Another password for somebody signed in, who knows the present one. */
export function OwnPasswordForm({ email, onChanged }: OwnPasswordFormProps) {
  const { t } = useTranslation(['common', 'accounts', 'forms', 'errors']);
  const { form, submit, problem, isDone } = useOwnPassword(onChanged);
  return (
    <section aria-labelledby="own-password" className="flex max-w-130 flex-col gap-6">
      <h3 id="own-password" className="type-lead font-bold">
        {t('accounts:security.password_title')}
      </h3>
      {isDone && <SuccessNote text={t('accounts:security.changed')} />}
      {problem && <ErrorSummary key={problem.attempt} errors={summaryOf(problem, t)} />}
      <FormProvider {...form}>
        <form noValidate method="dialog" onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
          {/* Not for eyes: it tells a password manager whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField name="currentPassword" label={t('accounts:security.current_password')} autoComplete="current-password" />
          <NewPasswordFields name="newPassword" confirm="confirmNewPassword" />
          <div>
            <Button type="submit" isPending={form.formState.isSubmitting} pendingLabel={t('accounts:change.submitting')}>
              {t('accounts:change.submit')}
            </Button>
          </div>
        </form>
      </FormProvider>
    </section>
  );
}

function summaryOf({ fields, error }: AuthProblem, t: Translate): SummaryError[] {
  const wrong = fields.map(([id, key]) => ({ id, message: validationText(key, t) }));
  return error === undefined ? wrong : [{ message: errorText(error, t) }, ...wrong];
}
