import { generatePath, matchPath } from 'react-router';
import { staffPath } from './staff-api.ts';

/** Addresses of earlier versions, which bookmarks and sent emails contain, and where their screens are now. */
const MOVED: readonly (readonly [from: string, to: string])[] = [
  ['nights', 'events'],
  ['nights/new', 'events/new'],
  ['nights/:id', 'events/:id'],
  ['nights/:id/ticket-types', 'events/:id/tickets'],
  ['nights/:id/releases', 'events/:id/tickets'],
  ['nights/:id/lists', 'events/:id/guest-lists'],
  ['nights/:id/waiting', 'events/:id/waitlist'],
  ['nights/:id/walk-up', 'events/:id/door-sale'],
  ['nights/:id/messages', 'events/:id/announcements'],
  ['nights/:id/:part', 'events/:id/:part'],
  ['guests/newsletter', 'site/newsletter'],
  ['guests/desk', 'guests/verification'],
  ['orders', 'sales/orders'],
  ['orders/promoters', 'sales/promoters'],
  ['orders/takings', 'sales/reports'],
  ['orders/reports', 'sales/reports'],
  ['orders/reports/:id', 'sales/reports/:id'],
  ['orders/numbers', 'sales/reports'],
  ['orders/numbers/:id', 'sales/reports/:id'],
  ['orders/:id', 'sales/orders/:id'],
  ['enquiries', 'site/inbox'],
  ['enquiries/mails', 'settings/email'],
  ['enquiries/:id', 'site/inbox/:id'],
  ['gallery', 'site/gallery'],
  ['gallery/:album', 'site/gallery/:album'],
  ['words', 'settings/club'],
  ['words/home', 'site/pages/home'],
  ['words/about', 'site/pages/about'],
  ['words/rentals', 'site/pages/rentals'],
  ['words/djs', 'site/pages/djs'],
  ['words/terms', 'site/pages/terms'],
  ['words/:group', 'settings/club/:group'],
  ['team', 'settings/team'],
  ['team/security', 'settings/security'],
  ['notifications', 'settings/notifications'],
  ['own-mails', 'settings/notifications'],
  ['audit', 'settings/activity'],
  ['help/start', 'help/home'],
  ['help/nights', 'help/events'],
  ['help/orders', 'help/sales'],
  ['help/enquiries', 'help/site'],
  ['help/gallery', 'help/site'],
  ['help/words', 'help/site'],
  ['help/team', 'help/settings'],
];

type Address = { pathname: string; search: string; hash: string };

/** Returns the present address of a screen that has moved, or undefined. The parameter `night` is called `event` now. */
export function movedAddress({ pathname, search, hash }: Address): string | undefined {
  const query = new URLSearchParams(search);
  const event = query.get('night');
  if (event !== null) {
    query.delete('night');
    query.set('event', event);
  }
  const path = movedPath(pathname);
  if (path === undefined && event === null) return undefined;
  return `${path ?? pathname}${query.size > 0 ? `?${query}` : ''}${hash}`;
}

function movedPath(pathname: string): string | undefined {
  for (const [from, to] of MOVED) {
    const match = matchPath(staffPath(from), pathname);
    if (match) return generatePath(staffPath(to), match.params);
  }
  return undefined;
}
