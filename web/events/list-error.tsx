import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { errorText } from '#web/lib/error-text.ts';
import { ErrorState } from '#web/ui/error-state.tsx';

/** Spec §8: a list of events that failed, with a way to ask again. */
export function ListError({ failure }: { failure: unknown }) {
  const { t } = useTranslation(['common', 'events', 'errors']);
  const { revalidate } = useRevalidator();
  return <ErrorState message={t('events:list_failed', { message: errorText(failure, t) })} onRetry={() => void revalidate()} />;
}
