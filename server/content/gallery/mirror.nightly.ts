import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addJob } from '#server/platform/jobs/jobs.ts';
import { runDueJobs } from '#server/registry.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { plainPicture, startMirror } from '#tests/setup/mirror.ts';
import type { Trouble } from '#tests/setup/drive.ts';
import { mirrorDrive } from './gallery.jobs.ts';

const red = await plainPicture('#ff2a1f');
const blue = await plainPicture('#2f3dff');
const green = await plainPicture('#1fc76a');

test('the pictures of the folder are shown by name as people count, in files of our own [§7.drive]', async () => {
  const { app, drive, ctx, images } = await startMirror();
  for (const name of ['Hall 10.jpg', 'Hall 2.jpg', 'Hall 1.jpg']) drive.put(name, await plainPicture('#ff2a1f', 20 + name.length));
  await mirrorDrive.run(ctx, {});
  const shown = await images();
  expect(shown.map(({ name }) => name)).toEqual(['Hall 1', 'Hall 2', 'Hall 10']);
  const sent = await fetch(app.url + shown[2]?.url);
  expect(await sharp(Buffer.from(await sent.arrayBuffer())).metadata()).toMatchObject({ format: 'jpeg', width: 31, height: 31 });
});

test('a folder that is mirrored twice is downloaded once, also after a new start', async () => {
  const { app, drive, ctx } = await startMirror();
  drive.put('a.jpg', red);
  drive.put('b.jpg', blue);
  await mirrorDrive.run(ctx, {});
  await mirrorDrive.run(ctx, {});
  const { databaseUrl = '', dataDir } = ctx.env;
  const restarted = await startTestApp({ clock: app.clock, databaseUrl, env: { ...drive.env, DATA_DIR: dataDir } });
  await mirrorDrive.run(restarted.ctx, {});
  expect(drive.downloads).toEqual(['a.jpg', 'b.jpg']);
});

test('two processes at once fetch every picture once', async () => {
  const { app, drive, ctx, names } = await startMirror();
  for (let number = 1; number <= 5; number++) drive.put(`${number}.jpg`, await plainPicture('#2f3dff', 20 + number));
  const { databaseUrl = '', dataDir } = ctx.env;
  const other = await startTestApp({ clock: app.clock, databaseUrl, env: { ...drive.env, DATA_DIR: dataDir } });
  await addJob(ctx, mirrorDrive, {}, { key: 'of this one' });
  await addJob(ctx, mirrorDrive, {}, { key: 'of the other' });
  await Promise.all([runDueJobs(app.deps), runDueJobs(other.deps)]);
  await runDueJobs(app.deps);
  expect(drive.requests.filter(({ kind }) => kind === 'list')).toHaveLength(2);
  expect(drive.downloads.toSorted()).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']);
  expect(await names()).toEqual(['1', '2', '3', '4', '5']);
});

test('short and empty pages are read to the last one', async () => {
  const { drive, ctx, names } = await startMirror();
  for (const name of ['a', 'b', 'c']) drive.put(`${name}.jpg`, red, { id: name });
  drive.pages = [1, 0, 0, 1];
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual(['a', 'b', 'c']);
  expect(drive.requests.filter(({ kind }) => kind === 'list')).toHaveLength(5);
});

test('a picture that was removed or thrown away is gone, and comes back without another download', async () => {
  const { drive, ctx, names } = await startMirror();
  const [a, b, c] = [drive.put('a.jpg', red), drive.put('b.jpg', blue), drive.put('c.jpg', green)];
  await mirrorDrive.run(ctx, {});
  drive.files.delete(a.id);
  drive.put('b.jpg', blue, { ...b, trashed: true });
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual(['c']);
  drive.files.set(a.id, a).set(b.id, b);
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual(['a', 'b', 'c']);
  drive.files.delete(a.id);
  drive.files.delete(b.id);
  drive.files.delete(c.id);
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual([]);
  expect(drive.downloads).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
});

test('a picture replaced under its id has a new address, and one that is renamed moves', async () => {
  const { drive, ctx, images, names } = await startMirror();
  const a = drive.put('a.jpg', red);
  drive.put('b.jpg', blue);
  await mirrorDrive.run(ctx, {});
  const before = await images();
  drive.put('a.jpg', green, { id: a.id });
  await mirrorDrive.run(ctx, {});
  const after = await images();
  expect(after[0]?.url).not.toBe(before[0]?.url);
  expect(after[1]).toEqual(before[1]);
  drive.put('z.jpg', green, { id: a.id });
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual(['b', 'z']);
  expect(drive.downloads).toEqual(['a.jpg', 'b.jpg', 'a.jpg']);
});

test('without a checksum, time and size tell whether a picture changed', async () => {
  const { drive, ctx } = await startMirror();
  const file = { id: 'a', md5Checksum: undefined };
  drive.put('a.jpg', red, file);
  await mirrorDrive.run(ctx, {});
  await mirrorDrive.run(ctx, {});
  expect(drive.downloads).toHaveLength(1);
  drive.put('a.jpg', blue, { ...file, modifiedTime: '2026-11-20T15:00:00.000Z' });
  await mirrorDrive.run(ctx, {});
  expect(drive.downloads).toHaveLength(2);
});

