import { count } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { galleryImages } from '#server/content/content.table.ts';
import { soundUploadUrl } from '#shared/staff/event-uploads.ts';
import { uploadUrl } from '#shared/staff/gallery.schemas.ts';
import { createEvent } from '#tests/factories/events.ts';
import { silence } from '#tests/factories/sound.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

/** A site whose bucket is at an address where nothing listens. */
async function openWithoutBucket() {
  const key = { STORAGE_KEY_ID: 'key', STORAGE_SECRET_KEY: 'secret' };
  const app = await startTestApp({ env: { ...key, STORAGE_URL: 'http://127.0.0.1:2/club', PLACEHOLDER_IMAGES: 'true' } });
  const { accessToken } = await createAdmin(app.ctx);
  const send = (address: string, content: Buffer) => {
    const headers = { 'content-type': 'application/octet-stream', authorization: `Bearer ${accessToken}` };
    return fetch(app.url + address, { method: 'POST', headers, body: new Uint8Array(content) });
  };
  return { app, send, staff: app.api(accessToken).staffEvents };
}

test.each(['/media/gallery/hall-480.avif', `/media/sounds/${'a'.repeat(24)}.mp3`])(
  'while the bucket is away %s is asked for again later, and nobody keeps the answer',
  async (path) => {
    const { app } = await openWithoutBucket();
    const response = await fetch(app.url + path);
    expect([response.status, response.headers.get('retry-after'), response.headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(Number(/^storage_failures_total (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
    expect(metrics).not.toContain('storage_files_missing');
  },
);

test('an upload says so and stores nothing; the rest of the site goes on', async () => {
  const { app, send, staff } = await openWithoutBucket();
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff5a1f' } })
    .jpeg()
    .toBuffer();
  expect((await send(uploadUrl({ album: 'gallery', name: 'hall.jpg' }), picture)).status).toBe(503);
  expect(await app.ctx.db.select({ rows: count() }).from(galleryImages)).toEqual([{ rows: 0 }]);

  const startsAt = new Date('2026-11-21T23:00:00+04:00');
  const { id } = await createEvent(app.ctx, { startsAt, lineUps: [{ floor: 1, artistName: 'OBERTON', startsAt }] });
  const { lineUps, version } = await staff.get({ id });
  const sent = await send(soundUploadUrl({ event: id, act: lineUps[0]?.id ?? 0, version }), silence(1));
  expect([sent.status, (await staff.get({ id })).version]).toEqual([503, version]);
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
});

test('placeholder images do not need the bucket', async () => {
  const { app } = await openWithoutBucket();
  expect((await fetch(`${app.url}/media/gallery/lit-stair-01-480.avif`)).status).toBe(200);
});
