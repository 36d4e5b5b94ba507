import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { markPath } from './share-picture.ts';

const PUBLIC_URL = 'https://rkali.example';
const start = () => startTestApp({ env: { PUBLIC_URL, VENUE_NAME: 'Arch & Co' } });

async function read({ url }: TestApp, path: string, init: RequestInit = {}) {
  const response = await fetch(url + path, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('robots may read all but calls and private pages, and find the sitemap', async () => {
  const { status, headers, text } = await read(await start(), '/robots.txt');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const refused = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path);
  expect(refused).toEqual(expect.arrayContaining(['/api/', '/profile', '/QRScan', '/successpayment']));
  expect(refused).not.toContain('/Cart');
  expect(refused).not.toContain('/');
  expect(text).toContain(`\nSitemap: ${PUBLIC_URL}/sitemap.xml\n`);
});

test('the sitemap lists every public page and published event in both languages, each with its alternates', async () => {
  const app = await start();
  const { id } = await createEvent(app.ctx);
  const past = await createEvent(app.ctx, { startsAt: new Date('2026-10-01T23:00:00+04:00') });
  await createEvent(app.ctx, { state: 'draft' });
  await createEvent(app.ctx, { state: 'cancelled' });
  const { headers, text } = await read(app, '/sitemap.xml');
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  const addresses = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address.replace(PUBLIC_URL, ''));
  const pages = ['/', '/AllEvents/upcoming', '/AllEvents/past', '/about', '/Rentals', '/DJs', '/gallery', '/terms'];
  const expected = [...pages, `/Events/${id}`, `/Events/${past.id}`].flatMap((path) => [path, `${path}?lang=ka`]);
  expect(addresses).toEqual(expected);
  const alternates = (path: string) =>
    `<xhtml:link rel="alternate" hreflang="en" href="${PUBLIC_URL}${path}"/>` +
    `<xhtml:link rel="alternate" hreflang="ka" href="${PUBLIC_URL}${path}?lang=ka"/>` +
    `<xhtml:link rel="alternate" hreflang="x-default" href="${PUBLIC_URL}${path}"/>`;
  for (const suffix of ['', '?lang=ka'])
    expect(text.replaceAll(/<lastmod>[\d-]+T[\d:]+\+04:00<\/lastmod>/g, '<lastmod/>')).toContain(
      `<url><loc>${PUBLIC_URL}/Events/${id}${suffix}</loc><lastmod/>${alternates(`/Events/${id}`)}</url>`,
    );
});

test('a thousand events are one sitemap, the latest first, and a reader that has it is told so', async () => {
  const app = await start();
  const startsAt = (place: number) => new Date(Date.parse('2020-01-01T23:00:00+04:00') + place * 86_400_000);
  // In batches, because a thousand at once would time out waiting for a connection on a busy machine.
  for (let place = 0; place < 1000; place += 20)
    await Promise.all(Array.from({ length: 20 }, (_, next) => createEvent(app.ctx, { startsAt: startsAt(place + next), ticketTypes: [] })));
  const { headers, text } = await read(app, '/sitemap.xml');
  const ids = [...text.matchAll(/<loc>[^<]*\/Events\/(\d+)<\/loc>/g)].map(([, id]) => Number(id));
  expect(new Set(ids).size).toBe(1000);
  const [latest] = await app.api().events.past({ limit: 1 });
  expect(ids[0]).toBe(latest?.id);
  const again = await read(app, '/sitemap.xml', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  const head = await read(app, '/sitemap.xml', { method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
});

test('the web manifest names the club in the language asked for, and every icon it names is there in its size', async () => {
  const app = await start();
  const { headers, text } = await read(app, '/manifest.webmanifest');
  expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  const manifest = JSON.parse(text);
  expect(manifest).toMatchObject({ name: 'Arch & Co', lang: 'en', start_url: '/', display: 'standalone', theme_color: '#0B0B0C' });
  const georgian = JSON.parse((await read(app, '/manifest.webmanifest?lang=ka')).text);
  expect(georgian).toMatchObject({ name: 'რკალი', lang: 'ka', start_url: '/?lang=ka' });
  const icons: { src: string; sizes: string; type: string; purpose: string }[] = manifest.icons;
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable', 'any any']);
  for (const { src, sizes } of icons.filter(({ type }) => type === 'image/png')) {
    const icon = await fetch(app.url + src);
    expect(icon.headers.get('content-type')).toBe('image/png');
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
});

test('icons are found where browsers and phones look by themselves', async () => {
  const app = await start();
  const ico = Buffer.from(await (await fetch(`${app.url}/favicon.ico`)).arrayBuffer());
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect((await sharp(ico.subarray(ico.readUInt32LE(18))).metadata()).width).toBe(32);
  const touch = await fetch(`${app.url}/apple-touch-icon.png`);
  expect((await sharp(Buffer.from(await touch.arrayBuffer())).metadata()).width).toBe(180);
  const known = await fetch(`${app.url}/apple-touch-icon.png`, { headers: { 'if-none-match': touch.headers.get('etag') ?? '' } });
  expect(known.status).toBe(304);
  for (const name of ['31', '9999', 'maskable-32', 'x']) expect((await fetch(`${app.url}/icons/${name}.png`)).status).toBe(404);
});

test('the favicon shows the same mark', () => {
  expect(readFileSync(new URL('../../../web/public/favicon.svg', import.meta.url), 'utf8')).toContain(markPath);
});
