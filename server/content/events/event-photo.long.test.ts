import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cleanPictures } from '#server/content/media/clean-files.jobs.ts';
import { pictureFolder } from '#server/content/gallery/picture-store.ts';
import { addDays } from '#shared/dates.ts';
import { PHOTO_BYTES_MAX } from '#shared/gallery/pictures.ts';
import { photoUploadUrl } from '#shared/staff/event-uploads.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const picture = (width = 900, height = 1_200) => sharp({ create: { width, height, channels: 3, background: '#ff5a1f' } });

async function openOffice() {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx);
  const { id } = await createEvent(app.ctx);
  return { ...app, app, admin, id, token: admin.accessToken, staff: app.api(admin.accessToken).staffEvents };
}

type Answer = { status: number; body: Partial<StaffEventView> & { code?: string; errors?: Record<string, string> } };

async function send(
  app: TestApp,
  token: string | undefined,
  { night: event, version }: { night: number; version: number },
  content: Buffer,
): Promise<Answer> {
  const headers = { 'content-type': 'image/jpeg', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(app.url + photoUploadUrl({ event, version }), { method: 'POST', headers, body: new Uint8Array(content) });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

test('a photo is encoded again in every width, without the other data of its file', async () => {
  const { app, id, token, staff, url, dropCaches, api } = await openOffice();
  const { version } = await staff.get({ id });
  const content = await picture()
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '41/1 43/1 0/1' } })
    .jpeg()
    .toBuffer();

  const { status, body } = await send(app, token, { night: id, version }, content);

  expect(status).toBe(200);
  expect(body.eventPhotoUrl).toMatch(/^\/media\/gallery\/night-\d+-\w+-900\.jpg$/);
  expect(body.version).toBeGreaterThan(version);
  for (const [width, type] of [
    [480, 'webp'],
    [720, 'avif'],
    [900, 'jpg'],
  ] as const) {
    const response = await fetch(url + (body.eventPhotoUrl ?? '').replace('900.jpg', `${width}.${type}`));
    const file = Buffer.from(await response.arrayBuffer());
    expect([response.status, (await sharp(file).metadata()).width]).toEqual([200, width]);
    expect((await sharp(file).metadata()).exif).toBeUndefined();
    expect(file.includes('somebody')).toBe(false);
  }
  dropCaches();
  expect((await api().events.get({ id })).eventPhotoUrl).toBe(body.eventPhotoUrl);
});

async function cleanForDays({ ctx, clock }: Pick<TestApp, 'ctx' | 'clock'>, days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    clock.set(addDays(clock.now(), 1));
    await cleanPictures.run(ctx, {});
  }
}

test('a photo that is taken away leaves the cover, and its files go only when no event shows them', async () => {
  const { app, id, token, staff, ctx, clock, admin, api } = await openOffice();
  const { version } = await staff.get({ id });
  const { body } = await send(app, token, { night: id, version }, await picture(480, 480).png().toBuffer());
  const filesAfterCleaning = async () => {
    await cleanForDays({ ctx, clock }, 9);
    return readdir(pictureFolder(ctx.env));
  };
  expect(await filesAfterCleaning()).toHaveLength(3);
  const again = api(await signInAgain(ctx, admin.id)).staffEvents;
  expect(await again.removePhoto({ id, version: body.version ?? 0 })).toMatchObject({ eventPhotoUrl: null });
  expect(await filesAfterCleaning()).toEqual([]);
});

test('the photo of a deleted draft goes when no copy of the event shows it', async () => {
  const { app, token, ctx, clock, admin, api, staff } = await openOffice();
  const { id } = await createEvent(ctx, { state: 'draft', startsAt: addDays(clock.now(), 40) });
  await send(app, token, { night: id, version: 0 }, await picture(480, 480).png().toBuffer());
  const { version } = await staff.get({ id });
  const { items } = await staff.copy({ id, body: { days: ['2027-06-04'] } });
  const filesAfter = async (event: { id: number; version: number }) => {
    await api(await signInAgain(ctx, admin.id)).staffEvents.remove(event);
    await cleanForDays({ ctx, clock }, 9);
    return (await readdir(pictureFolder(ctx.env))).length;
  };
  expect(await filesAfter({ id, version })).toBe(3);
  for (const copy of items) expect(await filesAfter(copy)).toBe(0);
});

test('only staff may send a photo, and others are refused before it is read', async () => {
  const { app, id, ctx } = await openOffice();
  const guest = await createUser(ctx);
  const content = await picture().jpeg().toBuffer();
  expect(await send(app, undefined, { night: id, version: 0 }, content)).toMatchObject({ status: 401 });
  expect(await send(app, guest.accessToken, { night: id, version: 0 }, content)).toMatchObject({ status: 403 });
});

test('a file that is no picture, or something else besides, is refused with its reason', async () => {
  const { app, id, token, staff } = await openOffice();
  const { version } = await staff.get({ id });
  const jpeg = await picture(60, 60).jpeg().toBuffer();
  const wrong = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'hides_file'],
    [Buffer.from('just text'), 'not_a_picture'],
    [Buffer.alloc(0), 'not_a_picture'],
    [Buffer.from('0000ftypheic0000', 'latin1'), 'heic'],
    [jpeg.subarray(0, jpeg.length / 2), 'damaged'],
    [Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]), 'hides_file'],
    [Buffer.concat([jpeg, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]), 'hides_file'],
    [Buffer.from('GIF89a/*<html>*/', 'latin1'), 'hides_file'],
    [await picture(12_000, 6_000).png({ compressionLevel: 9 }).toBuffer(), 'too_many_pixels'],
    [await picture(900, 20).png().toBuffer(), 'too_long'],
  ] as const;
  for (const [content, reason] of wrong) {
    const answer = await send(app, token, { night: id, version }, content);
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_fields', errors: { photo: `validation.picture_${reason}` } } });
  }
  expect(await staff.get({ id })).toMatchObject({ eventPhotoUrl: null, version });
});

test('a file beyond the limit is refused', async () => {
  const { app, id, token } = await openOffice();
  const answer = await send(app, token, { night: id, version: 0 }, Buffer.alloc(PHOTO_BYTES_MAX + 1)).catch(() => undefined);
  // Some connections end before the answer is read.
  expect(answer?.status ?? 413).toBe(413);
});

test('a photo for an event that changed meanwhile, or is not there, is refused', async () => {
  const { app, id, token } = await openOffice();
  const content = await picture(60, 60).jpeg().toBuffer();
  expect(await send(app, token, { night: id, version: 77 }, content)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await send(app, token, { night: 999, version: 0 }, content)).toMatchObject({ status: 404 });
});
