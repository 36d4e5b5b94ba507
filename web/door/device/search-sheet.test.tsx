import { expect, test } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { show } from '#tests/setup/show.tsx';
import { FoundRow, troubleOf } from './search-sheet.tsx';

const nino = { ticketId: 7, firstName: 'Nino', lastName: 'Beridze', ticketTypeName: 'შესვლა', ticketTypeNameLat: 'Entry', usedAt: null };
const rowOf = (more: object, language: 'en' | 'ka' = 'en') =>
  show(<FoundRow guest={{ ...nino, ...more }} mode="in" onAsk={() => undefined} />, language);

test('a found guest has an age, or is under 18; an unknown one is not invented', () => {
  expect(rowOf({ age: 28 })).toContain('Age 28');
  expect(rowOf({ age: 18 })).toContain('Age 18');
  expect(rowOf({ age: 17 })).toContain('UNDER 18');
  expect(rowOf({ age: 17 })).not.toContain('17');
  expect(rowOf({ age: 17 }, 'ka')).toContain('18 წლამდე');
  expect(rowOf({})).not.toMatch(/Age|UNDER 18/);
});

test('an answer of a server that still has the date of birth is shown without it', () => {
  expect(rowOf({ birthdate: '1998-04-12' })).toContain('Nino Beridze');
  expect(rowOf({ birthdate: '1998-04-12' })).not.toContain('1998');
});

test('a refused search says which limit was reached', () => {
  const tooMany = (params = {}) => new ApiError(429, { code: 'too_many_requests', params });
  expect(troubleOf(tooMany())).toBe('often');
  expect(['hour', 'device', 'member'].map((budget) => troubleOf(tooMany({ budget })))).toEqual([
    'limit_hour',
    'limit_device',
    'limit_member',
  ]);
  expect(troubleOf(new ApiError(409, { code: 'door_not_near' }))).toBe('early');
  expect(troubleOf(new ApiError(0, {}))).toBe('offline');
  expect(troubleOf(new ApiError(500, {}))).toBe('failed');
  expect(troubleOf(new Error('broken'))).toBe('failed');
});
