import type { Right } from '#shared/staff/rights.ts';
import type { Namespace } from '#shared/translate.ts';
import type { Screen } from '#web/lib/page.ts';
import { rightOfSubject } from './rights.tsx';

const eventNamespaces = ['staff-nights', 'staff-guests', 'events', 'forms'] as const;
const guestNamespaces = ['staff-guests', 'staff-scans', 'staff-audit', 'accounts', 'forms'] as const;
const orderNamespaces = ['staff-orders', 'staff-scans', 'staff-audit', 'accounts', 'forms', 'mail'] as const;

/**
 * Screens that need another right than the rest of their subject: a Door lead sees lists, but edits no event; the waitlist needs the right
 * to read guests; mails may name any guest, so not all who answer enquiries see them.
 */
const rightsOfScreens = new Map<string, Right>([
  ['nights/:id/lists', 'events.read'],
  ['nights/:id/waitlist', 'guests.read'],
  ['nights/:id/door-sheet', 'door.run'],
  ['nights/:id/door-sale', 'door.run'],
  ['nights/:id/messages', 'mails.manage'],
  ['enquiries/mails', 'mails.manage'],
  ['guests/newsletter', 'mails.manage'],
  ['team/security', 'security.read'],
]);

/** Every screen of the console but its start; `staff-frame.tsx` links to the first one of each subject. */
export const sections: Screen[] = [
  section('tonight/tonight', 'tonight', ['staff-tonight', 'staff-doors', 'forms'], () => import('./tonight/tonight.tsx')),
  section('events/events', 'nights', eventNamespaces, () => import('./events/events.tsx')),
  section('events/new-event', 'nights/new', [...eventNamespaces, 'staff-ticket-types'], () => import('./events/form/new-event.tsx')),
  section('events/event', 'nights/:id', eventNamespaces, () => import('./events/form/event.tsx')),
  section('events/line-up', 'nights/:id/line-up', eventNamespaces, () => import('./events/line-up/line-up.tsx')),
  section(
    'events/ticket-types',
    'nights/:id/ticket-types',
    [...eventNamespaces, 'staff-ticket-types', 'staff-promo-codes'],
    () => import('./events/ticket-types/ticket-types.tsx'),
  ),
  section('events/lists', 'nights/:id/lists', [...eventNamespaces, 'staff-lists'], () => import('./events/guest-lists/lists.tsx')),
  section('events/waitlist', 'nights/:id/waitlist', [...eventNamespaces, 'staff-waitlist'], () => import('./events/waitlist.tsx')),
  section('events/messages', 'nights/:id/messages', [...eventNamespaces, 'staff-messages'], () => import('./events/messages.tsx')),
  section('events/door-sheet', 'nights/:id/door-sheet', ['staff-lists'], () => import('./events/door/door-sheet.tsx')),
  section('events/door-sale-code', 'nights/:id/door-sale', ['staff-tonight'], () => import('./events/door/door-sale-code.tsx')),
  section('guests/guests', 'guests', guestNamespaces, () => import('./guests/guests.tsx')),
  section('guests/verification', 'guests/verification', guestNamespaces, () => import('./guests/verification.tsx')),
  section('messages/newsletter', 'guests/newsletter', ['staff-messages', 'forms'], () => import('./messages/newsletter.tsx')),
  section('guests/guest', 'guests/:id', guestNamespaces, () => import('./guests/guest.tsx')),
  section('orders/orders', 'orders', orderNamespaces, () => import('./orders/orders.tsx')),
  section('orders/takings', 'orders/takings', orderNamespaces, () => import('./orders/takings.tsx')),
  section('orders/promoters', 'orders/promoters', [...orderNamespaces, 'staff-promoters', 'forms'], () => import('./orders/promoters.tsx')),
  section('reports/reports', 'orders/reports', [...orderNamespaces, 'staff-reports'], () => import('./reports/reports.tsx')),
  section('reports/event-report', 'orders/reports/:id', [...orderNamespaces, 'staff-reports'], () => import('./reports/event-report.tsx')),
  section('orders/order', 'orders/:id', orderNamespaces, () => import('./orders/order.tsx')),
  section('enquiries/enquiries', 'enquiries', ['staff-enquiries'], () => import('./enquiries/enquiries.tsx')),
  section('enquiries/mails', 'enquiries/mails', ['staff-enquiries'], () => import('./enquiries/mails.tsx')),
  section('enquiries/enquiry', 'enquiries/:id', ['staff-enquiries'], () => import('./enquiries/enquiry.tsx')),
  section('gallery/gallery', 'gallery/:album?', ['staff-gallery', 'forms'], () => import('./gallery/gallery.tsx')),
  section(
    'site-texts/site-texts',
    'words/:group?',
    ['staff-words', 'forms', 'terms', 'accounts'],
    () => import('./site-texts/site-texts.tsx'),
  ),
  section(
    'start/set-up',
    'set-up/:step?',
    ['staff-set-up', 'staff-start', 'staff-words', 'forms', 'terms', 'accounts'],
    () => import('./start/set-up.tsx'),
  ),
  section('team/team', 'team', ['staff-team', 'forms'], () => import('./team/team.tsx')),
  section('team/security', 'team/security', ['staff-team', 'accounts', 'forms'], () => import('./team/security.tsx')),
  section('team/notifications', 'notifications', ['staff-team', 'forms'], () => import('./team/notifications.tsx')),
  section('help/help', 'help/:section?', ['staff-help', 'forms'], () => import('./help/help.tsx')),
  section('audit/audit', 'audit', ['staff-audit', 'accounts'], () => import('./audit/audit.tsx')),
];

function rightOfPath(path: string): Right {
  return rightsOfScreens.get(path) ?? rightOfSubject(path.split('/')[0]);
}

function section(name: string, path: string, namespaces: readonly Namespace[], load: Screen['load']): Screen {
  return { id: `staff/${name}`, path, handle: { namespaces, shell: true, right: rightOfPath(path) }, load };
}
