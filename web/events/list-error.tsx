import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { ApiError } from '#shared/errors.ts';
import { statusText } from '#web/lib/error-text.ts';
import { ErrorState } from '#web/ui/error-state.tsx';

/** Spec §8: a list of events that failed, with the status of the answer, if there was one, and a way to ask again. */
export function ListError({ failure }: { failure: unknown }) {
  const { t } = useTranslation(['common', 'events', 'errors']);
  const { revalidate } = useRevalidator();
  const status = failure instanceof ApiError ? failure.status : 0;
  const message = statusText(failure, t) + (status > 0 ? ` (${status})` : '');
  return <ErrorState message={t('events:list_failed', { message })} onRetry={() => void revalidate()} />;
}
