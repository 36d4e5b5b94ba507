import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { openFolder } from './folder.ts';

test('a file is stored under its name, read back, replaced and deleted', async () => {
  const root = createTestFolder();
  const folder = openFolder(root);
  const name = 'media/gallery/hall-480.avif';
  await folder.put(name, Buffer.from('a hall'));
  const first = await folder.open(name);
  expect((await first?.read())?.toString()).toBe('a hall');
  await folder.put(name, Buffer.from('the bar'));
  const second = await folder.open(name);
  expect((await second?.read())?.toString()).toBe('the bar');
  expect(second?.etag).not.toBe(first?.etag);
  expect(readdirSync(join(root, 'media/gallery'))).toEqual(['hall-480.avif']);
  await folder.remove(name);
  await folder.remove(name);
  expect(await folder.open(name)).toBeUndefined();
  expect(await second?.read()).toBeUndefined();
});

test('a folder lists all files below it by name, with their length; one that is missing is empty', async () => {
  const root = createTestFolder();
  const folder = openFolder(root);
  await folder.put('pictures/gallery/b.jpg', Buffer.from('bb'));
  await folder.put('pictures/djs/a.jpg', Buffer.from('a'));
  await folder.put('media/sounds/c.mp3', Buffer.from('c'));
  expect(await folder.names('pictures')).toEqual(['pictures/djs/a.jpg', 'pictures/gallery/b.jpg']);
  expect(await folder.list('pictures')).toMatchObject([
    { name: 'pictures/djs/a.jpg', bytes: 1 },
    { name: 'pictures/gallery/b.jpg', bytes: 2 },
  ]);
  expect(await folder.names('media/gallery')).toEqual([]);
});

test('all of several files are there, or not all', async () => {
  const folder = openFolder(createTestFolder());
  await folder.put('a/1', Buffer.from(''));
  await folder.put('a/2', Buffer.from(''));
  expect(await folder.hasAll(['a/1', 'a/2'])).toBe(true);
  expect(await folder.hasAll(['a/1', 'a/3'])).toBe(false);
});

test('what a killed process left half written is replaced by the next file of the name', async () => {
  const root = createTestFolder();
  mkdirSync(join(root, 'media'));
  writeFileSync(join(root, `media/a.avif.new-${2 ** 22 + 1}-0123abcd-${hostname()}`), 'ha');
  await openFolder(root).put('media/a.avif', Buffer.from('whole'));
  expect(readdirSync(join(root, 'media'))).toEqual(['a.avif']);
});
