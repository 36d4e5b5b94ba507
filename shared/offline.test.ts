import { expect, test } from 'vitest';
import { isStoredPage, cacheKeyOf, cacheKeysOf } from './offline.ts';
import { paths } from './paths.ts';

test('reading pages and the empty shell of the profile are kept, whatever is about one person or carries a token is not', () => {
  const { home, about, rentals, djs, gallery, terms, allEvents, profile } = paths;
  for (const path of [home, about, rentals, djs, gallery, terms, allEvents, profile, paths.events('past'), paths.event(7), '/events/7/'])
    expect([path, isStoredPage(path)]).toEqual([path, true]);
  const { cart, login, register, forgotPassword, changePassword, invitation, paymentSuccess, paymentFailure, scanner } = paths;
  for (const path of [cart, login, register, forgotPassword, changePassword, invitation, paymentSuccess, paymentFailure, scanner])
    expect([path, isStoredPage(path)]).toEqual([path, false]);
  for (const path of ['/api/Events/7', '/api/auth/refresh', '/dev/mail', '/fake-bank/pay', '/Events/7/calendar.ics', '/no-such-page'])
    expect([path, isStoredPage(path)]).toEqual([path, false]);
});

test('a page has one name in any letter case and one form for each language', () => {
  expect(cacheKeyOf('/EVENTS/7/', 'ka')).toBe('/events/7?lang=ka');
  expect(cacheKeyOf('/AllEvents/soon', 'en')).toBe(cacheKeyOf('/allevents/upcoming', 'en'));
  expect(cacheKeysOf('/About', 'ka')).toEqual(['/about?lang=ka', '/about?lang=en']);
});
