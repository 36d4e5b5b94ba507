import { expect, test } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { eventView } from '#tests/factories/event-view.ts';
import { asEvents, eventsIn, failureIn } from './answers.ts';

const event = eventView();

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
