import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { listSavedFiles } from './backup/saved-files.ts';
import { draftOf, fillWhole } from './files.ts';

/** No process has this number. */
const GONE = 2 ** 22 + 1;
const draft = (pid: number, machine: string): string => `a.avif.new-${pid}-0123abcd-${machine}`;

test.each([
  ['a.avif', undefined],
  ['a.new-year.avif', undefined],
  [draft(process.pid, hostname()), { isAbandoned: false }],
  [draft(GONE, hostname()), { isAbandoned: true }],
  [draft(GONE, 'another-machine'), { isAbandoned: false }],
])('the name %s says whose draft it is', (name, expected) => expect(draftOf(name)).toEqual(expected));

test('what a process of this machine left half written goes with the next file, and no draft is saved in a backup', async () => {
  const dataDir = createTestFolder();
  const folder = join(dataDir, 'media/gallery');
  mkdirSync(folder, { recursive: true });
  const kept = [draft(process.pid, hostname()), draft(GONE, 'another-machine')];
  for (const name of [...kept, draft(GONE, hostname())]) writeFileSync(join(folder, name), '');
  await fillWhole(join(folder, 'a.avif'), (path) => writeFileSync(path, 'a picture'));
  expect(readdirSync(folder).toSorted()).toEqual(['a.avif', ...kept].toSorted());
  expect(await listSavedFiles(dataDir)).toEqual(['media/gallery/a.avif']);
});
