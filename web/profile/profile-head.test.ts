import { expect, test } from 'vitest';
import { STATUSES } from '#shared/constants.ts';
import { readStatus } from './profile-head.tsx';

test('a status is read from its number, from that number in a text and from its word [§3.status]', () => {
  for (const [number, name] of STATUSES.entries()) {
    expect(readStatus(number)).toBe(name);
    expect(readStatus(String(number))).toBe(name);
    expect(readStatus(name)).toBe(name);
  }
  expect(STATUSES).toHaveLength(6);
});

test('a status nobody knows counts as not verified', () => {
  for (const invalid of [6, -1, 1.5, '6', '', 'verified', null, undefined, {}]) expect(readStatus(invalid)).toBe('Unverified');
});
