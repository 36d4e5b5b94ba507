import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, isPasswordOf, needsRehash } from './passwords.ts';

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
