import { expect, test } from 'vitest';
import { rightsOf, type StaffRole } from '#shared/staff/rights.ts';
import { rightsNow } from './forced.ts';

const forced = { roles: ['Owner', 'Manager', 'Desk', 'Money'] as StaffRole[], graceDays: 7 };
const granted = new Date('2026-11-01T12:00:00Z');
const lastMoment = new Date('2026-11-08T11:59:59.999Z');
const end = new Date('2026-11-08T12:00:00Z');

const facts = {
  roles: ['Owner', 'DoorLead'] as StaffRole[],
  graceFrom: granted as Date | null,
  hasSecondFactor: false,
  confirmedAt: end,
  secondFactorAt: null as Date | null,
};

test('until the grace ends every right is there, and what is due', () => {
  expect(rightsNow(forced, facts, lastMoment)).toMatchObject({
    rights: rightsOf(['Owner']),
    proof: { due: { step: 'set_up', until: end }, resting: [] },
  });
});

test('afterwards all rights rest, those of the door too', () => {
  const { rights, proof } = rightsNow(forced, facts, end);
  expect(rights).toEqual([]);
  expect(proof.resting).toEqual(rightsOf(['Owner', 'DoorLead']));
});

test('also those of a role that needs no second factor, and of an Owner who has no other role', () => {
  expect(rightsNow(forced, { ...facts, roles: ['Desk', 'Editor'] }, end)).toMatchObject({
    rights: [],
    proof: { resting: rightsOf(['Desk', 'Editor']) },
  });
  expect(rightsNow(forced, { ...facts, roles: ['Owner'] }, end).rights).toEqual([]);
});

test('with a factor a session that did not use it must be confirmed at once, also during the grace', () => {
  expect(rightsNow(forced, { ...facts, hasSecondFactor: true }, granted)).toMatchObject({
    rights: [],
    proof: { due: { step: 'confirm' } },
  });
  expect(rightsNow(forced, { ...facts, hasSecondFactor: true }, end)).toMatchObject({
    rights: [],
    proof: { due: { step: 'confirm', until: end } },
  });
  expect(rightsNow(forced, { ...facts, hasSecondFactor: true, secondFactorAt: granted }, end)).toMatchObject({
    rights: rightsOf(['Owner']),
    proof: { due: null, resting: [], isBySecondFactor: true },
  });
});

test('once the factor is removed, its use before does not count', () => {
  expect(rightsNow(forced, { ...facts, secondFactorAt: granted }, end).rights).toEqual([]);
});

test('a door lead who is nothing else keeps the rights of the door with a password alone', () => {
  expect(rightsNow(forced, { ...facts, roles: ['DoorLead'], graceFrom: null }, end).rights).toEqual(rightsOf(['DoorLead']));
});

test('an account without a forced role keeps its rights', () => {
  expect(rightsNow(forced, { ...facts, roles: ['Editor'], graceFrom: null }, end)).toMatchObject({
    rights: rightsOf(['Editor']),
    proof: { due: null, resting: [] },
  });
});
