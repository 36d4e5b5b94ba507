import { expect, test } from 'vitest';
import { fullName } from './full-name.ts';

test.each([
  ['Nino', 'Beridze', 'Nino Beridze'],
  ['Nino', '', 'Nino'],
  ['', 'Beridze', 'Beridze'],
  ['', '', ''],
])('of %j and %j the full name is %j', (firstName, lastName, name) => {
  expect(fullName({ firstName, lastName })).toBe(name);
});
