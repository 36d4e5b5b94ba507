import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { scanPictures } from '#server/content/gallery/gallery.jobs.ts';
import { cleanPictures } from '#server/content/media/clean-files.jobs.ts';
import { saveBackup } from '#server/platform/backup/save.ts';
import { openBucket } from '#server/platform/storage/bucket.ts';
import { openFolder } from '#server/platform/storage/folder.ts';
import { moveFiles } from '#server/platform/storage/move-files.ts';
import type { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { soundUploadUrl } from '#shared/staff/event-uploads.ts';
import { uploadUrl } from '#shared/staff/gallery.schemas.ts';
import { passphrase, restoreInto, secret } from '#tests/factories/backups.ts';
import { createEvent } from '#tests/factories/events.ts';
import { silence } from '#tests/factories/sound.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { objectStorages, startObjectStorage } from '#tests/setup/object-storage.ts';
import { runOperatorCommand } from '#tests/setup/operator-command.ts';
import { findMissingFiles } from './missing-files.service.ts';

const [server = ''] = objectStorages;
const picture = (colour: string) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

/** A club with a bucket. `second` is another machine of it: the same database, and a data folder of its own. */
async function openClub() {
  const storage = await startObjectStorage(server);
  const [first, other] = [createTestFolder(), createTestFolder()];
  const app = await startTestApp({ env: { ...storage.env, DATA_DIR: first } });
  const databaseUrl = app.deps.env.databaseUrl ?? '';
  const second = await startTestApp({ databaseUrl, env: { ...storage.env, DATA_DIR: other } });
  const { accessToken } = await createAdmin(app.ctx);
  const send = (address: string, content: Buffer) => {
    const headers = { 'content-type': 'application/octet-stream', authorization: `Bearer ${accessToken}` };
    return fetch(app.url + address, { method: 'POST', headers, body: new Uint8Array(content) });
  };
  const upload = async (colour: string): Promise<StaffPictureView> => {
    const sent = await send(uploadUrl({ album: 'gallery', name: `${colour}.jpg` }), await picture(colour));
    expect(sent.status).toBe(200);
    return (await sent.json()) as StaffPictureView;
  };
  const withSound = async (content: Buffer): Promise<string> => {
    const startsAt = new Date('2026-11-21T23:00:00+04:00');
    const { id } = await createEvent(app.ctx, { startsAt, lineUps: [{ floor: 1, artistName: 'OBERTON', startsAt }] });
    const { lineUps, version } = await app.api(accessToken).staffEvents.get({ id });
    expect((await send(soundUploadUrl({ event: id, act: lineUps[0]?.id ?? 0, version }), content)).status).toBe(200);
    app.dropCaches();
    return (await app.api().events.get({ id })).lineUps[0]?.soundUrl ?? '';
  };
  return { storage, app, second, databaseUrl, dataDir: first, send, upload, withSound };
}

const metricsOf = async ({ url }: TestApp) => (await fetch(`${url}/metrics`)).text();

test.runIf(server)('what one machine uploads the other one sends, with the same headers as from a disk, and none on a disk', async () => {
  const { app, second, dataDir, upload, withSound } = await openClub();
  const onDisk = await startTestApp({ env: { DATA_DIR: createTestFolder() } });
  const { url } = await upload('#ff5a1f');
  const sent = await fetch(second.url + url);
  expect([sent.status, sent.headers.get('content-type'), sent.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'public, max-age=31536000, immutable',
  ]);
  expect((await sharp(Buffer.from(await sent.arrayBuffer())).metadata()).width).toBe(600);
  const again = await fetch(second.url + url, { headers: { 'if-none-match': sent.headers.get('etag') ?? '' } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const head = await fetch(second.url + url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, sent.headers.get('content-length')]);

  const content = silence(2);
  const sound = await withSound(content);
  const whole = await fetch(second.url + sound);
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  const known = await fetch(second.url + sound, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } });
  expect([known.status, await known.text()]).toEqual([304, '']);
  const part = await fetch(second.url + sound, { headers: { range: 'bytes=100-199' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${content.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true);
  expect((await fetch(second.url + sound, { headers: { range: `bytes=${content.length}-` } })).status).toBe(416);
  await onDisk.deps.storage.put(sound.slice(1), content);
  const fromDisk = await fetch(onDisk.url + sound);
  const namesOf = ({ headers }: Response) => [...headers.keys()].filter((name) => name !== 'date').toSorted();
  expect(namesOf(whole)).toEqual(namesOf(fromDisk));
  for (const name of ['content-type', 'cache-control', 'content-security-policy', 'accept-ranges', 'content-length'])
    expect([name, whole.headers.get(name)]).toEqual([name, fromDisk.headers.get(name)]);

  expect(existsSync(join(dataDir, 'media/gallery'))).toBe(false);
  expect(await findMissingFiles(second.ctx)).toEqual({ named: 2, missing: [] });
  expect(await metricsOf(app)).toContain('\nstorage_files_missing 0\n');
});

test.runIf(server)('files go a week after their last use, from the bucket too', async () => {
  const { app, upload } = await openClub();
  const { id } = await upload('#ff5a1f');
  await upload('#2f3dff');
  const files = async () => (await app.deps.storage.names('media/gallery')).length;
  const both = await files();
  await app.owner.execute(`delete from gallery_images where id = ${id}`);
  const live = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      app.clock.advanceMinutes(24 * 60);
      await cleanPictures.run(app.ctx, {});
    }
  };
  await live(7);
  expect(await files()).toBe(both);
  await live(2);
  expect(await files()).toBe(both / 2);
});

test.runIf(server)('the owner’s folder in the bucket is shown, and follows what is put there and taken away', async () => {
  const { app, storage } = await openClub();
  const bucket = openBucket(storage.settings);
  const names = async () => {
    await scanPictures.run(app.ctx, {});
    app.dropCaches();
    return (await app.api().gallery.images({})).images.map(({ name }) => name);
  };
  await bucket.put('pictures/gallery/Hall_10.jpg', await picture('#ff5a1f'));
  await bucket.put('pictures/gallery/Hall_2.jpg', await picture('#2f3dff'));
  await bucket.put('pictures/gallery/folder/deep.jpg', await picture('#2f3dff'));
  expect(await names()).toEqual(['Hall 2', 'Hall 10']);
  await bucket.remove('pictures/gallery/Hall_2.jpg');
  expect(await names()).toEqual(['Hall 10']);
});

test.runIf(server)('while the storage hangs nothing waits for long, and all is well when it is back', async () => {
  const { app, storage, send, upload } = await openClub();
  const { url } = await upload('#ff5a1f');
  storage.hang();
  const begun = performance.now();
  const hung = await Promise.all([
    fetch(app.url + url),
    send(uploadUrl({ album: 'gallery', name: 'b.jpg' }), await picture('#2f3dff')),
    fetch(`${app.url}/api/Events`),
    fetch(`${app.url}/metrics`),
  ]);
  expect(hung.map(({ status }) => status)).toEqual([503, 503, 200, 200]);
  expect(performance.now() - begun).toBeLessThan(30_000);
  storage.goOn();
  expect((await fetch(app.url + url)).status).toBe(200);
  await upload('#2f3dff');
  expect(Number(/^storage_failures_total (\d+)$/m.exec(await metricsOf(app))?.[1])).toBeGreaterThan(1);
});

test.runIf(server)('a backup names the bucket, and a restore finds its files there or says how many are missing', async () => {
  const { app, databaseUrl, dataDir, storage, upload } = await openClub();
  await upload('#ff5a1f');
  const file = join(createTestFolder(), 'saved');
  const site = { databaseUrl, dataDir, secret, bucket: app.deps.env.bucket };
  const contents = await saveBackup({ site, file, passphrase, withSecret: true });
  const place = storage.settings.url;
  const files = (await app.deps.storage.names('media/gallery')).length;
  expect(contents).toMatchObject({ files: 0, bucket: { place, files } });

  const target = await createEmptyDatabase();
  expect((await restoreInto(target, file)).contents.bucket).toMatchObject({ place });
  const restored = await startTestApp({ databaseUrl: target, env: { ...storage.env, DATA_DIR: createTestFolder() } });
  expect(await findMissingFiles(restored.ctx)).toEqual({ named: 1, missing: [] });
  const elsewhere = await startTestApp({ databaseUrl: target, env: { DATA_DIR: createTestFolder() } });
  expect((await findMissingFiles(elsewhere.ctx)).missing).toHaveLength(1);

  const env = { DATA_DIR: createTestFolder(), DATABASE_URL: await createEmptyDatabase(), BACKUP_PASSPHRASE: passphrase };
  const { stdout } = await runOperatorCommand('restore', [file], { env });
  expect(stdout).toContain(`The ${files} files of pictures and sounds are not in it: they stay in ${place}`);
  expect(stdout).toContain('Set STORAGE_URL and its key before you start, or the site has none of them.');
  await storage.kill();
  const later = await saveBackup({ site, file: `${file}-2`, passphrase, withSecret: true });
  expect(later.bucket).toEqual({ place, files: null, isVersioned: null });
});

test.runIf(server)('files move to the bucket and back by the command, and the site has them in both places', async () => {
  const storage = await startObjectStorage(server);
  const dataDir = createTestFolder();
  const app = await startTestApp({ env: { DATA_DIR: dataDir } });
  const content = await picture('#ff5a1f');
  await app.deps.storage.put('pictures/gallery/hall.jpg', content);
  app.clock.set(new Date(Date.now() + 60_000));
  await scanPictures.run(app.ctx, {});
  const url = (await app.api().gallery.images({})).images[0]?.url ?? '';
  const databaseUrl = app.deps.env.databaseUrl ?? '';

  const move = async (env: Record<string, string>, ...args: string[]) => (await runOperatorCommand('move-files', args, { env })).stdout;
  const env = { ...storage.env, DATA_DIR: dataDir };
  const place = storage.settings.url;
  expect(await move(env, 'bucket', '--dry')).toMatch(
    new RegExp(`^7 files \\(0\\.\\d MB\\) would be copied to ${place}; 0 were there already\\.\n$`),
  );
  expect(await move(env, 'bucket')).toMatch(
    /^7 files .* were copied and compared to .*\nKeep STORAGE_URL and its key set on every machine/,
  );
  expect(await move(env, 'bucket')).toMatch(/^0 files .*; 7 were there already\.\n/);

  const moved = await startTestApp({ databaseUrl, env: { ...storage.env, DATA_DIR: createTestFolder() } });
  const before = Buffer.from(await (await fetch(app.url + url)).arrayBuffer());
  expect(Buffer.from(await (await fetch(moved.url + url)).arrayBuffer()).equals(before)).toBe(true);
  // The listing has other times, but the files are the same and are not made again.
  const stored = await moved.deps.storage.list('media/gallery');
  await scanPictures.run(moved.ctx, {});
  expect(await moved.deps.storage.list('media/gallery')).toEqual(stored);
  expect((await moved.api().gallery.images({})).images[0]?.url).toBe(url);

  const third = createTestFolder();
  expect(await move({ ...storage.env, DATA_DIR: third }, 'folder', '--as-root')).toMatch(
    /^7 files .*\nStop the site and run this once more/,
  );
  expect(readdirSync(join(third, 'pictures/gallery'))).toEqual(['hall.jpg']);
  const back = { folder: openFolder(third), bucket: openBucket(storage.settings) };
  expect(await moveFiles({ ...back, to: 'folder' })).toEqual({ copied: 0, same: 7, bytes: 0 });
  await expect(runOperatorCommand('move-files', ['bucket'], { env: { DATA_DIR: third } })).rejects.toMatchObject({
    stderr: 'Not all files were moved: set STORAGE_URL, STORAGE_KEY_ID and STORAGE_SECRET_KEY, for both ways.\n',
  });
});
