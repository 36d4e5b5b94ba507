import { expect, test } from 'vitest';
import { deriveKeys } from '#server/platform/config/secrets.ts';
import { createSecret, digitsOf, openSecret, sealSecret, stepOfCode, totpUri } from './totp.ts';

/** `12345678901234567890` in base32, the secret of RFC 6238's vectors. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

// The RFC's codes have eight digits; a code of six digits is the last six of them.
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('RFC 6238: at %i seconds the code ends in the last six of %s', (seconds, code) => {
  const now = new Date(seconds * 1000);
  expect(stepOfCode(SECRET, code.slice(2), now)).toBe(Math.floor(seconds / 30));
  expect(stepOfCode(SECRET, code.slice(2), new Date(now.getTime() + 60_000))).toBeUndefined();
});

test('a clock may be one step ahead or behind, and not two', () => {
  const steps = [-60, -30, 0, 30, 60].map((apart) => stepOfCode(SECRET, '005924', new Date((1_234_567_890 + apart) * 1000)));
  const step = Math.floor(1_234_567_890 / 30);
  expect(steps).toEqual([undefined, step, step, step, undefined]);
});

test.each([
  ['005924', '005924'],
  ['005 924', '005924'],
  [' 005-924 ', '005924'],
  ['05924', undefined],
  ['0059245', undefined],
  ['00592a', undefined],
  ['٠٠٥٩٢٤', undefined],
  ['7K2M-7K2M-7K2M-7K2M', undefined],
])('"%s" typed is the code %s', (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits);
});

test('a secret has 160 bits and comes with everything an app needs', () => {
  const secret = createSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(createSecret()).not.toBe(secret);
  const uri = new URL(totpUri({ secret, issuer: 'Rkali', account: 'nino@example.com' }));
  expect(`${uri.protocol}//${uri.host}${uri.pathname}`).toBe('otpauth://totp/Rkali:nino%40example.com');
  expect(Object.fromEntries(uri.searchParams)).toEqual({ issuer: 'Rkali', secret, algorithm: 'SHA1', digits: '6', period: '30' });
});

test('a stored secret opens for its own account only', () => {
  const keys = deriveKeys('a secret for tests only, long enough');
  const sealed = sealSecret(keys, 7, SECRET);
  expect(sealed).not.toContain(SECRET);
  expect(openSecret(keys, 7, sealed)).toBe(SECRET);
  expect(() => openSecret(keys, 8, sealed)).toThrow();
});
