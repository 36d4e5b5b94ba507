import { expect, test } from 'vitest';
import { eventFileName } from './event-file-name.ts';

test.each([
  ['Copper Moon', '2026-12-04-copper-moon'],
  ['Kldé: Café & Friends / 2', '2026-12-04-klde-cafe-friends-2'],
  ['…', '2026-12-04'],
])('the files of %j are named by its date and name', (nameLat, name) => {
  expect(eventFileName({ startDate: '2026-12-04T23:00:00+04:00', nameLat })).toBe(name);
});
