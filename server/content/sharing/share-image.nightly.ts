import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sharedEvent, shareImageUrl } from '#shared/sharing/addresses.ts';
import { events } from '#server/content/content.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const BYTES_MAX = 150 * 1024;

const imageUrl = async ({ api, deps, clock }: TestApp, id: number, language: 'en' | 'ka' = 'en') =>
  shareImageUrl(deps.venue(), language, sharedEvent(await api().events.get({ id }), clock.now()));

async function look(app: TestApp, path: string, init: RequestInit = {}) {
  const response = await fetch(app.url + path, init);
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
}

test.each(['en', 'ka'] as const)('a night has its image in %s: 1200 × 630, light, kept for good', async (language) => {
  const app = await startTestApp();
  const { id } = await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' });
  const { status, headers, content } = await look(app, await imageUrl(app, id, language));
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await sharp(content).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(content.length).toBeLessThan(BYTES_MAX);
});

test('the club has an image of its own in both languages', async () => {
  const app = await startTestApp();
  const [en, ka] = await Promise.all([look(app, shareImageUrl(app.deps.venue(), 'en')), look(app, shareImageUrl(app.deps.venue(), 'ka'))]);
  expect([en.status, ka.status]).toEqual([200, 200]);
  expect(en.content.equals(ka.content)).toBe(false);
});

test('a renamed, moved or cancelled event has a new address and a new image; the old address shows it too', async () => {
  const app = await startTestApp();
  const { id } = await createEvent(app.ctx, { nameLat: 'Before' });
  const old = await imageUrl(app, id);
  const before = await look(app, old);
  for (const change of [{ nameLat: 'After' }, { startsAt: new Date('2026-11-21T22:00:00+04:00') }, { state: 'cancelled' as const }]) {
    const last = await imageUrl(app, id);
    await app.ctx.db.update(events).set(change).where(eq(events.id, id));
    app.dropCaches();
    expect(await imageUrl(app, id)).not.toBe(last);
  }
  const after = await look(app, await imageUrl(app, id));
  expect(after.content.equals(before.content)).toBe(false);
  const stale = await look(app, old);
  expect(stale.headers.get('cache-control')).toBe('public, max-age=300');
  expect(stale.content.equals(after.content)).toBe(true);
});

test('an image is drawn once, kept as a file, and older ones of the same event go', async () => {
  const app = await startTestApp();
  const { id } = await createEvent(app.ctx, { nameLat: 'Before' });
  const folder = join(app.deps.env.dataDir, 'media', 'share');
  const url = await imageUrl(app, id);
  const answers = await Promise.all(Array.from({ length: 20 }, () => look(app, url)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await readdir(folder)).toHaveLength(1);
  await app.ctx.db.update(events).set({ nameLat: 'After' }).where(eq(events.id, id));
  app.dropCaches();
  const [first] = await readdir(folder);
  await look(app, await imageUrl(app, id));
  const files = await readdir(folder);
  expect(files).toHaveLength(1);
  expect(files).not.toContain(first);
});

test('a client that has the image gets 304, and HEAD no content', async () => {
  const app = await startTestApp();
  const { id } = await createEvent(app.ctx);
  const url = await imageUrl(app, id);
  const whole = await look(app, url);
  const again = await look(app, url, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } });
  expect([again.status, again.content.length]).toEqual([304, 0]);
  // A proxy may weaken the tag, and a client may know several.
  const listed = await look(app, url, { headers: { 'if-none-match': `"other", W/${whole.headers.get('etag')}` } });
  expect(listed.status).toBe(304);
  const head = await look(app, url, { method: 'HEAD' });
  expect([head.status, head.content.length, head.headers.get('content-length')]).toEqual([200, 0, String(whole.content.length)]);
});

test('a draft, an unknown event and a broken name have no image', async () => {
  const app = await startTestApp();
  const { id } = await createEvent(app.ctx, { state: 'draft' });
  const names = [
    `${id}-en`,
    '999999-en',
    '0-en',
    '99999999999999999999-en',
    `${id}-fr`,
    'default',
    'default-',
    '..%2F..%2Fsecret-en',
    '1e3-en',
  ];
  for (const name of names) expect([name, (await look(app, `/media/share/x/${name}.png`)).status]).toEqual([name, 404]);
});

