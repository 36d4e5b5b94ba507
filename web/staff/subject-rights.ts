import type { Right } from '#shared/staff/rights.ts';

const rights = new Map<string, Right>([
  ['tonight', 'door.run'],
  ['nights', 'events.edit'],
  ['guests', 'guests.read'],
  ['orders', 'money.read'],
  ['enquiries', 'enquiries.answer'],
  ['gallery', 'content.edit'],
  ['words', 'content.edit'],
  ['audit', 'audit.read'],
]);

/** The right that a subject of the console needs: the first part of a section's path. */
export const rightOfSubject = (subject = ''): Right => rights.get(subject) ?? 'console.open';
