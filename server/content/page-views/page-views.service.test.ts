import { expect, test } from 'vitest';
import { countedPage } from './page-views.service.ts';

test.each([
  ['/', '/'],
  ['/RENTALS', '/Rentals'],
  ['/djs/', '/DJs'],
  ['/allevents/Past', '/AllEvents/past'],
  ['/events/7', '/Events/7'],
  ['/EVENTS/007/', '/Events/7'],
  ['/SuccessPayment', '/successpayment'],
])('%s is counted as %s', (address, path) => {
  expect(countedPage(address)?.path).toBe(path);
});

test.each([
  '',

  '/Events/',
  '/Events/0',
  '/Events/1e3',
  '/Events/9999999999',
  '/QRScan',
  '/profile',
  '/change_password',
  '/wp-admin',
  '/about?x',
])('%j is not counted', (address) => {
  expect(countedPage(address)).toBeUndefined();
});
