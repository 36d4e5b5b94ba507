import type { StaffRole } from '#shared/staff/rights.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { openConsole } from './console.ts';
import { expect } from './test.ts';

export const all = ['start', 'tonight', 'nights', 'guests', 'orders', 'enquiries', 'gallery', 'words', 'team', 'audit', 'help'] as const;

type Role = { role: StaffRole; sections: readonly (typeof all)[number][] };
type Closed = { path: string; right: 'money.read' | 'guests.read' | 'roles.manage' };

/** The navigation of each role, and an address that it may not open. */
export const roles: (Role & {
  closed: Closed;
  /** The language in which roles that see much of the console are shown on a wide screen. */
  wide?: 'en' | 'ka';
})[] = [
  { role: 'Desk', sections: ['start', 'guests', 'help'], closed: { path: '/staff/orders', right: 'money.read' } },
  { role: 'DoorLead', sections: ['start', 'tonight', 'help'], closed: { path: '/staff/guests/1', right: 'guests.read' } },
  {
    role: 'Manager',
    sections: all.filter((section) => section !== 'team'),
    closed: { path: '/staff/team', right: 'roles.manage' },
    wide: 'en',
  },
  {
    role: 'Money',
    sections: ['start', 'orders', 'help'],
    closed: { path: '/staff/guests', right: 'guests.read' },
    wide: 'ka',
  },
  {
    role: 'Editor',
    sections: ['start', 'nights', 'enquiries', 'gallery', 'words', 'help'],
    closed: { path: '/staff/orders', right: 'money.read' },
    wide: 'en',
  },
];

/** Opens the console on a wide screen as somebody of a role, at the address that it may not open. */
export async function seeSections(app: TestApp, { role, sections, closed }: Role & { closed?: Closed }): Promise<void> {
  const { page, t } = await openConsole(app, { roles: [role] });
  await page.goto(closed?.path ?? '/staff');
  const nav = page.getByRole('navigation', { name: t('staff:sections.label') });
  await nav.waitFor();
  expect([role, await nav.getByRole('link').allTextContents()]).toEqual([
    role,
    // On a wide screen the menu does not list the help.
    sections.filter((section) => section !== 'help').map((section) => t(`staff:sections.${section}`)),
  ]);
  if (closed) await page.getByText(t('staff:missing_right.text', { right: t(`staff:rights.${closed.right}`) })).waitFor();
  await page.close();
}
