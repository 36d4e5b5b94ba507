import { matchPath } from 'react-router';
import type { Right } from '#shared/staff/rights.ts';
import { staffPath } from './staff-api.ts';

/** The places of the console in their order, each with its parts. Their names are `nav` in `staff.json`. */
const PLACES = [
  { name: 'home', path: '', right: 'console.open' },
  { name: 'tonight', path: 'tonight', right: 'door.run' },
  { name: 'events', path: 'events', right: 'events.edit' },
  {
    name: 'guests',
    path: 'guests',
    parts: [
      { name: 'all_guests', path: 'guests', right: 'guests.read' },
      { name: 'verification', path: 'guests/verification', right: 'guests.read' },
      { name: 'guest_import', path: 'guests/import', right: 'guests.decide' },
    ],
  },
  {
    name: 'sales',
    path: 'sales',
    parts: [
      { name: 'orders', path: 'sales/orders', right: 'money.read' },
      { name: 'payments_to_review', path: 'sales/payments', right: 'money.read' },
      { name: 'promoters', path: 'sales/promoters', right: 'money.read' },
      { name: 'reports', path: 'sales/reports', right: 'money.read' },
    ],
  },
  {
    name: 'site',
    path: 'site',
    parts: [
      { name: 'pages', path: 'site/pages', right: 'content.edit' },
      { name: 'gallery', path: 'site/gallery', right: 'content.edit' },
      { name: 'inbox', path: 'site/inbox', right: 'enquiries.answer' },
      { name: 'newsletter', path: 'site/newsletter', right: 'mails.manage' },
    ],
  },
  {
    name: 'settings',
    path: 'settings',
    parts: [
      { name: 'club', path: 'settings/club', right: 'content.edit' },
      { name: 'payments', path: 'settings/payments', right: 'money.refund' },
      { name: 'email', path: 'settings/email', right: 'mails.manage' },
      { name: 'team', path: 'settings/team', right: 'roles.manage' },
      { name: 'security', path: 'settings/security', right: 'security.read' },
      { name: 'notifications', path: 'settings/notifications', right: 'console.open' },
      { name: 'backups', path: 'settings/backups', right: 'security.read' },
      { name: 'activity', path: 'settings/activity', right: 'audit.read' },
    ],
  },
] as const satisfies readonly ({ name: string; path: string } & ({ right: Right } | { parts: readonly NamedScreen[] }))[];

type NamedScreen = { name: string; path: string; right: Right };
type AnyPlace = (typeof PLACES)[number];
type AnyPart = Extract<AnyPlace, { parts: unknown }>['parts'][number];

type PlaceName = AnyPlace['name'];
type PartName = AnyPart['name'];
export type ListedScreen = { name: PlaceName | PartName; path: string; right: Right };
export type Part = { name: PartName; path: string; right: Right };
/** A place as a user sees it: its parts are those that the user may open, and its path leads to the first of them. */
export type Place = { name: PlaceName; path: string; parts: readonly Part[] };

/** The places that a user with these rights may open. */
export function placesFor(may: (right: Right) => boolean): Place[] {
  return PLACES.flatMap((place): Place[] => {
    if (!('parts' in place)) return may(place.right) ? [{ name: place.name, path: place.path, parts: [] }] : [];
    const parts = place.parts.filter(({ right }) => may(right));
    return parts[0] ? [{ name: place.name, path: parts[0].path, parts }] : [];
  });
}

/** Every screen that the navigation lists: places without parts, and all parts. */
export const LISTED_SCREENS = PLACES.flatMap((place): ListedScreen[] => ('parts' in place ? [...place.parts] : [place]));

/** The place of an address, in any letter case; undefined for the help and for unknown addresses. */
export function placeAt(pathname: string): PlaceName | undefined {
  const [, , first = '', more] = pathname.toLowerCase().split('/');
  if (first === 'set-up' || (first === '' && more === undefined)) return 'home';
  return PLACES.find(({ path }) => path === first)?.name;
}

/** The part whose screen or record an address shows: the longest of the matching paths. */
export function partAt(pathname: string, parts: readonly Part[]): Part | undefined {
  const found = parts.filter(({ path }) => matchPath({ path: staffPath(path), end: false }, pathname));
  return found.toSorted((a, b) => b.path.length - a.path.length)[0];
}
