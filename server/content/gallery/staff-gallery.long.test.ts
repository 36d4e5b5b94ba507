import { readdirSync } from 'node:fs';
import { desc } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { auditEntries } from '#server/platform/platform.table.ts';
import { listenForContentChanges } from '#server/platform/db/content-changes.ts';
import { UPLOAD_BYTES_MAX, uploadUrl } from '#shared/staff/gallery.schemas.ts';
import type { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { createPictures } from '#tests/factories/pictures.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { cleanPictures } from '#server/content/media/clean-files.jobs.ts';
import { pictureFolder, storePicture } from './picture-store.ts';

const picture = (colour: string, width = 60) =>
  sharp({ create: { width, height: 40, channels: 3, background: colour } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer();

async function desk() {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx);
  const gallery = app.api(admin.accessToken).staffGallery;
  const list = async () => (await gallery.list({ album: 'gallery' })).pictures;
  const shown = async () => {
    app.dropCaches();
    return (await app.api().gallery.images({})).images.map(({ name }) => name);
  };
  return { app, admin, gallery, list, shown, token: admin.accessToken };
}

type Sent = { status: number; body: StaffPictureView & { errors?: Record<string, string> } };

async function send(app: TestApp, token: string | undefined, name: string, content: Buffer, type = 'image/jpeg'): Promise<Sent> {
  const headers = { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) };
  const address = app.url + uploadUrl({ album: 'gallery', name });
  const response = await fetch(address, { method: 'POST', headers, body: new Uint8Array(content) });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const lastAction = async ({ ctx }: TestApp) => {
  const [entry] = await ctx.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  return entry && { action: entry.action, subject: entry.subject, detail: entry.detail };
};

test('an uploaded picture is encoded again, named by its file, shown to visitors and logged', async () => {
  const { app, token, shown } = await desk();
  const { status, body } = await send(app, token, 'Main_hall 03.jpg', await picture('#ff5a1f'));
  expect([status, body.fileName, body.source, body.isShown]).toEqual([200, 'Main hall 03', 'upload', true]);
  expect(await shown()).toEqual(['Main hall 03']);
  const kept = await fetch(app.url + body.url);
  expect(kept.status).toBe(200);
  expect(Buffer.from(await kept.arrayBuffer()).includes('somebody')).toBe(false);
  expect(await lastAction(app)).toMatchObject({ action: 'picture.upload', subject: `picture ${body.id}` });
});

test('the same file sent again, as after a lost answer, is the same picture', async () => {
  const { app, token, list } = await desk();
  const content = await picture('#ff5a1f');
  const first = await send(app, token, 'a.jpg', content);
  const again = await send(app, token, 'a.jpg', content);
  expect(again.body).toEqual(first.body);
  expect(await list()).toHaveLength(1);
});

test('a file that is no picture, too large or a decompression bomb is refused, and nothing of it stays', async () => {
  const { app, token, list } = await desk();
  const refused = async (content: Buffer) => {
    const { status, body } = await send(app, token, 'a.jpg', content);
    return [status, body.errors];
  };
  const bomb = await sharp({ create: { width: 10, height: 10, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  bomb.writeUInt32BE(2 ** 31 - 1, 16);
  expect(await refused(Buffer.from('<html><script>alert(1)</script>'))).toEqual([422, { file: 'validation.picture_not_a_picture' }]);
  expect(await refused(Buffer.from('GIF89a/*'))).toEqual([422, { file: 'validation.picture_damaged' }]);
  expect(await refused(bomb)).toEqual([422, { file: 'validation.picture_damaged' }]);
  expect(await refused(Buffer.alloc(0))).toEqual([422, { file: 'validation.picture_not_a_picture' }]);
  expect((await refused(Buffer.alloc(UPLOAD_BYTES_MAX + 1)))[0]).toBe(413);
  expect(await list()).toEqual([]);
});

test('nobody but staff sends, sees or changes pictures of the console', async () => {
  const { app, token } = await desk();
  const guest = await createUser(app.ctx);
  const { body } = await send(app, token, 'a.jpg', await picture('#ff5a1f'));
  for (const [bearer, status] of [
    [undefined, 401],
    [guest.accessToken, 403],
  ] as const) {
    const { staffGallery } = app.api(bearer);
    const tries = [
      () => staffGallery.list({ album: 'gallery' }),
      () => staffGallery.change({ id: body.id, body: { isShown: false } }),
      () => staffGallery.move({ id: body.id, body: { beforeId: null } }),
      () => staffGallery.remove({ id: body.id }),
      () => staffGallery.bringBack({ id: body.id }),
    ];
    for (const refused of tries) await expect(refused()).rejects.toMatchObject({ status });
    expect((await send(app, bearer, 'b.jpg', await picture('#2f3dff'))).status).toBe(status);
  }
});

test('captions in two languages replace the name of the file, in each language', async () => {
  const { app, gallery, list } = await desk();
  await createPictures(app.ctx, 1);
  const [first] = await list();
  const id = first?.id ?? 0;
  const view = await gallery.change({ id, body: { caption: ' The hall ', captionKa: 'დარბაზი' } });
  expect([view.caption, view.captionKa]).toEqual(['The hall', 'დარბაზი']);
  app.dropCaches();
  expect((await app.api().gallery.images({})).images).toMatchObject([{ name: 'The hall', nameKa: 'დარბაზი' }]);
  expect(await lastAction(app)).toEqual({
    action: 'picture.change',
    subject: `picture ${id}`,
    detail: {
      before: { album: 'gallery', caption: '', captionKa: '', isShown: true },
      after: { album: 'gallery', caption: 'The hall', captionKa: 'დარბაზი', isShown: true },
    },
  });
  await expect(gallery.change({ id, body: { caption: 'x'.repeat(201) } })).rejects.toMatchObject({
    status: 422,
    body: { errors: { caption: 'validation.too_long' } },
  });
});

test('a mirrored picture keeps its caption, place and hiding when its source brings it again', async () => {
  const { app, gallery, list, shown } = await desk();
  const bring = async (sourceId: string, position: number, checksum: string) =>
    storePicture(app.ctx, {
      album: 'gallery',
      source: 'folder',
      sourceId,
      checksum,
      name: sourceId,
      nameKa: '',
      position,
      content: await picture('#ff5a1f', 60 + checksum.length),
    });
  await bring('one', 1, 'a');
  await bring('two', 2, 'a');
  await bring('three', 3, 'a');
  const [one, two, three] = await list();
  await gallery.move({ id: three?.id ?? 0, body: { beforeId: one?.id ?? 0 } });
  await gallery.change({ id: one?.id ?? 0, body: { caption: 'First' } });
  await gallery.change({ id: two?.id ?? 0, body: { isShown: false } });
  await bring('two', 1, 'changed');
  await bring('one', 2, 'changed');
  await bring('four', 1, 'a');
  expect(await shown()).toEqual(['three', 'First', 'four']);
  await gallery.change({ id: two?.id ?? 0, body: { isShown: true } });
  expect(await shown()).toEqual(['three', 'First', 'two', 'four']);
});

test('a picture moves before another and to the end; one that was deleted meanwhile is a conflict', async () => {
  const { app, gallery, list, shown } = await desk();
  await createPictures(app.ctx, 4);
  const [one, two, three, four] = (await list()).map(({ id }) => id);
  await gallery.move({ id: four ?? 0, body: { beforeId: two ?? 0 } });
  expect(await shown()).toEqual(['Picture 1', 'Picture 4', 'Picture 2', 'Picture 3']);
  await gallery.move({ id: one ?? 0, body: { beforeId: null } });
  expect(await shown()).toEqual(['Picture 4', 'Picture 2', 'Picture 3', 'Picture 1']);
  expect(await lastAction(app)).toMatchObject({ action: 'picture.move', detail: { before: 1, after: 4 } });
  await expect(gallery.move({ id: three ?? 0, body: { beforeId: 999_999 } })).rejects.toMatchObject({ status: 409 });
  await expect(gallery.move({ id: three ?? 0, body: { beforeId: three ?? 0 } })).rejects.toMatchObject({ status: 409 });
  await expect(gallery.move({ id: 999_999, body: { beforeId: null } })).rejects.toMatchObject({ status: 404 });
});

test('an upload can go to another album, a mirrored picture keeps the album of its folder', async () => {
  const { app, gallery, token, list, shown } = await desk();
  await createPictures(app.ctx, 1);
  const mirrored = (await list())[0]?.id ?? 0;
  const { body } = await send(app, token, 'a.jpg', await picture('#ff5a1f'));
  await gallery.change({ id: body.id, body: { album: 'about' } });
  expect(await shown()).toEqual(['Picture 1']);
  expect((await gallery.list({ album: 'about' })).pictures).toMatchObject([{ id: body.id, album: 'about' }]);
  await expect(gallery.change({ id: mirrored, body: { album: 'about' } })).rejects.toMatchObject({
    status: 422,
    body: { errors: { album: 'validation.picture_album' } },
  });
});

test('a deleted upload can be restored for five days, with its files', async () => {
  const { app, admin, gallery, token, shown } = await desk();
  const { body } = await send(app, token, 'a.jpg', await picture('#ff5a1f'));
  await gallery.remove({ id: body.id });
  await gallery.remove({ id: body.id });
  expect(await shown()).toEqual([]);
  app.clock.advanceMinutes(4 * 24 * 60);
  await cleanPictures.run(app.ctx, {});
  const later = app.api(await signInAgain(app.ctx, admin.id)).staffGallery;
  expect(await later.bringBack({ id: body.id })).toMatchObject({ id: body.id });
  expect(await shown()).toEqual(['a']);
  expect((await fetch(app.url + body.url)).status).toBe(200);
  await later.remove({ id: body.id });
  app.clock.advanceMinutes(6 * 24 * 60);
  await cleanPictures.run(app.ctx, {});
  const last = app.api(await signInAgain(app.ctx, admin.id)).staffGallery;
  await expect(last.bringBack({ id: body.id })).rejects.toMatchObject({ status: 404 });
  app.clock.advanceMinutes(8 * 24 * 60);
  await cleanPictures.run(app.ctx, {});
  expect(readdirSync(pictureFolder(app.ctx.env))).toEqual([]);
});

test('a picture that comes from a folder can be hidden but not deleted', async () => {
  const { app, gallery, list, shown } = await desk();
  await createPictures(app.ctx, 2);
  const [one] = await list();
  await expect(gallery.remove({ id: one?.id ?? 0 })).rejects.toMatchObject({ status: 409 });
  await gallery.change({ id: one?.id ?? 0, body: { isShown: false } });
  expect(await shown()).toEqual(['Picture 2']);
  expect(await list()).toMatchObject([{ isShown: false }, { isShown: true }]);
});

test('every process is notified of a change', async () => {
  const { app, gallery, list } = await desk();
  await createPictures(app.ctx, 1);
  const notified = Promise.withResolvers<void>();
  let isReady = false;
  const ready = Promise.withResolvers<void>();
  const stop = listenForContentChanges(app.deps.env.databaseUrl ?? '', () => {
    if (isReady) notified.resolve();
    isReady = true;
    ready.resolve();
  });
  await ready.promise;
  await gallery.change({ id: (await list())[0]?.id ?? 0, body: { isShown: false } });
  await notified.promise;
  await stop();
});
