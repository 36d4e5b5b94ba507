import { expect, test } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { asEvents, eventsIn, failureIn } from './answers.ts';

const event = {
  id: 7,
  name: 'ღამე',
  nameLat: 'Night',
  description: '',
  descriptionLat: '',
  startDate: '2026-11-21T23:00:00+04:00',
  endDate: '2026-11-22T07:00:00+04:00',
  eventPhotoUrl: null,
  lineUps: [],
  baskets: [],
  isCancelled: false,
};

/** What JSON.parse gives has any type. */
const answered = (text: string) => JSON.parse(text);

test('events are taken as they come', () => {
  expect(asEvents([event])).toEqual([event]);
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
