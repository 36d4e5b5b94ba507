import { useRevalidator } from 'react-router';
import { ApiError, type ErrorBody } from '#shared/errors.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { statusText } from '#web/lib/error-text.ts';
import { statusOf } from '#web/lib/page.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** Why a list is missing, as data: loaders' results reach the browser as JSON. */
type ListFailure = { status: number; body: Partial<ErrorBody> };

export const failureIn = (list: PromiseSettledResult<unknown>): ListFailure | null =>
  list.status === 'fulfilled' ? null : { status: statusOf(list.reason), body: list.reason instanceof ApiError ? list.reason.body : {} };

export const eventsIn = (list: PromiseSettledResult<EventView[]>): EventView[] => (list.status === 'fulfilled' ? list.value : []);

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
