import { expect, test } from 'vitest';
import { wholeContract } from '#shared/staff-api.ts';
import { RIGHTS, type Right, rightsOf, STAFF_ROLES, type StaffRole } from './rights.ts';

const withoutOwners = RIGHTS.filter((right) => right !== 'roles.manage' && right !== 'security.read');

test.each<[StaffRole, readonly Right[]]>([
  ['Owner', RIGHTS],
  ['Manager', withoutOwners],
  ['Desk', ['console.open', 'guests.read', 'guests.decide', 'identity.read']],
  ['DoorLead', ['console.open', 'events.read', 'lists.edit', 'door.run']],
  ['Money', ['console.open', 'events.read', 'money.read', 'money.refund', 'orders.mail', 'alerts.handle']],
  ['Editor', ['console.open', 'events.read', 'events.edit', 'lists.edit', 'content.edit', 'enquiries.answer']],
])('the role %s has exactly its rights', (role, rights) => {
  expect(rightsOf([role])).toEqual(rights);
});

test('several roles add up, each right once, and no role gives none', () => {
  expect(rightsOf([])).toEqual([]);
  expect(rightsOf(['DoorLead', 'Desk', 'Desk'])).toEqual([
    'console.open',
    'events.read',
    'lists.edit',
    'guests.read',
    'guests.decide',
    'identity.read',
    'door.run',
  ]);
  expect(rightsOf(STAFF_ROLES)).toEqual(RIGHTS);
});

test('every right is needed by a call', () => {
  const needed = new Set<string>(Object.values(wholeContract).flatMap((verbs) => Object.values(verbs).map(({ access }) => access)));
  expect(RIGHTS.filter((right) => !needed.has(right))).toEqual([]);
});
