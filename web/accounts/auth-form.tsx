import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#shared/paths.ts';
import type { Translate } from '#shared/translate.ts';
import { useErrorTitle } from '#web/lib/document.ts';
import { validationText } from '#web/lib/error-text.ts';
import { useUnsaved } from '#web/lib/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { NeedsScript, Skeleton } from '#web/ui/states.tsx';
import { SuccessNote } from '#web/ui/success-note.tsx';
import { useTranslation } from '#web/ui/translation.tsx';
import { type AuthPage, textsOf } from './auth-fields.tsx';
import { useChosenEvent, WhyAccount } from './chosen-event.tsx';
import { AuthFormProvider } from './form-context.tsx';
import { useLateForm } from './late-form.ts';
import { SidePoster } from './side-poster.tsx';
import { type AuthProblem, emailIn, generalText, hasCode, type LoginState, type SendFields, useAuthSubmit } from './use-auth-submit.ts';

const SignInStep = lazy(async () => ({ default: (await import('./second-factor/sign-in-step.tsx')).SignInStep }));

type AuthFormProps = {
  page: AuthPage;
  send: SendFields;
  /** The page's link lacks its token, so nothing can be sent (spec §4). */
  isLinkDead?: boolean;
  children: ReactNode;
};

/** The form shared by login, register, forgot password and change password (spec §2); the page brings its controls and its call. */
export function AuthForm({ page, send, isLinkDead = false, children }: AuthFormProps) {
  const { t } = useTranslation(['common', 'accounts', 'forms', 'errors']);
  const email = emailIn(useLocation().state);
  const form = useLateForm(page, page === 'login' ? email : '');
  useUnsaved(page !== 'login' && form.isDirty);
  const { submit, isSending, problem, secondStep, leaveSecondStep, isDone } = useAuthSubmit(page, form, send);
  const wrong = isLinkDead ? [{ message: t('accounts:error.invalid_token') }] : summaryOf(problem, page, t);
  useErrorTitle(wrong.length > 0);
  const texts = textsOf[page];
  const chosen = useChosenEvent();
  // The address may be the visitor's own even if someone else registered it: a mailed link gives the account to its mailbox.
  const isTaken = hasCode(problem?.error, 'email_taken');
  // The link is beside the message instead of below the form.
  const isForgotten = hasCode(problem?.error, 'wrong_credentials');

  return (
    <div className="min-[80rem]:grid min-[80rem]:grid-cols-[2fr_1fr]">
      <PageBody className={`flex flex-col gap-8 *:w-full ${page === 'register' ? '*:max-w-162' : '*:max-w-130'}`}>
        <header className="flex flex-col gap-4">
          <PageTitle>{t(`accounts:${texts}.title`)}</PageTitle>
          {(texts === 'register' || texts === 'forgot') && <p className="type-body text-muted">{t(`accounts:${texts}.lead`)}</p>}
        </header>
        <NeedsScript />
        {(page === 'login' || page === 'register') && <WhyAccount page={page} chosen={chosen} />}
        {isDone && texts !== 'login' && <SuccessNote text={t(`accounts:${texts}.success`)} />}
        {wrong.length > 0 && <ErrorSummary key={problem?.attempt} id="problem" errors={wrong} />}
        {(isTaken || isForgotten) && (
          <ul>
            {isTaken && (
              <LinkLine to={paths.login} state={{ email: form.state.values.email.trim() }}>
                {t('accounts:register.taken_login')}
              </LinkLine>
            )}
            <LinkLine to={paths.forgotPassword} before={isTaken ? t('accounts:register.taken') : undefined}>
              {t(isTaken ? 'accounts:register.taken_link' : 'accounts:login.to_forgot')}
            </LinkLine>
          </ul>
        )}
        {secondStep && (
          <Suspense fallback={<Skeleton className="h-72 w-full" />}>
            <SignInStep {...secondStep} onBack={leaveSecondStep} />
          </Suspense>
        )}
        <AuthFormProvider state={form.state}>
          {/* Outside a dialog `method="dialog"` sends nothing, so no password ends up in a URL before the script runs. */}
          <form
            noValidate
            method="dialog"
            hidden={secondStep !== undefined}
            onSubmit={(event) => void submit(event)}
            className="flex flex-col gap-8 [[hidden]]:hidden"
          >
            {children}
            <Button type="submit" isWide isPending={isSending} pendingLabel={t(`accounts:${texts}.submitting`)}>
              {t(`accounts:${texts}.submit`)}
            </Button>
          </form>
        </AuthFormProvider>
        {!secondStep && <AuthLinks page={page} isForgotten={isForgotten} />}
      </PageBody>
      <SidePoster chosen={chosen} />
    </div>
  );
}

function summaryOf(problem: AuthProblem | undefined, page: AuthPage, t: Translate): SummaryError[] {
  if (!problem) return [];
  const fields = problem.fields.map(([id, key]) => ({ id, message: validationText(key, t) }));
  const general = problem.error === undefined ? undefined : generalText(problem.error, page, t);
  return general === undefined ? fields : [{ message: general }, ...fields];
}

/** Links to the other pages of the login. */
function AuthLinks({ page, isForgotten }: { page: AuthPage; isForgotten: boolean }) {
  const { t } = useTranslation(['common', 'accounts']);
  return (
    <ul className="type-body flex flex-col gap-1">
      {page === 'login' && (
        <>
          <LinkLine to={paths.register} before={t('accounts:login.no_account')}>
            {t('accounts:login.to_register')}
          </LinkLine>
          {!isForgotten && <LinkLine to={paths.forgotPassword}>{t('accounts:login.to_forgot')}</LinkLine>}
        </>
      )}
      {page === 'register' && (
        <LinkLine to={paths.login} before={t('accounts:register.have_account')}>
          {t('accounts:register.to_login')}
        </LinkLine>
      )}
      {page === 'forgot-password' && <LinkLine to={paths.login}>{t('accounts:forgot.to_login')}</LinkLine>}
      {page === 'change_password' && <LinkLine to={paths.forgotPassword}>{t('accounts:change.to_forgot')}</LinkLine>}
    </ul>
  );
}

type LinkLineProps = { to: string; state?: LoginState; before?: string | undefined; children: ReactNode };

function LinkLine({ to, state, before, children }: LinkLineProps) {
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-2">
      {before !== undefined && <span className="text-muted">{before}</span>}
      <Link to={to} state={state} className="link inline-flex min-h-11 min-w-11 items-center">
        {children}
      </Link>
    </li>
  );
}
