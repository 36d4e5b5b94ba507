import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { isFresh, remake } from './stamp.mjs';

async function made() {
  const folder = createTestFolder();
  const source = join(folder, 'source');
  mkdirSync(source);
  writeFileSync(join(source, 'page.ts'), 'one');
  const stamp = join(folder, 'stamp.json');
  await remake(stamp, [source], 'v1', async () => {});
  return { source, page: join(source, 'page.ts'), stamp };
}

test('what was made is good until a content changes, however often a file is touched', async () => {
  const { source, page, stamp } = await made();
  expect(isFresh(stamp, [source], 'v1')).toBe(true);
  utimesSync(page, new Date(0), new Date(0));
  expect(isFresh(stamp, [source], 'v1')).toBe(true);
  writeFileSync(page, 'two');
  expect(isFresh(stamp, [source], 'v1')).toBe(false);
});

test('a new file, a file that went away and another version count as changes; tests do not', async () => {
  const { source, page, stamp } = await made();
  writeFileSync(join(source, 'page.test.ts'), '');
  writeFileSync(join(source, 'page.nightly.ts'), '');
  expect(isFresh(stamp, [source], 'v1')).toBe(true);
  expect(isFresh(stamp, [source], 'v2')).toBe(false);
  writeFileSync(join(source, 'other.ts'), '');
  expect(isFresh(stamp, [source], 'v1')).toBe(false);
  rmSync(join(source, 'other.ts'));
  rmSync(page);
  expect(isFresh(stamp, [source], 'v1')).toBe(false);
});

test('an interrupted making does not count', async () => {
  const { source, stamp } = await made();
  await expect(remake(stamp, [source], 'v1', () => Promise.reject(new Error('stopped')))).rejects.toThrow('stopped');
  expect(isFresh(stamp, [source], 'v1')).toBe(false);
});
