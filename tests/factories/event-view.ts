import { mapEventTexts } from '#shared/events/event-texts.ts';
import type { EventView } from '#shared/events/events.contract.ts';

/** Returns an event as the API does: Saturday from 23:00 to 07:00, without line-up and tickets except for the given fields. */
export const eventView = (fields: Partial<EventView> = {}): EventView => ({
  id: 7,
  ...mapEventTexts(() => ''),
  name: 'ღამე',
  nameLat: 'Night',
  startDate: '2026-11-21T23:00:00+04:00',
  endDate: '2026-11-22T07:00:00+04:00',
  eventPhotoUrl: null,
  lineUps: [],
  baskets: [],
  soldTenths: 0,
  isCancelled: false,
  isVerifiedOnly: false,
  ticketsPerPerson: 4,
  isAwaited: false,
  ...fields,
});
