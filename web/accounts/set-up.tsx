import { useNavigate } from 'react-router';
import { setUpContract } from '#shared/accounts/set-up.contract.ts';
import { createClient } from '#shared/contract.ts';
import { ApiError } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';
import { errorText } from '#web/lib/error-text.ts';
import { useLoad } from '#web/lib/use-load.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { PageTitle } from '#web/ui/page.tsx';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { useAccountForm, wrongIn } from './account-form.ts';
import { type AuthField, EmailField } from './auth-fields.tsx';
import { ownerSchema } from './auth-schema.ts';
import { LoadedAuthForm } from './form-context.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { Names } from './register-fields.tsx';

const { setUp } = createClient({ setUp: setUpContract }, sendAsUser);

const NAMESPACES = ['common', 'accounts', 'account-errors', 'forms', 'errors', 'staff-errors', 'staff-set-up'] as const;

/** The page of the link that the start of an empty club prints: the account of the first Owner, who continues in the console. */
export function SetUp({ token }: { token: string }) {
  const { t, ready } = useTranslation(NAMESPACES);
  if (!ready) return <Skeleton className="h-96" />;
  return (
    <>
      <title>{t('staff-set-up:account.title')}</title>
      <header className="flex flex-col gap-4">
        <p className="type-label text-muted">{t('staff-set-up:step', { step: 1 })}</p>
        <PageTitle>{t('staff-set-up:account.title')}</PageTitle>
      </header>
      <LinkedForm token={token} />
    </>
  );
}

function LinkedForm({ token }: { token: string }) {
  const { t } = useTranslation(['common', 'errors']);
  const link = useLoad((signal) => setUp.read({ body: { token } }, { signal }), [token]);
  if (link.data) return <OwnerForm token={token} />;
  if (link.state !== 'failed') return <Skeleton className="h-96" />;
  return <NoSetUp message={errorText(link.error, t)} onRetry={isEnded(link.error) ? undefined : link.reload} />;
}

/** Used, replaced or never made: a retry would not help. */
const isEnded = (error: unknown): boolean => error instanceof ApiError && [400, 409].includes(error.status);

/** Why nothing can be set up here, and the way on. */
function NoSetUp({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <div className="flex flex-col items-start gap-6">
      <div className="w-full">
        <ErrorState message={message} onRetry={onRetry} />
      </div>
      <LinkButton look="secondary" to={paths.login}>
        {t('accounts:login.title')}
      </LinkButton>
    </div>
  );
}

function OwnerForm({ token }: { token: string }) {
  const { t } = useTranslation(['common', 'accounts', 'forms', 'errors', 'staff-set-up']);
  const { form, submit, problem } = useOwnerForm(token);
  const wrong = problem && wrongIn(problem, t);
  return (
    <>
      <p className="type-lead">{t('staff-set-up:account.lead')}</p>
      {wrong && <ErrorSummary key={problem?.attempt} errors={wrong} />}
      <LoadedAuthForm form={form}>
        <form noValidate method="dialog" onSubmit={(event) => void submit(event)} className="flex flex-col gap-8">
          <Names />
          <EmailField autoComplete="email" />
          <NewPasswordFields name="password" confirm="confirmPassword" />
          <Button
            type="submit"
            isWide
            isPending={form.formState.isSubmitting || form.formState.isSubmitSuccessful}
            pendingLabel={t('staff-set-up:account.submitting')}
          >
            {t('staff-set-up:account.submit')}
          </Button>
        </form>
      </LoadedAuthForm>
    </>
  );
}

/** In the order of the screen. */
const FIELDS = ['firstName', 'lastName', 'email', 'password', 'confirmPassword'] as const satisfies AuthField[];

/** Creates the account and goes on to the club's data, signed in. */
function useOwnerForm(token: string) {
  const navigate = useNavigate();
  return useAccountForm({
    fields: FIELDS,
    schema: ownerSchema,
    send: ({ firstName, lastName, email, password }) => setUp.createOwner({ body: { token, firstName, lastName, email, password } }),
    onSent: () => navigate(`${paths.staff}/set-up`, { replace: true }),
  });
}