test('folders that are called like an album fill it', async () => {
  const { drive, ctx, names } = await startMirror();
  drive.put('hall.jpg', red);
  drive.put('booth.jpg', blue, { parent: drive.putFolder('DJs') });
  drive.put('party.jpg', green, { parent: drive.putFolder('rentals') });
  drive.put('secret.jpg', green, { parent: drive.putFolder('Accounting') });
  await mirrorDrive.run(ctx, {});
  expect(await Promise.all([names('gallery'), names('djs'), names('rentals'), names('about')])).toEqual([
    ['hall'],
    ['booth'],
    ['party'],
    [],
  ]);
});

test('a name is words to read and nothing else', async () => {
  const { app, drive, ctx, images } = await startMirror();
  drive.put('../../../etc/<img src=x onerror=alert(1)>\u202Egpj.jpg', red);
  await mirrorDrive.run(ctx, {});
  const [image] = await images();
  expect(image?.url).toMatch(/^\/media\/gallery\/[a-z0-9-]+\.jpg$/);
  expect(image?.name).not.toMatch(/[\u202E/]/);
  expect((await fetch(app.url + image?.url)).status).toBe(200);
});

const listTroubles: Trouble[] = [
  '500 backendError',
  '503 unavailable',
  '429 rateLimitExceeded',
  '403 rateLimitExceeded',
  '403 userRateLimitExceeded',
  'html',
  'garbage',
  'wrong types',
  'drop',
];

test.each(listTroubles)('while Drive answers its list with “%s”, what is shown stays', async (trouble) => {
  const { drive, ctx, logged, names } = await startMirror();
  drive.put('a.jpg', red);
  drive.put('b.jpg', blue);
  await mirrorDrive.run(ctx, {});
  drive.files.clear();
  drive.trouble = ({ kind }) => (kind === 'download' ? undefined : trouble);
  for (let hour = 0; hour < 4; hour++) await expect(mirrorDrive.run(ctx, {})).rejects.toThrow('tried again later');
  expect(await names()).toEqual(['a', 'b']);
  expect(logged.filter(({ level }) => level === 40)).toHaveLength(4);
});

test('a list that breaks off, leaves something out or has no end hides nothing [§7.drive]', async () => {
  const { drive, ctx, names } = await startMirror();
  for (const name of ['a', 'b', 'c']) drive.put(`${name}.jpg`, red, { id: name });
  await mirrorDrive.run(ctx, {});

  drive.pages = [1];
  drive.trouble = ({ query }) => (query.has('pageToken') ? '500 backendError' : undefined);
  await expect(mirrorDrive.run(ctx, {})).rejects.toThrow();
  expect(await names()).toEqual(['a', 'b', 'c']);

  drive.trouble = () => undefined;
  drive.files.delete('a');
  drive.incompleteSearch = true;
  await expect(mirrorDrive.run(ctx, {})).rejects.toThrow();
  expect(await names()).toEqual(['a', 'b', 'c']);

  drive.incompleteSearch = false;
  drive.pages = Array.from({ length: 60 }, () => 0);
  await expect(mirrorDrive.run(ctx, {})).rejects.toThrow();
  expect(await names()).toEqual(['a', 'b', 'c']);

  drive.pages = [];
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual(['b', 'c']);
});

test.each<[string, string, (drive: Awaited<ReturnType<typeof startMirror>>['drive']) => void]>([
  ['is not shared with us', 'share the folder with anyone who has the link', (drive) => (drive.sharing = 'nobody')],
  ['is forbidden', 'see that the Drive API is enabled', (drive) => (drive.trouble = () => '403 accessNotConfigured')],
  ['is asked for with a key that is no more', 'DRIVE_API_KEY', (drive) => (drive.trouble = () => '400 badRequest')],
  ['lies in the bin', 'restore it', (drive) => drive.putTrashed(drive.folderId)],
  ['is no folder', 'not the id of a folder', (drive) => drive.put('a.jpg', '', { id: drive.folderId })],
])('a folder that %s hides nothing, and the log names the correction', async (_name, correction, spoil) => {
  const { drive, ctx, logged, names } = await startMirror();
  drive.put('a.jpg', red);
  await mirrorDrive.run(ctx, {});
  spoil(drive);
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual(['a']);
  expect(logged.at(-1)).toMatchObject({ kind: 'refused', reason: expect.stringContaining(correction) });
  expect(JSON.stringify(logged)).not.toContain(drive.apiKey);
});

const pictureTroubles: Trouble[] = ['500 backendError', '404 notFound', '403 downloadQuotaExceeded', 'html', 'cut', 'drop'];

test.each(pictureTroubles)('a picture that comes as “%s” stops no other and is fetched again next time', async (trouble) => {
  const { drive, ctx, logged, names } = await startMirror();
  drive.put('a.jpg', red);
  const b = drive.put('b.jpg', blue);
  drive.put('c.jpg', green);
  drive.trouble = ({ kind, id }) => (kind === 'download' && id === b.id ? trouble : undefined);
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual(['a', 'c']);
  expect(logged.filter(({ fileName }) => fileName === 'b.jpg')).toHaveLength(1);
  drive.trouble = () => undefined;
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual(['a', 'b', 'c']);
  expect(JSON.stringify(logged)).not.toContain(drive.apiKey);
});
