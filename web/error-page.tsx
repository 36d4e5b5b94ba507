import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { errorText } from './lib/error-text.ts';
import { statusOf } from './lib/shown-screen.ts';
import { NotFound } from './not-found/not-found.tsx';

/** Shown in place of a screen that failed and has nothing of its own to say about it. */
export function ErrorPage() {
  const { t } = useTranslation(['common', 'errors']);
  const failure = useRouteError();
  if (statusOf(failure) === 404) return <NotFound />;
  return (
    <>
      <h1>{t('failure.title')}</h1>
      <p role="alert">{errorText(failure, t)}</p>
      <button type="button" onClick={() => location.reload()}>
        {t('try_again')}
      </button>
    </>
  );
}
