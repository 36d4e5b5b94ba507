import type { ReactNode } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { paths } from '#shared/paths.ts';
import { errorText } from '#web/lib/error-text.ts';
import { statusOf } from '#web/lib/page.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PageBody, PageTitle } from '#web/ui/page.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

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

type NotFoundProps = {
  /** The title, when something other than the page is missing. */
  title?: string;
  /** The largest size of the title in px. */
  cap?: number;
  text?: string;
  link?: { to: string; text: string };
  children?: ReactNode;
};

/** A title, one link and further help. */
export function NotFound({ title, cap, text, link, children }: NotFoundProps) {
  const { t } = useTranslation();
  const { to, text: linkText } = link ?? { to: paths.home, text: t('not_found.home') };
  return (
    <PageBody className="flex flex-col items-start gap-6">
      <PageTitle cap={cap}>{title ?? t('not_found.title')}</PageTitle>
      <p className="type-lead text-muted">{text ?? t('not_found.text')}</p>
      <LinkButton to={to}>{linkText}</LinkButton>
      {children}
    </PageBody>
  );
}
