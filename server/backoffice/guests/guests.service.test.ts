import { expect, test } from 'vitest';
import { guestSearchOf } from './guests.service.ts';

test.each([
  ['  Nino   BERIDZE ', ['%nino%', '%beridze%'], undefined],
  ['De La Cruz', ['% de%', '% la%', '%cruz%'], undefined],
  ['+995 (555) 12-34-56', ['%555123456%'], undefined],
  ['01024012345', ['%01024012345%'], '01024012345'],
  ['1234567', ['%1234567%'], undefined],
  ['100%_\\', [String.raw`%100\%\_\\%`], undefined],
  ['-', ['% -%'], undefined],
])('%j is looked for as %j', (text, patterns, personalNumber) => {
  expect(guestSearchOf(text)).toEqual({ patterns, personalNumber });
});

test.each(['+995 555 12 34 56', '00995555123456', '995-555-123456', '0555 12 34 56', '555 123 456', '(555)123456'])(
  'the phone %j is looked for by the digits that all its forms share',
  (text) => {
    expect(guestSearchOf(text)?.patterns).toEqual(['%555123456%']);
  },
);

test('an empty text looks for nothing', () => {
  expect(guestSearchOf('  ')).toBeUndefined();
});
