import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { secretMarks } from './save.ts';
import { refuseOtherSecret } from './secret-place.ts';

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
