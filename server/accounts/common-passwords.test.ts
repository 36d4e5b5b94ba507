import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'password',
  'PASSWORD',
  '123456789',
  'P@ssw0rd1!',
  'Pa$$word!',
  'Password2026!!',
  '!Qwerty123',
  'Qwerty12345!',
  'Abc123!!',
  'Dragon#2026',
  '$uperm@n1!',
  'I-Love-You-1',
  'L1verpool?',
  '1qaz@WSX',
  'Ｐａｓｓｗｏｒｄ!',
])('%s is one of the commonest passwords, or one dressed up', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'Night-Guest-1',
  'Moonlit-Kura-47',
  'Correct-Horse-Battery',
  'Love#8$29!5@71-x',
  'K#84!920517a',
  'ჩემი-პაროლი-Aa',
  'Password-is-long-and-mine',
  '-'.repeat(64),
  '',
])('%j is not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test.each(['Rkali-2026!', 'Tbilisi123!', 'თბილისი-2026', 'Beridze1998!', 'Nino.K-123', 'Nino.K@Example.com', 'NinoBeridze!1'])(
  '%s is made of what everybody knows of the club or the guest',
  (password) => {
    expect(isCommonPassword(password, ['nino.k@example.com', 'nino.k', 'Nino', 'Beridze', 'NinoBeridze'])).toBe(true);
  },
);

test('a name within a longer password is left alone', () => {
  expect(isCommonPassword('Nino-likes-the-Kura-47', ['Nino', 'Beridze'])).toBe(false);
  expect(isCommonPassword('Rkali-Moonlit-Kura-47')).toBe(false);
});
