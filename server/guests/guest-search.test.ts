import { expect, test } from 'vitest';
import { guestSearchOf } from './guest-search.ts';

test.each([
  ['  Nino   BERIDZE ', '%nino beridze%', undefined],
  ['+995 (555) 12-34', '%9955551234%', undefined],
  ['01024012345', '%01024012345%', '01024012345'],
  ['1234567', '%1234567%', undefined],
  ['100%_\\', String.raw`%100\%\_\\%`, undefined],
  ['-', '%-%', undefined],
])('%j is looked for as %s', (text, pattern, personalNumber) => {
  expect(guestSearchOf(text)).toEqual({ pattern, personalNumber });
});

test('an empty text looks for nothing', () => {
  expect(guestSearchOf('  ')).toBeUndefined();
});
