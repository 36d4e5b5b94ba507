import { mapEventTexts } from '#shared/events/event-texts.ts';
import type { BasketView, EventView } from '#shared/events/events.contract.ts';

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
