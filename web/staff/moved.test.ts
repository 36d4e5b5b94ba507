import { expect, test } from 'vitest';
import { movedAddress } from './moved.ts';
import { sections } from './sections.ts';
import { matchPath } from 'react-router';

const CASES = [
  ['/staff/nights', '/staff/events'],
  ['/staff/nights?show=past', '/staff/events?show=past'],
  ['/staff/nights/new', '/staff/events/new'],
  ['/staff/nights/7', '/staff/events/7'],
  ['/staff/nights/7/line-up', '/staff/events/7/line-up'],
  ['/staff/nights/7/ticket-types#promo-codes', '/staff/events/7/tickets#promo-codes'],
  ['/staff/nights/7/lists', '/staff/events/7/guest-lists'],
  ['/staff/nights/7/waitlist', '/staff/events/7/waitlist'],
  ['/staff/nights/7/messages', '/staff/events/7/announcements'],
  ['/staff/nights/7/door-sheet', '/staff/events/7/door-sheet'],
  ['/staff/nights/7/door-sale', '/staff/events/7/door-sale'],
  ['/staff/nights/7/releases', '/staff/events/7/tickets'],
  ['/staff/nights/7/waiting', '/staff/events/7/waitlist'],
  ['/staff/nights/7/walk-up', '/staff/events/7/door-sale'],
  ['/staff/guests/desk', '/staff/guests/verification'],
  ['/staff/orders/numbers', '/staff/sales/reports'],
  ['/staff/orders/numbers/7', '/staff/sales/reports/7'],
  ['/staff/own-mails', '/staff/settings/notifications'],
  ['/staff/tonight?night=7', '/staff/tonight?event=7'],
  ['/staff/guests/newsletter', '/staff/site/newsletter'],
  ['/staff/orders', '/staff/sales/orders'],
  ['/staff/orders?night=7&state=paid', '/staff/sales/orders?state=paid&event=7'],
  ['/staff/orders/12', '/staff/sales/orders/12'],
  ['/staff/orders/takings', '/staff/sales/reports'],
  ['/staff/orders/takings?by=season', '/staff/sales/reports?by=season'],
  ['/staff/orders/reports', '/staff/sales/reports'],
  ['/staff/orders/reports/7', '/staff/sales/reports/7'],
  ['/staff/orders/promoters', '/staff/sales/promoters'],
  ['/staff/enquiries?kind=dj', '/staff/site/inbox?kind=dj'],
  ['/staff/enquiries/3', '/staff/site/inbox/3'],
  ['/staff/enquiries/mails', '/staff/settings/email'],
  ['/staff/gallery', '/staff/site/gallery'],
  ['/staff/gallery/rentals', '/staff/site/gallery/rentals'],
  ['/staff/words', '/staff/settings/club'],
  ['/staff/words/house', '/staff/settings/club/house'],
  ['/staff/words/about', '/staff/site/pages/about'],
  ['/staff/team', '/staff/settings/team'],
  ['/staff/team/security?of=staff', '/staff/settings/security?of=staff'],
  ['/staff/notifications', '/staff/settings/notifications'],
  ['/staff/audit', '/staff/settings/activity'],
  ['/staff/help/orders', '/staff/help/sales'],
  ['/Staff/Orders/', '/staff/sales/orders'],
] as const;

const parse = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'https://club.example');
  return { pathname, search, hash };
};

test('every old address leads to its new place, with its query and its fragment', () => {
  for (const [from, to] of CASES) expect([from, movedAddress(parse(from))]).toEqual([from, to]);
});

test('an address leads to a screen that exists and has not moved itself', () => {
  const isScreen = ({ pathname }: { pathname: string }) => sections.some(({ path }) => matchPath(`/staff/${path}`, pathname));
  for (const [, to] of CASES) {
    expect([to, movedAddress(parse(to))]).toEqual([to, undefined]);
    expect([to, isScreen(parse(to))]).toEqual([to, true]);
  }
});

test('an unknown address does not move', () => {
  for (const path of ['/staff', '/staff/nothing/here', '/staff/orders/7/what', '/Events/7'])
    expect([path, movedAddress(parse(path))]).toEqual([path, undefined]);
});
