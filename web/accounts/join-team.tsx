import { useNavigate } from 'react-router';
import { invitationsContract } from '#shared/accounts/invitations.contract.ts';
import { createClient } from '#shared/contract.ts';
import { paths } from '#shared/paths.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';
import { forgetReturnTo } from '#web/lib/return-to.ts';
import { forgetTab } from '#web/lib/tab-storage.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useAccountForm, wrongIn } from './account-form.ts';
import type { AuthField } from './auth-fields.tsx';
import { joinPhone } from './phone-number.ts';
import { memberSchema } from './auth-schema.ts';
import { LoadedAuthForm } from './form-context.tsx';
import { LogInFirst } from './log-in-first.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Names, PhoneFields } from './register-fields.tsx';
import { hasCode } from './use-auth-submit.ts';

const { invitations } = createClient({ invitations: invitationsContract }, sendAsUser);

/** In the order of the screen. */
const FIELDS = ['firstName', 'lastName', 'phoneCode', 'phoneNumber', 'password', 'confirmPassword'] as const satisfies AuthField[];

/** The account of an invited member, with the address of the invitation. `tabKey`: where the token is stored. */
export function JoinTeam({ token, tabKey }: { token: string; tabKey: string }) {
  const { t, ready } = useTranslation(['common', 'accounts', 'account-errors', 'forms', 'errors', 'staff-errors']);
  const navigate = useNavigate();
  const { form, submit, problem } = useAccountForm({
    fields: FIELDS,
    schema: memberSchema,
    send: ({ firstName, lastName, phoneCode, phoneNumber, password }) =>
      invitations.join({ body: { token, firstName, lastName, phoneNumber: joinPhone(phoneCode, phoneNumber), password } }),
    onSent() {
      forgetTab(tabKey);
      forgetReturnTo();
      toast.success(t('accounts:invitation.joined'));
      return navigate(paths.staff, { replace: true });
    },
  });
  if (!ready) return <Skeleton className="h-96" />;
  if (hasCode(problem?.error, 'email_taken')) return <LogInFirst page={paths.invitation} text={t('accounts:invitation.has_account')} />;
  return (
    <>
      {problem && <ErrorSummary key={problem.attempt} errors={wrongIn(problem, t)} />}
      <LoadedAuthForm form={form}>
        <form noValidate method="dialog" onSubmit={(event) => void submit(event)} className="flex flex-col gap-8">
          <Names />
          <PhoneFields />
          <NewPasswordFields name="password" confirm="confirmPassword" />
          <Button
            type="submit"
            isWide
            isPending={form.formState.isSubmitting || form.formState.isSubmitSuccessful}
            pendingLabel={t('accounts:invitation.accepting')}
          >
            {t('accounts:invitation.join')}
          </Button>
        </form>
      </LoadedAuthForm>
      <LogInFirst page={paths.invitation} text={t('accounts:invitation.log_in_first')} />
    </>
  );
}
