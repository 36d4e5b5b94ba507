import { KeyObject } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { deriveKeys, keysOfOne, loadSecret, purposeKey, splitSecrets } from './secrets.ts';

test('a secret is generated once, for the owner only, and kept', () => {
  const dataDir = join(createTestFolder(), 'data');
  const first = loadSecret({ dataDir });
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(loadSecret({ dataDir })).toBe(first);
  expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(first);
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  expect(loadSecret({ dataDir: createTestFolder() })).not.toBe(first);
});

test('a given secret is used and nothing is written', () => {
  const dataDir = createTestFolder();
  expect(loadSecret({ dataDir, secret: 'x'.repeat(32) })).toBe('x'.repeat(32));
  expect(() => statSync(join(dataDir, 'secret'))).toThrow();
});

test('a damaged secret is not replaced behind the back of the operator', () => {
  const dataDir = createTestFolder();
  writeFileSync(join(dataDir, 'secret'), '');
  expect(() => loadSecret({ dataDir })).toThrow(/^The secret in .* is damaged/);
});

test('keys differ by purpose and root, have the wanted length and are the same every time', () => {
  const root = 'r'.repeat(40);
  expect(purposeKey(root, 'access-token', 32)).toHaveLength(32);
  expect(purposeKey(root, 'access-token', 32)).toEqual(purposeKey(root, 'access-token', 32));
  expect(purposeKey(root, 'access-token', 32)).not.toEqual(purposeKey(root, 'ticket-code', 32));
  expect(purposeKey(root, 'access-token', 32)).not.toEqual(purposeKey('s'.repeat(40), 'access-token', 32));
});

test('the product has a key of its own for every purpose', () => {
  const { earlier, formerTicketKeys, ...set } = deriveKeys('r'.repeat(40));
  expect([earlier, formerTicketKeys]).toEqual([[], []]);
  const keys = Object.values(set).map((key) =>
    Buffer.from(key instanceof KeyObject ? key.export({ format: 'der', type: 'pkcs8' }).subarray(-32) : key).toString('hex'),
  );
  expect(new Set(keys).size).toBe(keys.length);
});

test('of a list the first secret is the present one and the others are earlier ones', () => {
  const [one, two, three] = ['1', '2', '3'].map((letter) => letter.repeat(32));
  expect(splitSecrets(`${one}, ${two},${three}`)).toEqual([one, two, three]);
  const keys = deriveKeys(`${one},${two}`);
  expect(keys.accessToken).toEqual(deriveKeys(one ?? '').accessToken);
  const whole = keysOfOne(`${one},${two}`);
  expect(keys.earlier.map(({ accessToken }) => accessToken)).toEqual([deriveKeys(two ?? '').accessToken, whole.accessToken]);
});

test('one secret may have commas itself: in a list each is long enough', () => {
  const withCommas = 'three, short, parts of one secret, as before';
  expect(splitSecrets(withCommas)).toEqual([withCommas]);
  expect(splitSecrets(`${'1'.repeat(32)},short`)).toEqual([`${'1'.repeat(32)},short`]);
});
