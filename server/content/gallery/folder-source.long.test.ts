import { execFileSync } from 'node:child_process';
import { appendFileSync, linkSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Album } from '#shared/gallery/pictures.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createTestClock } from '#tests/setup/clock.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { plainPicture, viewerOf, type LogLine } from '#tests/setup/mirror.ts';
import { ownersFolder } from './folder-source.ts';
import { scanPictures } from './gallery.jobs.ts';
import { mirror } from './mirror.ts';

const red = await plainPicture('#ff2a1f');
const blue = await plainPicture('#2f3dff');
const green = await plainPicture('#1fc76a');

/** An owner with an empty folder. The clock is a minute ahead of the files' times. */
async function startOwner() {
  const clock = createTestClock(new Date(Date.now() + 60_000));
  const app = await startTestApp({ clock });
  const pathOf = (name: string, album: Album = 'gallery') => join(ownersFolder(app.ctx.env, album), name);
  const put = (name: string, content: Buffer | string, album?: Album) => writeFileSync(pathOf(name, album), content);
  await scanPictures.run(app.ctx, {});
  return { app, clock, pathOf, put, ...viewerOf(app) };
}

test('files dropped into the folders are shown by name as people count [§7.own-folder]', async () => {
  const { app, ctx, put, images, names } = await startOwner();
  put('Hall_10.jpg', red);
  put('Hall_2.jpg', blue);
  put('hall_1.jpg', green);
  put('booth.jpg', red, 'djs');
  await scanPictures.run(ctx, {});
  expect(await names()).toEqual(['hall 1', 'Hall 2', 'Hall 10']);
  expect(await names('djs')).toEqual(['booth']);
  const [image] = await images();
  expect((await fetch(app.url + image?.url)).headers.get('content-type')).toBe('image/jpeg');
});

test('a file that is removed is gone, one that is replaced has a new address, one that comes back is shown', async () => {
  const { ctx, put, pathOf, images, names } = await startOwner();
  put('a.jpg', red);
  put('b.jpg', blue);
  await scanPictures.run(ctx, {});
  const before = await images();
  renameSync(pathOf('a.jpg'), pathOf('.a.jpg'));
  put('b.jpg', await plainPicture('#1fc76a', 40));
  await scanPictures.run(ctx, {});
  const [b] = await images();
  expect(b).toMatchObject({ name: 'b', width: 40 });
  expect(b?.url).not.toBe(before[1]?.url);
  renameSync(pathOf('.a.jpg'), pathOf('a.jpg'));
  await scanPictures.run(ctx, {});
  expect((await images())[0]).toEqual(before[0]);
  rmSync(pathOf('a.jpg'));
  rmSync(pathOf('b.jpg'));
  await scanPictures.run(ctx, {});
  expect(await names()).toEqual([]);
});

test('a file is taken in once it was still for five seconds, and one that is being replaced stays as it was', async () => {
  const { ctx, clock, put, pathOf, names, images } = await startOwner();
  const at = (name: string, seconds: number) => clock.set(new Date(statSync(pathOf(name)).ctimeMs + seconds * 1000));
  put('a.jpg', red.subarray(0, 100));
  at('a.jpg', 4);
  await scanPictures.run(ctx, {});
  expect(await names()).toEqual([]);
  appendFileSync(pathOf('a.jpg'), red.subarray(100));
  at('a.jpg', 6);
  await scanPictures.run(ctx, {});
  expect(await names()).toEqual(['a']);
  const before = await images();
  put('a.jpg', blue.subarray(0, 100));
  at('a.jpg', 1);
  await scanPictures.run(ctx, {});
  expect(await images()).toEqual(before);
});

test('a copy that keeps the times of its original is waited for too', async () => {
  const { ctx, clock, put, pathOf, names } = await startOwner();
  put('a.jpg', red);
  utimesSync(pathOf('a.jpg'), new Date('2019-05-01'), new Date('2019-05-01'));
  clock.set(new Date(statSync(pathOf('a.jpg')).ctimeMs + 1000));
  await scanPictures.run(ctx, {});
  expect(await names()).toEqual([]);
  clock.advanceMinutes(1);
  await scanPictures.run(ctx, {});
  expect(await names()).toEqual(['a']);
});

test('a camera with a wrong clock is no hindrance', async () => {
  const { ctx, put, pathOf, names } = await startOwner();
  put('a.jpg', red);
  utimesSync(pathOf('a.jpg'), new Date('2099-01-01'), new Date('2099-01-01'));
  await scanPictures.run(ctx, {});
  expect(await names()).toEqual(['a']);
});

