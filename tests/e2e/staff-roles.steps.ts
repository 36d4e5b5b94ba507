import type { StaffRole } from '#shared/staff/rights.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { openConsole } from './console.ts';
import { expect } from './test.ts';

export const all = ['home', 'tonight', 'events', 'guests', 'sales', 'site', 'settings'] as const;

type Role = { role: StaffRole; places: readonly (typeof all)[number][] };
type Closed = { path: string; right: 'money.read' | 'guests.read' | 'roles.manage' };

/** The places of each role, the address of each, and one that it may not open. */
export const roles: (Role & {
  paths: readonly string[];
  closed: Closed;
  /** The language in which roles that see much of the console are shown on a wide screen. */
  wide?: 'en' | 'ka';
})[] = [
  {
    role: 'Desk',
    places: ['home', 'guests', 'settings'],
    paths: ['guests', 'guests/verification', 'guests/import', 'settings/notifications', 'help'],
    closed: { path: '/staff/sales/orders', right: 'money.read' },
  },
  {
    role: 'DoorLead',
    places: ['home', 'tonight', 'settings'],
    paths: ['tonight', 'settings/notifications', 'help'],
    closed: { path: '/staff/guests/1', right: 'guests.read' },
  },
  {
    role: 'Manager',
    places: all,
    paths: [
      'tonight',
      'events',
      'guests',
      'guests/verification',
      'guests/import',
      'sales/orders',
      'sales/payments',
      'sales/promoters',
      'sales/reports',
      'site/pages',
      'site/gallery',
      'site/inbox',
      'site/newsletter',
      'settings/club',
      'settings/payments',
      'settings/email',
      'settings/notifications',
      'settings/activity',
      'help',
    ],
    closed: { path: '/staff/settings/team', right: 'roles.manage' },
    wide: 'en',
  },
  {
    role: 'Money',
    places: ['home', 'sales', 'settings'],
    paths: ['sales/orders', 'sales/payments', 'sales/promoters', 'sales/reports', 'settings/payments', 'settings/notifications', 'help'],
    closed: { path: '/staff/guests', right: 'guests.read' },
    wide: 'ka',
  },
  {
    role: 'Editor',
    places: ['home', 'events', 'site', 'settings'],
    paths: ['events', 'site/pages', 'site/gallery', 'site/inbox', 'settings/club', 'settings/notifications', 'help'],
    closed: { path: '/staff/sales/orders', right: 'money.read' },
    wide: 'en',
  },
];

/** Opens the console on a wide screen as somebody of a role, at the address that it may not open. */
export async function seePlaces(app: TestApp, { role, places, closed }: Role & { closed?: Closed }): Promise<void> {
  const { page, t } = await openConsole(app, { roles: [role] });
  await page.goto('/staff/help');
  const nav = page.getByRole('navigation', { name: t('staff:nav.label') });
  await nav.waitFor();
  expect([role, await nav.getByRole('link').allTextContents()]).toEqual([role, places.map((place) => t(`staff:nav.${place}`))]);
  if (closed) {
    await page.goto(closed.path);
    await page.getByText(t('staff:missing_right.text', { right: t(`staff:rights.${closed.right}`) })).waitFor();
  }
  await page.close();
}
