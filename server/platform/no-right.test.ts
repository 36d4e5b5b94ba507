import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { reasonOf } from './log.ts';

const GAMES = 5;
const noRightTo = (path: string) => reasonOf(Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open', path }));

test.skipIf(process.getuid?.() !== 0)('a folder of another user is named with its owner and the command that gives it away', () => {
  const folder = createTestFolder();
  chownSync(folder, GAMES, GAMES);
  expect(noRightTo(join(folder, 'server.pid'))).toBe(
    `no right to use ${folder}/server.pid: ${folder} belongs to games, and this runs as root: run this as games, or give the folder to root as root: chown -R root: ${folder}`,
  );
});

test('an own folder and those of the system are not given away', () => {
  const folder = createTestFolder();
  for (const path of [join(folder, 'server.pid'), '/srv/data', 'data'])
    expect(noRightTo(path)).toBe(`no right to use ${path}: set DATA_DIR to a folder that can be written.`);
});
