import { useRevalidator } from 'react-router';
import { ApiError, type ErrorBody } from '#shared/errors.ts';
import { mapEventTexts } from '#shared/events/event-texts.ts';
import type { BasketView, EventView } from '#shared/events/events.contract.ts';
import { statusText } from '#web/lib/error-text.ts';
import { statusOf } from '#web/lib/page.ts';
import { FittedText } from '#web/ui/fitted-text.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useTranslation } from '#web/ui/translation.tsx';

/** Why a list is missing, as data: loaders' results reach the browser as JSON. */
type ListFailure = { status: number; body: Partial<ErrorBody> };

/**
 * Checks as much of an answer as the screens depend on, because a proxy may answer anything. Fields that the specification does not name
 * (spec §3) may be missing. @throws when it is no event
 */
export function asEvent(answer: Partial<EventView> | null | undefined): EventView {
  const { id, startDate = '', endDate = '', lineUps, baskets, ...rest } = answer ?? {};
  const isEvent =
    typeof id === 'number' && Array.isArray(lineUps) && Array.isArray(baskets) && Date.parse(startDate) <= Date.parse(endDate);
  if (!isEvent) throw new TypeError('This is no event.');
  return { ...unsaid, ...rest, id, startDate, endDate, lineUps, baskets: baskets.map(asBasket) };
}

const unsaid = {
  ...mapEventTexts(() => ''),
  eventPhotoUrl: null,
  soldTenths: 0,
  isCancelled: false,
  isVerifiedOnly: false,
  ticketsPerPerson: 0,
  isAwaited: false,
};

/** A ticket type with a price but without the number of free places has some. */
const asBasket = (basket: Partial<BasketView>): BasketView => ({
  id: 0,
  name: '',
  nameLat: '',
  price: null,
  available: typeof basket.price === 'number' ? 1 : 0,
  onSaleFrom: null,
  onSaleUntil: null,
  ...basket,
});

/** @throws when it is no list of events */
export function asEvents(answer: readonly EventView[]): EventView[] {
  return answer.map((event) => asEvent(event));
}

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
