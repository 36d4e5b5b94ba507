import { useTranslation } from 'react-i18next';
import { useRevalidator, useRouteError } from 'react-router';
import { errorText } from './lib/error-text.ts';
import { statusOf } from '#web/lib/page.ts';
import { NotFound } from './not-found/not-found.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { PageBody, PageTitle } from './ui/page.tsx';

/** Shown in place of a screen that failed and has no error boundary of its own. */
export function ErrorPage() {
  const { t } = useTranslation(['common', 'errors']);
  const { revalidate } = useRevalidator();
  const failure = useRouteError();
  if (statusOf(failure) === 404) return <NotFound />;
  return (
    <PageBody className="flex flex-col gap-8">
      <PageTitle>{t('failure.title')}</PageTitle>
      <ErrorState message={errorText(failure, t)} onRetry={() => void revalidate()} />
    </PageBody>
  );
}
