import { expect, test } from 'vitest';
import { STATUSES } from '#shared/constants.ts';
import { claimEnd, claimFor, CLAIMS, GUESTS_KNOWN, guestsKnownOf, hasCode, settingsOf } from './claims.ts';

test('an event for verified guests only wants verified people on its tickets, whatever else is set', () => {
  const of = (verifiedOnly: boolean, namesRequired: boolean) => guestsKnownOf({ verifiedOnly, namesRequired });
  expect([of(false, false), of(false, true), of(true, false), of(true, true)]).toEqual(['nobody', 'named', 'verified', 'verified']);
  for (const known of GUESTS_KNOWN) expect(guestsKnownOf(settingsOf(known))).toBe(known);
});

test('a place is anyone’s, a guest’s at once, or a guest’s once verified', () => {
  const of = (known: (typeof GUESTS_KNOWN)[number]) => Object.fromEntries(STATUSES.map((status) => [status, claimFor(known, status)]));
  expect(new Set(Object.values(of('nobody')))).toEqual(new Set(['bearer']));
  expect(new Set(Object.values(of('named')))).toEqual(new Set(['claimed']));
  expect(of('verified')).toEqual({
    Pending: 'waiting',
    Verified: 'claimed',
    Rejected: 'waiting',
    Welcomed_Guest: 'claimed',
    Unverified: 'waiting',
    Check_Later: 'waiting',
  });
});

test('only a ticket that is somebody’s, or anybody’s, has a code', () => {
  expect(CLAIMS.filter(hasCode)).toEqual(['bearer', 'claimed']);
});

test('claims end hours before the doors', () => {
  expect(claimEnd(new Date('2026-12-05T19:00:00Z'), 3)).toEqual(new Date('2026-12-05T16:00:00Z'));
});
