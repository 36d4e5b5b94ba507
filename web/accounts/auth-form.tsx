import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Translate } from '#web/lib/i18n.ts';
import { validationText } from '#web/lib/validation-text.ts';
import { useErrorTitle } from '#web/lib/use-error-title.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary, type SummaryError } from '#web/ui/error-summary.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { generalText } from './auth-failure.ts';
import { emptyAuthFields, type AuthFields, type AuthPage } from './auth-fields.ts';
import { AuthLinks } from './auth-links.tsx';
import { wordsOf } from './auth-words.ts';
import { lazyResolver, usePreloadedRules } from './lazy-resolver.ts';
import { NextPoster } from './next-poster.tsx';
import { SuccessNote } from '#web/ui/success-note.tsx';
import { useAuthSubmit, type AuthProblem } from './use-auth-submit.ts';
import { useResetToken } from './use-reset-token.ts';
import { useTypedBefore } from './use-typed-before.ts';

/** The one form of login, register, forgot password and change password, switched by the page (spec §2), which brings its controls. */
export function AuthForm({ page, children }: { page: AuthPage; children: ReactNode }) {
  const { t } = useTranslation(['common', 'accounts', 'forms', 'errors']);
  const token = useResetToken(page === 'change_password');
  const form = useForm<AuthFields>({
    defaultValues: emptyAuthFields,
    resolver: lazyResolver(page),
    shouldFocusError: false,
  });
  usePreloadedRules();
  useTypedBefore(form);
  const { submit, problem, isDone } = useAuthSubmit(page, form, token);
  const wrong = token === null ? [{ message: t('accounts:error.invalid_token') }] : summaryOf(problem, page, t);
  useErrorTitle(wrong.length > 0);
  const words = wordsOf[page];

  return (
    <div className="min-[80rem]:grid min-[80rem]:grid-cols-[2fr_1fr]">
      <PageBody className={`flex flex-col gap-8 *:w-full ${page === 'register' ? '*:max-w-162' : '*:max-w-130'}`}>
        <header className="flex flex-col gap-4">
          <PageTitle>{t(`accounts:${words}.title`)}</PageTitle>
          {(words === 'register' || words === 'forgot') && <p className="type-body text-muted">{t(`accounts:${words}.lead`)}</p>}
        </header>
        <NeedsScript />
        {isDone && words !== 'login' && <SuccessNote text={t(`accounts:${words}.success`)} />}
        {wrong.length > 0 && <ErrorSummary key={problem?.attempt} errors={wrong} />}
        <FormProvider {...form}>
          {/* Before the script is there nothing is sent, and no password ends in an address: `dialog` does nothing outside of one. */}
          <form noValidate method="dialog" onSubmit={(event) => void submit(event)} className="flex flex-col gap-8">
            {children}
            <Button type="submit" isWide isPending={form.formState.isSubmitting} pendingLabel={t(`accounts:${words}.submitting`)}>
              {t(`accounts:${words}.submit`)}
            </Button>
          </form>
        </FormProvider>
        <AuthLinks page={page} />
      </PageBody>
      <NextPoster />
    </div>
  );
}

function summaryOf(problem: AuthProblem | undefined, page: AuthPage, t: Translate): SummaryError[] {
  if (!problem) return [];
  const fields = problem.fields.map(([id, key]) => ({ id, message: validationText(key, t) }));
  const general = problem.error === undefined ? undefined : generalText(problem.error, page, t);
  return general === undefined ? fields : [{ message: general }, ...fields];
}
