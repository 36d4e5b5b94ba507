import type { Right } from '#shared/staff/rights.ts';
import type { Namespace } from '#shared/translate.ts';
import type { Screen } from '#web/lib/page.ts';

const eventNamespaces = ['staff-events', 'staff-guests', 'events', 'forms'] as const;
const guestNamespaces = ['staff-guests', 'staff-scans', 'staff-audit', 'accounts', 'forms'] as const;
const textNamespaces = ['staff-site-content', 'forms', 'terms', 'accounts'] as const;
const orderNamespaces = ['staff-orders', 'staff-scans', 'staff-audit', 'accounts', 'forms', 'mail'] as const;

/** Every screen of the console but Home, with the right that it needs; `places.ts` has those that the navigation lists. */
export const sections: Screen[] = [
  section(
    'tonight/tonight',
    'tonight',
    'door.run',
    ['staff-tonight', 'staff-scans', 'staff-doors', 'forms'],
    () => import('./tonight/tonight.tsx'),
  ),
  section('events/events', 'events', 'events.edit', eventNamespaces, () => import('./events/events.tsx')),
  section(
    'events/new-event',
    'events/new',
    'events.edit',
    [...eventNamespaces, 'staff-site-content'],
    () => import('./events/form/new-event.tsx'),
  ),
  section(
    'events/overview',
    'events/:id',
    'events.edit',
    [...eventNamespaces, 'staff-ticket-types', 'staff-reports'],
    () => import('./events/overview/overview.tsx'),
  ),
  section('events/details', 'events/:id/details', 'events.edit', eventNamespaces, () => import('./events/form/details.tsx')),
  section('events/door', 'events/:id/door', 'events.edit', eventNamespaces, () => import('./events/form/door.tsx')),
  section('events/line-up', 'events/:id/line-up', 'events.edit', eventNamespaces, () => import('./events/line-up/line-up.tsx')),
  section(
    'events/ticket-types',
    'events/:id/tickets',
    'events.edit',
    [...eventNamespaces, 'staff-ticket-types', 'staff-promo-codes'],
    () => import('./events/ticket-types/ticket-types.tsx'),
  ),
  section(
    'events/lists',
    'events/:id/guest-lists',
    'events.read',
    [...eventNamespaces, 'staff-lists'],
    () => import('./events/guest-lists/lists.tsx'),
  ),
  section(
    'events/waitlist',
    'events/:id/waitlist',
    'guests.read',
    [...eventNamespaces, 'staff-waitlist'],
    () => import('./events/waitlist.tsx'),
  ),
  section(
    'events/messages',
    'events/:id/announcements',
    'mails.manage',
    [...eventNamespaces, 'staff-announcements'],
    () => import('./events/messages.tsx'),
  ),
  section('events/door-sheet', 'events/:id/door-sheet', 'door.run', ['staff-lists'], () => import('./events/door/door-sheet.tsx')),
  section('events/door-sale-code', 'events/:id/door-sale', 'door.run', ['staff-tonight'], () => import('./events/door/door-sale-code.tsx')),
  withPanel(section('guests/guests', 'guests/:id?', 'guests.read', guestNamespaces, () => import('./guests/guests.tsx'))),
  section('guests/import', 'guests/import', 'guests.decide', guestNamespaces, () => import('./guests/guest-import.tsx')),
  section('guests/verification', 'guests/verification', 'guests.read', guestNamespaces, () => import('./guests/verification.tsx')),
  withPanel(section('orders/orders', 'sales/orders/:id?', 'money.read', orderNamespaces, () => import('./orders/orders.tsx'))),
  withPanel(
    section(
      'orders/payments-to-review',
      'sales/payments/:id?',
      'money.read',
      orderNamespaces,
      () => import('./orders/payments-to-review.tsx'),
    ),
  ),
  section(
    'orders/promoters',
    'sales/promoters',
    'money.read',
    [...orderNamespaces, 'staff-promoters', 'forms'],
    () => import('./orders/promoters.tsx'),
  ),
  section('reports/reports', 'sales/reports', 'money.read', [...orderNamespaces, 'staff-reports'], () => import('./reports/reports.tsx')),
  section(
    'reports/event-report',
    'sales/reports/:id',
    'money.read',
    [...orderNamespaces, 'staff-reports'],
    () => import('./reports/event-report.tsx'),
  ),
  section('site-texts/pages', 'site/pages/:group?', 'content.edit', textNamespaces, () => import('./site-texts/pages.tsx')),
  section('gallery/gallery', 'site/gallery/:album?', 'content.edit', ['staff-gallery', 'forms'], () => import('./gallery/gallery.tsx')),
  section('enquiries/enquiries', 'site/inbox', 'enquiries.answer', ['staff-inbox'], () => import('./enquiries/enquiries.tsx')),
  section('enquiries/enquiry', 'site/inbox/:id', 'enquiries.answer', ['staff-inbox'], () => import('./enquiries/enquiry.tsx')),
  section(
    'messages/newsletter',
    'site/newsletter',
    'mails.manage',
    ['staff-announcements', 'forms'],
    () => import('./messages/newsletter.tsx'),
  ),
  section('site-texts/club', 'settings/club/:group?', 'content.edit', textNamespaces, () => import('./site-texts/club.tsx')),
  section('settings/payments', 'settings/payments', 'money.refund', ['staff-home'], () => import('./settings/payments.tsx')),
  section('settings/email', 'settings/email', 'mails.manage', ['staff-inbox', 'staff-home'], () => import('./settings/email.tsx')),
  section('team/team', 'settings/team', 'roles.manage', ['staff-team', 'forms'], () => import('./team/team.tsx')),
  section('team/security', 'settings/security', 'security.read', ['staff-team', 'accounts', 'forms'], () => import('./team/security.tsx')),
  section(
    'team/notifications',
    'settings/notifications',
    'console.open',
    ['staff-team', 'forms'],
    () => import('./team/notifications.tsx'),
  ),
  section('settings/backups', 'settings/backups', 'security.read', ['staff-home'], () => import('./settings/backups.tsx')),
  section('audit/audit', 'settings/activity', 'audit.read', ['staff-audit', 'accounts'], () => import('./audit/audit.tsx')),
  section(
    'start/set-up',
    'set-up/:step?',
    'content.edit',
    ['staff-set-up', 'staff-home', ...textNamespaces],
    () => import('./start/set-up.tsx'),
  ),
  section('help/help', 'help/:section?', 'console.open', ['staff-help', 'forms'], () => import('./help/help.tsx')),
];

/** A list whose records open in a panel (`ui/side-panel.tsx`). */
function withPanel({ handle, ...screen }: Screen): Screen {
  return { ...screen, handle: { ...handle, hasPanel: true } };
}

function section(name: string, path: string, right: Right, namespaces: readonly Namespace[], load: Screen['load']): Screen {
  return { id: `staff/${name}`, path, handle: { namespaces, shell: true, right }, load };
}
