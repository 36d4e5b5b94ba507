import { expect, test } from 'vitest';
import { releaseAbandoned } from '#server/platform/jobs/abandoned.jobs.ts';
import { addJob } from '#server/platform/jobs/jobs.ts';
import { runDueJobs, startJobs } from '#server/registry.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { takeUpAndDie } from '#tests/setup/stuck-worker.ts';
import { plainPicture, startMirror, viewerOf } from '#tests/setup/mirror.ts';
import type { Trouble } from '#tests/setup/drive.ts';
import { mirrorDrive } from './gallery.jobs.ts';
import { storePicture } from './picture-store.ts';

const red = await plainPicture('#ff2a1f');
const blue = await plainPicture('#2f3dff');
const green = await plainPicture('#1fc76a');

test('a request for a pause ends the run, and the next one goes on where it stood', async () => {
  const { drive, ctx, names } = await startMirror();
  drive.put('a.jpg', red);
  const b = drive.put('b.jpg', blue);
  drive.put('c.jpg', green);
  drive.trouble = ({ kind, id }) => (kind === 'download' && id === b.id ? '403 userRateLimitExceeded' : undefined);
  await expect(mirrorDrive.run(ctx, {})).rejects.toThrow('tried again later');
  expect(drive.downloads).toEqual(['a.jpg', 'b.jpg']);
  drive.trouble = () => undefined;
  await mirrorDrive.run(ctx, {});
  expect(drive.downloads).toEqual(['a.jpg', 'b.jpg', 'b.jpg', 'c.jpg']);
  expect(await names()).toEqual(['a', 'b', 'c']);
});

test('what is no picture of ours is left out and told of once, until it changes', async () => {
  const { drive, ctx, logged, names } = await startMirror();
  const heic = drive.put('iphone.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1'), { mimeType: 'image/heif' });
  drive.put('page.jpg', '<!doctype html><script>alert(1)</script>');
  drive.put('vector.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', { mimeType: 'image/svg+xml' });
  drive.put('half.jpg', red.subarray(0, red.length / 2));
  drive.put('a.jpg', red);
  await mirrorDrive.run(ctx, {});
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual(['a']);
  expect(logged.filter(({ level }) => level === 40).map(({ fileName, reason }) => [fileName, reason])).toEqual([
    ['half.jpg', expect.stringContaining('damaged')],
    ['iphone.heic', expect.stringContaining('HEIC')],
    ['page.jpg', expect.stringContaining('not a JPEG')],
    ['vector.svg', expect.stringContaining('not a JPEG')],
  ]);
  expect(drive.downloads).toHaveLength(5);
  drive.put('iphone.jpg', green, { id: heic.id });
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual(['a', 'iphone']);
});

test('a run that takes too long is cut and goes on in another', async () => {
  const { app, clock, drive, ctx, names } = await startMirror();
  for (const name of ['a', 'b', 'c', 'd', 'e']) drive.put(`${name}.jpg`, red, { id: name });
  drive.trouble = ({ kind }) => {
    if (kind === 'download') clock.advanceMinutes(1);
    return undefined;
  };
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual(['a', 'b', 'c']);
  await runDueJobs(app.deps);
  expect(await names()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(drive.downloads).toHaveLength(5);
});

test('a server that stops leaves the picture at hand for the next start and begins no other', async () => {
  const { drive, ctx, logged, names } = await startMirror();
  for (const name of ['a', 'b', 'c']) drive.put(`${name}.jpg`, await plainPicture('#ff2a1f', 500), { id: name });
  const stop = new AbortController();
  drive.trouble = ({ id }) => {
    if (id === 'b') stop.abort();
    return undefined;
  };
  await mirrorDrive.run(ctx, {}, stop.signal);
  expect(await names()).toEqual(['a']);
  expect(drive.downloads).toEqual(['a.jpg', 'b.jpg']);
  expect(logged.filter(({ level }) => level === 40)).toEqual([]);
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual(['a', 'b', 'c']);
});

test('a picture whose making was broken off shows nothing until it is made', async () => {
  const { ctx, names } = await startMirror();
  const picture = {
    album: 'gallery' as const,
    source: 'drive' as const,
    sourceId: 'a',
    checksum: '1',
    name: 'a',
    nameKa: '',
    position: 1,
    content: red,
  };
  await expect(storePicture(ctx, picture, AbortSignal.abort())).rejects.toThrow();
  expect(await names()).toEqual([]);
  expect(await storePicture(ctx, picture)).toEqual({ outcome: 'stored' });
  expect(await names()).toEqual(['a']);
});

test('a run whose process was killed is taken up by another', async () => {
  const { app, drive, ctx, names } = await startMirror();
  drive.put('a.jpg', red);
  await addJob(ctx, mirrorDrive, {}, { key: mirrorDrive.name });
  await takeUpAndDie(app, mirrorDrive);
  await runDueJobs(app.deps);
  expect(await names()).toEqual([]);
  const runAgain = async () => {
    await releaseAbandoned.run(ctx, {});
    await runDueJobs(app.deps);
    return names();
  };
  await expect.poll(runAgain, { timeout: 20_000, interval: 1_000 }).toEqual(['a']);
});

test('a server that starts mirrors at once, and Drive being away is a reason to ask again soon', async () => {
  const { app, drive, names } = await startMirror();
  drive.put('a.jpg', red);
  const troubles: Trouble[] = ['503 unavailable'];
  drive.trouble = () => troubles.pop();
  const runner = await startJobs(app.deps);
  await expect.poll(() => names(), { timeout: 25_000 }).toEqual(['a']);
  await runner.stop();
  expect(troubles).toEqual([]);
});

test('without a folder on Drive nothing is asked', async () => {
  const app = await startTestApp();
  const { ctx, names } = viewerOf(app);
  await mirrorDrive.run(ctx, {});
  expect(await names()).toEqual([]);
});
