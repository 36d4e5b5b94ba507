import type { Act } from '#web/door/phone/acts.ts';
import type { ListedGuest, PhoneState } from '#web/door/phone/door-phone.ts';
import type { FoundGuest } from '#shared/door/scanner-device.contract.ts';

const at = new Date('2026-11-21T23:38:00+04:00');
const list = { id: 1, name: 'Nulovani & friends', allocation: 12, freeUntil: '2026-11-22T01:00:00+04:00', price: 20 };
const entryOf = (id: number, firstName: string, initial: string, plusOnes = 0, arrived = 0): ListedGuest => ({
  id,
  firstName,
  initial,
  plusOnes,
  arrived,
  list,
});
const listed = [
  entryOf(1, 'გიორგი', 'ბერ', 2, 1),
  entryOf(2, 'გიორგი', 'ბერი', 0),
  entryOf(3, 'გიორგი', 'გ', 4),
  entryOf(4, 'Giorgi', 'Chkhartish', 1),
];

const doubled = {
  id: 1,
  reason: 'ticket_used',
  key: null,
  entryId: null,
  guest: { firstName: 'Aleksandre', lastName: 'Chkhartishvili', birthdate: '1999-09-28', ticketId: 90417 },
  admissions: [
    { door: 'Main 1', at: '2026-11-21T23:31:07+04:00', uncertaintyMs: 700, scannerDeviceId: null },
    { door: 'Side', at: '2026-11-21T23:31:52+04:00', uncertaintyMs: 900, scannerDeviceId: null },
  ],
  isOrderCertain: true,
};

/** States of the door's screen by name; of any other name, the usual one. */
export function stateShown(name: string): Partial<PhoneState> {
  if (name === 'pair') return { phase: 'unpaired' };
  if (name === 'ended') return { phase: 'ended', unsent: 12 };
  if (name === 'alone') return { listed, connectivity: 'alone', unsent: 12, inside: 397 };
  if (name === 'conflict') return { listed, conflicts: [doubled, { ...doubled, id: 2, reason: 'late_under_18' }] };
  return { listed };
}

const act = (more: Partial<Act> & Pick<Act, 'scanId' | 'does'>): Act => ({
  at,
  reason: 'valid',
  because: undefined,
  guest: { firstName: 'Aleksandre', lastName: 'Chkhartishvili', birthdate: '1999-09-28', ticketId: 90417 },
  entryId: undefined,
  people: 1,
  refund: undefined,
  isUndone: false,
  undoes: 'act',
  ...more,
});
export const actsShown: Act[] = [
  act({ scanId: '1', does: 'admitted' }),
  act({ scanId: '2', does: 'rejected', because: 'drunk', refund: 'promised', undoes: 'refund' }),
  act({ scanId: '3', does: 'rejected', because: 'no_id', refund: 'stopped', undoes: undefined }),
  act({ scanId: '4', does: 'admitted', guest: undefined, entryId: 1, people: 3 }),
  act({ scanId: '5', does: 'plus', guest: undefined, undoes: undefined }),
];

export const foundShown: FoundGuest[] = [
  {
    ticketId: 7,
    firstName: 'Aleksandre',
    lastName: 'Chkhartishvili',
    ticketTypeName: 'მეორე ტალღა',
    ticketTypeNameLat: 'Second wave',
    age: 27,
    usedAt: null,
  },
  {
    ticketId: 8,
    firstName: 'Ana',
    lastName: 'Beridze',
    ticketTypeName: 'პირველი',
    ticketTypeNameLat: 'First wave',
    age: 17,
    usedAt: '2026-11-21T23:12:00+04:00',
  },
];
