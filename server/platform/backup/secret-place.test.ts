import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { secretMarks } from './save.ts';
import { placeSecret, refuseOtherSecret } from './secret-place.ts';

const [first, second, third] = ['one', 'two', 'three'].map((name) => `the ${name} secret of a site that is backed up`);

test.each([
  { saved: [first], set: [first], isRight: true },
  { saved: [first], set: [second, first], isRight: true },
  { saved: [second, first], set: [second, first], isRight: true },
  { saved: [second, first], set: [third, second, first], isRight: true },
  { saved: [first], set: [second], isRight: false },
  // Some of the data may still be sealed with the secret that was being replaced.
  { saved: [second, first], set: [second], isRight: false },
])('a backup is restored only where all secrets of its site are known: $saved, $set', ({ saved, set, isRight }) => {
  const refuse = () =>
    refuseOtherSecret({ secretMarks: secretMarks(saved.join()), hasSecret: false }, { dataDir: createTestFolder(), secret: set.join() });
  if (isRight) expect(refuse).not.toThrow();
  else expect(refuse).toThrow('SECRET is another one than that of the site which made the backup: set that one.');
});

test('a restored secret takes the place of another one, which is kept, but not of one that replaces it', async () => {
  const dataDir = createTestFolder();
  const file = join(dataDir, 'secret');
  const place = (secret: string) => placeSecret({ dataDir, secret: undefined }, secret, new Date('2026-11-26T00:00:00Z'));
  expect(await place(first ?? '')).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe(`${first}\n`);
  writeFileSync(file, `${second},${first}\n`);
  expect(await place(first ?? '')).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe(`${second},${first}\n`);
  expect(await place(third ?? '')).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(`${third}\n`);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('secret.before-'))).toHaveLength(1);
});
