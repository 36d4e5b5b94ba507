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
