/**
 * What staff may do. Each staff call of the contract names the one right it needs, and a role is a set of rights (docs/decisions/0072). Names
 * for people are in `locales/{en,ka}/staff.json`.
 */
export const RIGHTS = [
  'console.open',
  'events.read',
  'events.edit',
  'events.refund',
  'tickets.give',
  'lists.edit',
  'guests.read',
  'guests.decide',
  'guests.export',
  'identity.read',
  'money.read',
  'money.refund',
  'orders.mail',
  'alerts.handle',
  'door.run',
  'content.edit',
  'enquiries.answer',
  'mails.manage',
  'audit.read',
  'roles.manage',
  'security.read',
] as const;
export type Right = (typeof RIGHTS)[number];

export const STAFF_ROLES = ['Owner', 'Manager', 'Desk', 'DoorLead', 'Money', 'Editor'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** What only Owners may do. */
const OWNERS_ALONE: ReadonlySet<Right> = new Set(['roles.manage', 'security.read'] as const);

export const rightsOfRole: Record<StaffRole, readonly Right[]> = {
  Owner: RIGHTS,
  Manager: RIGHTS.filter((right) => !OWNERS_ALONE.has(right)),
  Desk: ['console.open', 'guests.read', 'guests.decide', 'identity.read'],
  DoorLead: ['console.open', 'events.read', 'lists.edit', 'door.run'],
  Money: ['console.open', 'events.read', 'money.read', 'money.refund', 'orders.mail', 'alerts.handle'],
  Editor: ['console.open', 'events.read', 'events.edit', 'lists.edit', 'content.edit', 'enquiries.answer'],
};

/** All rights of an account with these roles, in the order of `RIGHTS`; none for a guest. */
export const rightsOf = (roles: readonly StaffRole[]): Right[] =>
  RIGHTS.filter((right) => roles.some((role) => rightsOfRole[role].includes(right)));