test('hidden files are passed over; folders, links, pipes and what is no picture are told of once and stop nothing', async () => {
  const { ctx, logged, put, pathOf, names } = await startOwner();
  const outside = join(createTestFolder(), 'outside.jpg');
  writeFileSync(outside, green);
  put('.DS_Store', 'x');
  put('notes.txt', 'Not a picture');
  put('half.jpg', red.subarray(0, red.length / 2));
  put('empty.jpg', '');
  put('large.mov', Buffer.alloc(41 * 1024 * 1024));
  symlinkSync(outside, pathOf('link.jpg'));
  symlinkSync('/nowhere', pathOf('broken.jpg'));
  mkdirSync(pathOf('album.jpg'));
  execFileSync('mkfifo', [pathOf('pipe.jpg')]);
  put('a.jpg', red);
  await scanPictures.run(ctx, {});
  put('b.jpg', blue);
  await scanPictures.run(ctx, {});
  expect(await names()).toEqual(['a', 'b']);
  const reasons = logged.filter(({ level }) => level === 40).map(({ fileName, reason }) => [fileName, reason]);
  expect(reasons.toSorted()).toEqual([
    ['gallery/album.jpg', 'It is not a file.'],
    ['gallery/broken.jpg', 'It is a link: copy the picture itself.'],
    ['gallery/empty.jpg', expect.stringContaining('not a JPEG')],
    ['gallery/half.jpg', expect.stringContaining('damaged')],
    ['gallery/large.mov', expect.stringContaining('40 MB')],
    ['gallery/link.jpg', 'It is a link: copy the picture itself.'],
    ['gallery/notes.txt', expect.stringContaining('not a JPEG')],
    ['gallery/pipe.jpg', 'It is not a file.'],
  ]);
});

test('names of every kind are no trouble', async () => {
  const { ctx, put, images } = await startOwner();
  const hostile = [
    'ღამე რკალში.jpg',
    "it's; drop table.jpg",
    '<b>bold<b>.jpg',
    '%2e%2e%2fetc.jpg',
    'new\nline.jpg',
    '-rf.jpg',
    `${'x'.repeat(200)}.jpg`,
  ];
  for (const name of hostile) put(name, red);
  await scanPictures.run(ctx, {});
  const shown = await images();
  expect(shown).toHaveLength(hostile.length);
  for (const { url } of shown) expect(url).toMatch(/^\/media\/gallery\/[a-z0-9-]+\.jpg$/);
  expect(new Set(shown.map(({ url }) => url)).size).toBe(hostile.length);
});

test('one content under two names is two pictures, and removing one leaves the other', async () => {
  const { app, ctx, put, pathOf, images } = await startOwner();
  put('a.jpg', red);
  linkSync(pathOf('a.jpg'), pathOf('b.jpg'));
  await scanPictures.run(ctx, {});
  expect(await images()).toHaveLength(2);
  rmSync(pathOf('a.jpg'));
  await scanPictures.run(ctx, {});
  const [b] = await images();
  expect((await fetch(app.url + b?.url)).status).toBe(200);
});

test('a folder that cannot be read hides nothing [§7.own-folder]', async () => {
  const { ctx, put, pathOf, names } = await startOwner();
  put('a.jpg', red);
  put('booth.jpg', red, 'djs');
  await scanPictures.run(ctx, {});
  const away = `${pathOf('.')}-away`;
  renameSync(pathOf('.'), away);
  writeFileSync(pathOf('.').replace(/\/$/, ''), 'a file in the place of the folder');
  await expect(scanPictures.run(ctx, {})).rejects.toThrow();
  expect(await names()).toEqual(['a']);
  expect(await names('djs')).toEqual(['booth']);
});

test('a file that cannot be read stops no other, is told of once and taken in when it can', async () => {
  const { ctx, logged, names } = await startOwner();
  const disk = { read: (): Promise<Buffer> => Promise.reject(new Error('EIO: i/o error, read')) };
  const file = (name: string, read: () => Promise<Buffer>) => {
    return { album: 'gallery' as const, sourceId: name, checksum: '', name, nameKa: '', position: 1, fileName: name, read };
  };
  const run = () => {
    const pictures = [file('a', () => disk.read()), file('b', () => Promise.resolve(blue))];
    return mirror(ctx, { source: 'folder', pictures, waitingIds: [] });
  };
  expect(await run()).toMatchObject({ stored: 1, leftOut: 1, isWhole: false });
  await run();
  expect(logged).toMatchObject([{ level: 50, fileName: 'a' }]);
  disk.read = () => Promise.resolve(red);
  expect(await run()).toMatchObject({ stored: 1, leftOut: 0, isWhole: true });
  expect(await names()).toEqual(['b', 'a']);
});

test('what one process took in, another and a new start leave alone', async () => {
  const { app, ctx, put, names } = await startOwner();
  put('a.jpg', red);
  put('b.jpg', blue);
  const { databaseUrl = '', dataDir } = ctx.env;
  const startAgain = () => startTestApp({ clock: app.clock, databaseUrl, env: { DATA_DIR: dataDir } });
  const logged: LogLine[] = [];
  for (const { deps } of [app, await startAgain()]) {
    const viewer = viewerOf({ ...app, ctx: { ...app.ctx, env: deps.env } });
    await scanPictures.run(viewer.ctx, {});
    logged.push(...viewer.logged);
  }
  expect(logged).toMatchObject([{ stored: 2, hidden: 0 }]);
  expect(await names()).toEqual(['a', 'b']);
});
