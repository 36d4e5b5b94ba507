import { expect, test } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { eventView } from '#tests/factories/event-view.ts';
import { eventsIn, failureIn } from '#web/event-list/answers.tsx';
import { asEvents } from '#web/event-list/as-event.ts';
import { offerOf } from '#web/event-list/offer.tsx';

const event = eventView();

/** JSON.parse returns `any`. */
const answered = (text: string) => JSON.parse(text);

test('events are taken as they come', () => {
  expect(asEvents([event])).toEqual([event]);
});

test('an event with the fields of the specification alone is one, and on sale at its first price', () => {
  const { id, nameLat, startDate, endDate } = event;
  const [bare] = asEvents(answered(JSON.stringify([{ id, nameLat, startDate, endDate, lineUps: [], baskets: [{ id: 1, price: 40 }] }])));
  expect(bare).toMatchObject({ id, name: '', description: '', eventPhotoUrl: null, isCancelled: false, isVerifiedOnly: false });
  expect(bare && offerOf(bare, new Date(startDate))).toEqual({ kind: 'on_sale', price: 40 });
});

test.each([{}, { price: null }])('a first basket without a price (%j) is not for sale', (basket) => {
  const [bare] = asEvents(answered(JSON.stringify([{ ...event, baskets: [{ id: 1, ...basket }] }])));
  expect(bare && offerOf(bare, new Date(event.startDate))).toEqual({ kind: 'no_price' });
});

test.each(['null', '{}', '"<html>"', '7', '[null]', '[7]', '[{"id":1}]', '[{"lineUps":[],"baskets":[],"startDate":"soon"}]'])(
  '%s is no list of events',
  (text) => {
    expect(() => asEvents(answered(text))).toThrow(TypeError);
  },
);

test('a list that failed is empty and says why, as data', async () => {
  const [listed, refused, broken] = await Promise.allSettled([
    Promise.resolve([event]),
    Promise.reject(new ApiError(503, { code: 'unavailable' })),
    Promise.reject(new TypeError('This is no event.')),
  ]);
  expect([eventsIn(listed), failureIn(listed)]).toEqual([[event], null]);
  expect([eventsIn(refused), failureIn(refused)]).toEqual([[], { status: 503, body: { code: 'unavailable' } }]);
  expect(failureIn(broken)).toEqual({ status: 500, body: {} });
});
