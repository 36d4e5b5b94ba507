import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, isCommonPassword, isPasswordOf, needsRehash } from './passwords.ts';

test('a password is known by its hash, exactly as it was typed', async () => {
  const stored = await hashPassword('Night-Guest-1');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPasswordOf(stored, 'Night-Guest-1')).toBe(true);
  expect(await isPasswordOf(stored, 'Night-Guest-1 ')).toBe(false);
  expect(await isPasswordOf(stored, 'night-guest-1')).toBe(false);
});

test('an unknown account is compared with a hash that no password has', async () => {
  expect(await isPasswordOf(undefined, 'Night-Guest-1')).toBe(false);
  expect(await isPasswordOf(undefined, '')).toBe(false);
});

test('only a hash of other costs is to be made anew', async () => {
  expect(needsRehash(await hashPassword('Night-Guest-1'))).toBe(false);
  expect(needsRehash(await hash('Night-Guest-1', { memoryCost: 8192, timeCost: 1, parallelism: 1 }))).toBe(true);
});

test('a flood of passwords is refused with the time to come back', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 110 }, () => isPasswordOf('$broken', 'x')));
  const refused = answers.filter((answer) => answer.status === 'rejected' && answer.reason.code === 'too_many_requests');
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ reason: { details: { retryAfterSeconds: 5 } } });
});

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
