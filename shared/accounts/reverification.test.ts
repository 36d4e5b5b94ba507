import { expect, test } from 'vitest';
import { STATUSES } from '#shared/constants.ts';
import { needsReverification } from './reverification.ts';

const nino = { firstName: 'Nino', lastName: 'Beridze', birthdate: '1998-04-12' };

test('only what staff had confirmed needs a second look', () => {
  const changed = { ...nino, firstName: 'Nina' };
  expect(STATUSES.filter((status) => needsReverification(status, nino, changed))).toEqual(['Verified', 'Welcomed_Guest']);
});

test('each part of the name and the birthdate count, and nothing changed does not', () => {
  expect(needsReverification('Verified', nino, { ...nino, lastName: 'Kapanadze' })).toBe(true);
  expect(needsReverification('Verified', nino, { ...nino, birthdate: '1998-04-13' })).toBe(true);
  expect(needsReverification('Verified', nino, { ...nino })).toBe(false);
});
