import { generateKeyPairSync } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { resources } from '#server/platform/translators.ts';
import { listenForContentChanges } from '#server/platform/db/content-changes.ts';
import { events } from '#server/content/content.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { ask } from '#tests/setup/ask.ts';
import { createCountingClock } from '#tests/setup/clock.ts';
import { startTestSite } from '#tests/setup/site.ts';

const titleOf = (html: string): string => /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '';
const stateOf = (html: string): unknown => JSON.parse(/<script type="application\/json" id="state">(.*?)<\/script>/.exec(html)?.[1] ?? '');

const { publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const foreignBank = { PAYMENTS: 'bog', BOG_CLIENT_ID: 'club', BOG_CLIENT_SECRET: 'secret', BOG_PUBLIC_KEY: publicKey };

test('an event page arrives with its content, title and address, in any letter case', async () => {
  const { ctx, url } = await startTestSite();
  const { id } = await createEvent(ctx, { nameLat: 'Copper Moon', descriptionLat: 'All night long.' });
  for (const path of [`/Events/${id}`, `/events/${id}`, `/EVENTS/${id}/`]) {
    const { status, headers, html } = await ask(url + path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('<html lang="en">');
    expect(titleOf(html)).toBe('Copper Moon · Rkali');
    expect(html).toMatch(/<h1[^>]*>Copper Moon<\/h1>/);
    expect(html).toContain(`<link rel="canonical" href="http://localhost:3000/Events/${id}">`);
  }
});

test.each(['/Events/999999', '/Events/none', '/Events/0', '/Events/1e999', '/no-such-page', '/events/7/more'])(
  '%s is not found',
  async (path) => {
    const { url } = await startTestSite();
    const { status, html } = await ask(url + path);
    expect(status).toBe(404);
    expect(titleOf(html)).toBe('Page not found · Rkali');
    expect(html).toContain('<meta name="robots" content="noindex">');
  },
);

test('while the database is away pages say so with 503', async () => {
  const { url } = await startTestSite({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  const { status, headers, html } = await ask(`${url}/Events/1`);
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('5');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(html).toContain('The service is briefly unavailable. Try again in a moment.');
});

test('an unknown tab is a real redirect [§2.unknown-tab]', async () => {
  const { url } = await startTestSite();
  const { status, headers } = await ask(`${url}/allevents/nonsense`);
  expect([status, headers.get('location')]).toEqual([302, '/AllEvents/upcoming']);
});

test('visitors who come at once share one rendering, and later ones its answer, whatever their query', async () => {
  const clock = createCountingClock();
  // The fake bank in the server reads the clock every second.
  const { ctx, url, dropCaches } = await startTestSite({ clock, env: foreignBank });
  const { id } = await createEvent(ctx);
  const readsOf = async (work: () => Promise<unknown>) => {
    const before = clock.reads();
    await work();
    return clock.reads() - before;
  };
  await ask(`${url}/Events/${id}`);
  dropCaches();
  const forOne = await readsOf(() => ask(`${url}/Events/${id}`));
  dropCaches();
  const forMany = await readsOf(() => Promise.all(Array.from({ length: 40 }, (_, place) => ask(`${url}/events/${id}?ref=${place}`))));
  expect(forOne).toBeGreaterThan(0);
  expect(forMany).toBe(forOne);
  expect(await readsOf(() => ask(`${url}/Events/${id}/?utm_source=x&fbclid=y`))).toBe(0);
});

test('a change of content drops what was cached, by NOTIFY', async () => {
  const { ctx, deps, url, dropCaches } = await startTestSite();
  const { id } = await createEvent(ctx, { nameLat: 'Before' });
  const heard: (() => void)[] = [];
  const stop = listenForContentChanges(deps.env.databaseUrl ?? '', () => {
    dropCaches();
    heard.shift()?.();
  });
  onTestFinished(stop);
  const nextChange = () => new Promise<void>((resolve) => heard.push(resolve));
  await nextChange();

  expect(titleOf((await ask(`${url}/Events/${id}`)).html)).toBe('Before · Rkali');
  const change = nextChange();
  await ctx.db.update(events).set({ nameLat: 'After' }).where(eq(events.id, id));
  await change;
  expect(titleOf((await ask(`${url}/Events/${id}`)).html)).toBe('After · Rkali');
});

test('over TLS the language is remembered for TLS alone, and other names of the domain are left as they are', async () => {
  const { url } = await startTestSite({ env: { PUBLIC_URL: 'https://rkali.example' } });
  const { headers } = await ask(`${url}/about?lang=ka`);
  expect(headers.get('set-cookie')).toBe('lang=ka; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('a language asked for is shown and remembered, cached page or not; without one the page is in English [§1.language §9.languages]', async () => {
  const { ctx, url } = await startTestSite();
  const { id } = await createEvent(ctx, { name: 'სპილენძის მთვარე', nameLat: 'Copper Moon' });
  for (const _ of ['made', 'cached']) {
    const { headers, html } = await ask(`${url}/Events/${id}?lang=ka`);
    expect(html).toContain('<html lang="ka">');
    expect(titleOf(html)).toBe('სპილენძის მთვარე · რკალი');
    expect(headers.get('set-cookie')).toBe('lang=ka; Path=/; Max-Age=31536000; SameSite=Lax');
    expect(headers.get('cache-control')).toBe('private, no-cache');
  }
  const remembered = await ask(`${url}/Events/${id}`, { headers: { cookie: 'other=1; lang=ka' } });
  expect(remembered.html).toContain('<html lang="ka">');
  expect(remembered.headers.get('set-cookie')).toBeNull();
  expect(remembered.headers.get('vary')).toBe('accept-encoding, cookie');
  expect((await ask(`${url}/Events/${id}?lang=en`, { headers: { cookie: 'lang=ka' } })).html).toContain('<html lang="en">');
  expect((await ask(`${url}/Events/${id}?lang=xx`)).html).toContain('<html lang="en">');
  expect((await ask(`${url}/Events/${id}?lang=KA`)).html).toContain('<html lang="ka">');
  expect((await ask(`${url}/Events/${id}`, { headers: { 'accept-language': 'ka' } })).html).toContain('<html lang="en">');
});

test('a page is compressed as the browser likes and answers 304 to one that has it', async () => {
  const { url } = await startTestSite();
  const plain = await ask(`${url}/`, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  for (const encoding of ['br', 'gzip']) {
    const packed = await ask(`${url}/`, { headers: { 'accept-encoding': encoding } });
    expect(packed.headers.get('content-encoding')).toBe(encoding);
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(Buffer.byteLength(plain.html) / 2);
    expect(packed.html).toBe(plain.html);
  }
  const etag = plain.headers.get('etag') ?? '';
  const again = await ask(`${url}/`, { headers: { 'if-none-match': etag } });
  expect([again.status, again.html]).toEqual([304, '']);
  const head = await ask(`${url}/`, { method: 'HEAD' });
  expect([head.status, head.html, head.headers.get('etag')]).toEqual([200, '', etag]);
});

test('texts with markup and replacement patterns stay texts', async () => {
  const { ctx, url } = await startTestSite();
  const text = `</script><script>alert(1)</script> $& $' <!--state--> "quoted"`;
  const { id } = await createEvent(ctx, { nameLat: text, descriptionLat: text });
  const { html } = await ask(`${url}/Events/${id}`);
  expect(html).not.toContain('<script>alert');
  expect(html.match(/id="state"/g)).toHaveLength(1);
  expect(stateOf(html)).toMatchObject({ loaderData: { 'events/event': { nameLat: text, descriptionLat: text } } });
});

test('what a page asks the browser to fetch early is there', async () => {
  const { ctx, url } = await startTestSite();
  const { id } = await createEvent(ctx);
  const { html } = await ask(`${url}/Events/${id}?lang=ka`);
  const links = [...html.matchAll(/<link rel="(?:preload|modulepreload|stylesheet|icon)"[^>]*href="([^"]+)"/g)].map(
    ([, href]) => href ?? '',
  );
  expect(links.filter((href) => href.includes('/locales/ka/')).length).toBeGreaterThanOrEqual(3);
  expect(links.filter((href) => href.endsWith('.woff2'))).toHaveLength(4);
  for (const href of links) expect([href, (await ask(url + href)).status]).toEqual([href, 200]);
});

test('built files are kept for good and come compressed; missing ones are not pages', async () => {
  const { url } = await startTestSite();
  const { html } = await ask(`${url}/`);
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const answer = await ask(url + script, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  const missing = await ask(`${url}/assets/gone-12345678.js`);
  expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
});

test.each(['/assets/..%2findex.html', '/assets/%2e%2e%2f.vite%2fmanifest.json', '/door/files/..%2fdoor.html'])(
  '%s leads out of the folder of built files and is refused',
  async (path) => {
    const { url } = await startTestSite();
    expect((await ask(url + path)).status).toBe(400);
  },
);

test('translations are cached for good when their version is named, else requested again [§7.translations]', async () => {
  const { url } = await startTestSite();
  const version = /\/locales\/en\/common\.json\?v=([^"]+)"/.exec((await ask(`${url}/`)).html)?.[1];
  const named = await ask(`${url}/locales/en/common.json?v=${version}`, { headers: { 'accept-encoding': 'br' } });
  expect([named.status, named.headers.get('cache-control'), named.headers.get('content-encoding')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'br',
  ]);
  expect(named.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(named.headers.get('x-content-type-options')).toBe('nosniff');
  const best = brotliCompressSync(JSON.stringify(resources.en['common']), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  expect(named.headers.get('content-length')).toBe(String(best.length));
  const unnamed = await ask(`${url}/locales/en/common.json`);
  expect(unnamed.headers.get('cache-control')).toBe('public, no-cache');
  const again = await ask(`${url}/locales/en/common.json`, { headers: { 'if-none-match': unnamed.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  expect((await ask(`${url}/locales/xx/common.json`)).status).toBe(404);
});

test('pages whose address carries a token send it to nobody', async () => {
  const { url } = await startTestSite();
  for (const path of ['/change_password?token=secret', '/SuccessPayment?token=secret', '/failpayment?token=secret']) {
    const { headers, html } = await ask(url + path);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(html).not.toContain('secret');
  }
  expect((await ask(`${url}/about`)).headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
});

test('a page behind the login is an empty shell for search engines to leave alone', async () => {
  const { url } = await startTestSite();
  for (const path of ['/profile', '/QRScan']) {
    const { status, html } = await ask(url + path);
    expect(status).toBe(200);
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('aria-busy="true"');
  }
});

test('the page says which minute it was made for', async () => {
  const { url, clock, dropCaches } = await startTestSite();
  clock.set('2026-11-20T23:59:59+04:00');
  expect(stateOf((await ask(`${url}/`)).html)).toMatchObject({ now: '2026-11-20T23:59:00+04:00' });
  clock.advanceMinutes(1);
  dropCaches();
  expect(stateOf((await ask(`${url}/`)).html)).toMatchObject({ now: '2026-11-21T00:00:00+04:00' });
});

test('the favicon is the mark', async () => {
  const { url } = await startTestSite();
  const { status, headers, html } = await ask(`${url}/favicon.svg`);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(html).toContain('#F5E51B');
});

test('a page takes no other method', async () => {
  const { url } = await startTestSite();
  const { status, html } = await ask(`${url}/about`, { method: 'POST' });
  expect([status, JSON.parse(html)]).toMatchObject([404, { code: 'not_found' }]);
});

test('brotli is never larger than gzip, whichever client asked first and however often', async () => {
  const { ctx, url, dropCaches } = await startTestSite();
  const { id } = await createEvent(ctx);
  const sizeIn = async (path: string, encoding: string) => {
    const { headers } = await ask(url + path, { headers: { 'accept-encoding': encoding } });
    expect(headers.get('content-encoding')).toBe(encoding);
    return Number(headers.get('content-length'));
  };
  for (const path of ['/', `/Events/${id}`, '/AllEvents/upcoming', '/about', '/nix'])
    for (const order of [
      ['br', 'gzip', 'gzip', 'br'],
      ['gzip', 'br', 'br', 'gzip'],
    ]) {
      dropCaches();
      const sizes: Record<string, number[]> = { br: [], gzip: [] };
      for (const encoding of order) sizes[encoding]?.push(await sizeIn(path, encoding));
      expect([path, Math.max(...(sizes['br'] ?? [])) <= Math.min(...(sizes['gzip'] ?? []))]).toEqual([path, true]);
    }
});
