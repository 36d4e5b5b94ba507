import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawCover } from '#server/content/media/covers/cover.ts';
import type { CoverState } from '#shared/media/cover-state.ts';
import { coverRatios, coverUrl, promoCovers } from '#shared/media/covers.ts';
import { lostCoverId } from '#shared/media/lost-cover.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createTestFolder } from '#tests/setup/folder.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

test('a cover is art for its event, for good and for nothing else', async () => {
  const { ctx, url } = await startTestApp();
  const { id } = await createEvent(ctx, { name: 'ობერტონი' });
  const response = await fetch(url + coverUrl(id, '4x5'));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe(IMMUTABLE);
  expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'");
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await response.text()).toBe(drawCover({ id, width: 800, height: 1000, letter: 'ობერტონი' }));
});

test('the promos, lost pages and no event at all have art, an event that was not announced has none', async () => {
  const { ctx, url } = await startTestApp();
  const statusOf = async (id: number) => (await fetch(url + coverUrl(id, '1x1'))).status;
  const { rent } = promoCovers;
  expect(await (await fetch(url + coverUrl(rent, '1x1'))).text()).toBe(drawCover({ id: rent, width: 400, height: 400 }));
  expect(await (await fetch(url + coverUrl('default', '2x1'))).text()).toBe(drawCover({ id: 'default', width: 1000, height: 500 }));
  const lost = lostCoverId('/no/such/page');
  expect(await (await fetch(url + coverUrl(lost, '1x2'))).text()).toBe(drawCover({ id: lost, width: 600, height: 1200 }));
  expect((await fetch(url + coverUrl('lost-100', '1x2'))).status).toBe(404);
  const draft = await createEvent(ctx, { state: 'draft' });
  const cancelled = await createEvent(ctx, { state: 'cancelled' });
  expect([await statusOf(4711), await statusOf(draft.id), await statusOf(cancelled.id)]).toEqual([404, 404, 200]);
});

test('a cover has a print for every state of its event; an unknown state is the whole print and costs no drawing of its own', async () => {
  const { ctx, url } = await startTestApp();
  const hours = { startsAt: new Date('2026-11-21T23:00:00+04:00'), endsAt: new Date('2026-11-22T07:00:00+04:00') };
  const event = await createEvent(ctx, { name: 'ობერტონი', ...hours });
  const shown = async (query: string) => (await fetch(`${url}${coverUrl(event.id, '4x5')}${query}`)).text();
  const print = (state?: CoverState) =>
    drawCover({ ...coverRatios['4x5'], id: event.id, letter: 'ობერტონი', life: state && { ...hours, state } });
  const states = ['announced', 'sold-3', 'sold-out', 'half-hour-8', 'over', 'edition-63'] as const;
  for (const state of states) expect(await shown(`?s=${state}`)).toBe(print(state));
  for (const text of ['', 'sold-10', 'edition-64', 'half-hour-48', '<script>'])
    expect(await shown(`?s=${encodeURIComponent(text)}`)).toBe(print());
  expect(await shown('?s=over&s=announced')).toBe(print());
});

test('a cover goes out compressed and is not sent again to who has it', async () => {
  const { url } = await startTestApp();
  const address = url + coverUrl('default', '4x5');
  const first = await fetch(address, { headers: { 'accept-encoding': 'br' } });
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(first.headers.get('vary')).toBe('accept-encoding');
  const again = await fetch(address, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  const head = await fetch(address, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test.each(['0/4x5', '-1/4x5', '01/4x5', '1.5/4x5', 'x/4x5', '1e3/4x5', '2147483648/4x5', '7/3x4', '7/constructor'])(
  'there is no cover %s',
  async (name) => {
    const { url } = await startTestApp();
    const response = await fetch(`${url}/media/covers/v3/${name}.svg`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  },
);

test('a gallery picture is sent with its type, for good', async () => {
  const folder = createTestFolder();
  mkdirSync(join(folder, 'media', 'gallery'), { recursive: true });
  writeFileSync(join(folder, 'media', 'gallery', 'owners-wall-1080.avif'), 'picture');
  const { url } = await startTestApp({ env: { DATA_DIR: folder } });
  const response = await fetch(`${url}/media/gallery/owners-wall-1080.avif`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/avif');
  expect(response.headers.get('content-length')).toBe('7');
  expect(response.headers.get('cache-control')).toBe(IMMUTABLE);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await response.text()).toBe('picture');
  const head = await fetch(`${url}/media/gallery/owners-wall-1080.avif`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '7']);
  const again = await fetch(`${url}/media/gallery/owners-wall-1080.avif`, {
    headers: { 'if-none-match': response.headers.get('etag') ?? '' },
  });
  expect([again.status, again.headers.get('cache-control'), await again.text()]).toEqual([304, IMMUTABLE, '']);
});

test('a picture that was replaced by one as long is another picture', async () => {
  const folder = createTestFolder();
  const file = join(folder, 'media', 'gallery', 'bar-1080.avif');
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, 'picture');
  const { url } = await startTestApp({ env: { DATA_DIR: folder } });
  const address = `${url}/media/gallery/bar-1080.avif`;
  const etag = (await fetch(address)).headers.get('etag') ?? '';
  writeFileSync(file, 'another');
  utimesSync(file, new Date(), new Date(Date.now() + 1000));
  const again = await fetch(address, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([200, 'another']);
});

test.each([
  'absent.avif',
  '..%2f..%2fsecret.avif',
  '%2e%2e%2fsecret.avif',
  '..%5csecret.avif',
  'folder.avif',
  '.hidden.avif',
  'page.html',
  'picture.svg',
  'page.html.avif',
  'picture',
  'picture.avif%00.png',
])('the gallery has no picture %s', async (name) => {
  const folder = createTestFolder();
  mkdirSync(join(folder, 'media', 'gallery', 'folder.avif'), { recursive: true });
  for (const file of [
    'secret.avif',
    'media/gallery/.hidden.avif',
    'media/gallery/page.html',
    'media/gallery/picture.svg',
    'media/gallery/page.html.avif',
  ])
    writeFileSync(join(folder, file), 'secret');
  const { url } = await startTestApp({ env: { DATA_DIR: folder } });
  const response = await fetch(`${url}/media/gallery/${name}`);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain('secret');
});
