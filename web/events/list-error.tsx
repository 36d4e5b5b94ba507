import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { ApiError } from '#shared/errors.ts';
import { statusText } from '#web/lib/error-text.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { FittedText } from '#web/ui/fitted-text.tsx';
import type { ListFailure } from './answers.ts';

/** Spec §8: a list of events that failed to load, with the status of the answer, if there was one, and a retry button. */
export function ListError({ failure }: { failure: unknown }) {
  const { t } = useTranslation(['common', 'events', 'errors']);
  const { revalidate } = useRevalidator();
  const status = failure instanceof ApiError ? failure.status : 0;
  const message = statusText(failure, t) + (status > 0 ? ` (${status})` : '');
  return <ErrorState message={t('events:list_failed', { message })} onRetry={() => void revalidate()} />;
}

/** Shown on the home page in place of a list that failed to load; the other lists still show. */
export function FailedList({ title, failure: { status, body } }: { title: string; failure: ListFailure }) {
  return (
    <section className="flex flex-col gap-6 px-5 pt-6 pb-12 desktop:px-10">
      <FittedText as="h2" className="type-display-s">
        {title}
      </FittedText>
      <ListError failure={new ApiError(status, body)} />
    </section>
  );
}