test.each([
  ['nothing but signs no face has', '🔥🔥🔥'],
  ['a script no face has', 'مرحبا بكم'],
  ['both scripts', 'თეთრი ხმაური × White Noise Room'],
  ['markup', '</svg><script>alert(1)</script>&"\''],
  ['one endless word', 'x'.repeat(10_000)],
  ['endless words', 'ღამე '.repeat(2_000)],
  ['marks of direction and breaks', '\u202Eabc\u202C\n\tdef\u2028ghi'],
  ['half a character', 'Night \uD83D'],
])('a name of %s makes a whole image', async (_, name) => {
  const app = await startTestApp();
  const { id } = await createEvent(app.ctx, { name: name.toWellFormed(), nameLat: name.toWellFormed() });
  for (const language of ['en', 'ka'] as const) {
    const { status, content } = await look(app, await imageUrl(app, id, language));
    expect(status).toBe(200);
    expect((await sharp(content).metadata()).width).toBe(1200);
    expect(content.length).toBeLessThan(BYTES_MAX);
  }
});

test('a photo of our own replaces the art', async () => {
  const app = await startTestApp();
  const folder = join(app.deps.env.dataDir, 'media', 'gallery');
  await mkdir(folder, { recursive: true });
  const red = { width: 300, height: 200, channels: 3 as const, background: { r: 200, g: 10, b: 20 } };
  await writeFile(join(folder, 'red-1080.jpg'), await sharp({ create: red }).jpeg().toBuffer());
  const { id } = await createEvent(app.ctx, { photoUrl: '/media/gallery/red-1080.jpg' });
  const { content } = await look(app, await imageUrl(app, id));
  const { data } = await sharp(content)
    .extract({ left: 960, top: 315, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(180);
  expect(data[1]).toBeLessThan(40);
});

test('an image without the photo that belongs on it is kept for minutes, until the photo is there', async () => {
  const app = await startTestApp();
  const folder = join(app.deps.env.dataDir, 'media', 'gallery');
  // A full URL, as an owner may copy it from the address bar.
  const { id } = await createEvent(app.ctx, { photoUrl: `${app.deps.env.publicUrl}/media/gallery/late-1080.jpg` });
  const url = await imageUrl(app, id);
  const without = await look(app, url);
  expect(without.headers.get('cache-control')).toBe('public, max-age=300');
  await mkdir(folder, { recursive: true });
  const red = { width: 300, height: 200, channels: 3 as const, background: { r: 200, g: 10, b: 20 } };
  await writeFile(join(folder, 'late-1080.jpg'), await sharp({ create: red }).jpeg().toBuffer());
  const whole = await look(app, url, { headers: { 'if-none-match': without.headers.get('etag') ?? '' } });
  expect(whole.status).toBe(200);
  expect(whole.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(whole.content.equals(without.content)).toBe(false);
});

test('a photo that is missing or elsewhere leaves the art, and the server asks nobody for it', async () => {
  const app = await startTestApp();
  for (const photoUrl of ['/media/gallery/none-1080.jpg', 'https://elsewhere.example/photo.jpg', '/media/gallery/../../secret'])
    expect((await look(app, await imageUrl(app, (await createEvent(app.ctx, { photoUrl })).id))).status).toBe(200);
});

test('a crawler that requests all images at once is served or told to come back later', async () => {
  const app = await startTestApp();
  const ids = await Promise.all(Array.from({ length: 30 }, async () => (await createEvent(app.ctx)).id));
  const answers = await Promise.all(ids.map((id) => look(app, `/media/share/x/${id}-en.png`)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(30);
  expect(refused.length).toBeGreaterThan(0);
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe('10');
  expect((await look(app, `/media/share/x/${ids.at(-1)}-en.png`)).status).toBe(200);
});
