import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { pageViews } from '#server/content/content.table.ts';

const BROWSER = 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0';

async function view({ url }: TestApp, path: unknown, language: unknown = 'en', headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/api/page-views`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': BROWSER, ...headers },
    body: JSON.stringify({ path, language }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const rowsOf = async ({ ctx }: TestApp) =>
  (await ctx.db.select().from(pageViews)).map(({ day, path, language, views }) => `${day} ${path} ${language} ${views}`).toSorted();
/** Closes the server as at SIGTERM, while the database keeps running. */
const counted = async (app: TestApp) => (await app.http.close(), rowsOf(app));

test('views are counted by day, page and language, and written when the server stops', async () => {
  const app = await startTestApp({ isFresh: true });
  const { id } = await createEvent(app.ctx);
  for (const path of [`/Events/${id}`, `/EVENTS/${id}/`]) expect(await view(app, path, 'ka')).toMatchObject({ status: 200, body: {} });
  await view(app, '/rentals');
  app.clock.set('2026-11-21T00:30:00+04:00');
  await view(app, '/Rentals');
  expect(await counted(app)).toEqual([`2026-11-20 /Events/${id} ka 2`, '2026-11-20 /Rentals en 1', '2026-11-21 /Rentals en 1']);
});

test('views are written at intervals, and after an outage of the database later', async () => {
  const app = await startTestApp({ isFresh: true });
  await app.owner.execute(sql`alter table page_views rename to away`);
  await view(app, '/about');
  await view(app, '/about');
  await app.owner.execute(sql`alter table away rename to page_views`);
  await expect.poll(() => rowsOf(app), { timeout: 20_000 }).toEqual(['2026-11-20 /about en 2']);
});

test('the answer sets no cookie and is kept nowhere', async () => {
  const app = await startTestApp({ isFresh: true });
  const { headers } = await view(app, '/');
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('cache-control')).toBe('no-store');
});

test('pages that do not exist, programs and other sites are not counted', async () => {
  const app = await startTestApp({ isFresh: true });
  for (const path of ['/Events/999999', '/Events/0', '/wp-login.php', '/profile', '/../about', "/about'; drop table page_views; --"])
    expect(await view(app, path)).toMatchObject({ status: 200, body: {} });
  for (const agent of ['Googlebot/2.1', 'Mozilla/5.0 HeadlessChrome/140', 'curl/8', 'facebookexternalhit/1.1 (preview)', ''])
    expect((await view(app, '/about', 'en', { 'user-agent': agent })).status).toBe(200);
  const foreign: Record<string, string>[] = [
    { origin: 'https://stranger.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ];
  for (const headers of foreign) expect((await view(app, '/about', 'en', headers)).status).toBe(403);
  expect(await counted(app)).toEqual([]);
});

test.each([
  ['about', 'en'],
  [`/${'x'.repeat(300)}`, 'en'],
  [7, 'en'],
  [null, 'en'],
  ['/about', 'fr'],
  ['/about', null],
  ['/a\u0000bout', 'en'],
])('the view %j in %j is refused', async (path, language) => {
  const app = await startTestApp({ isFresh: true });
  expect((await view(app, path, language)).status).toBe(400);
  expect(await counted(app)).toEqual([]);
});

test('one address adds at most a hundred and twenty views a minute, without an error beyond', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1', TRUST_PROXY: '1' } });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  for (let time = 0; time < 130; time++) expect((await view(app, '/', 'en', from('2001:db8::1'))).status).toBe(200);
  await view(app, '/', 'en', from('2001:db8::2'));
  await view(app, '/', 'en', from('203.0.113.9'));
  app.clock.advanceMinutes(1);
  await view(app, '/', 'en', from('2001:db8::1'));
  expect(await counted(app)).toEqual(['2026-11-20 / en 122']);
});

test('two processes that count at once lose nothing', async () => {
  const one = await startTestApp({ isFresh: true });
  const other = await startTestApp({ databaseUrl: one.deps.env.databaseUrl ?? '', clock: one.clock });
  const pages = ['/', '/about', '/DJs', '/gallery'];
  const rush = (app: TestApp) =>
    Promise.all(Array.from({ length: 200 }, (_, place) => view(app, pages[place % 4], place % 8 < 4 ? 'en' : 'ka')));
  await Promise.all([rush(one), rush(other)]);
  await Promise.all([one.http.close(), other.http.close()]);
  expect(await rowsOf(one)).toEqual(pages.flatMap((page) => [`2026-11-20 ${page} en 50`, `2026-11-20 ${page} ka 50`]).toSorted());
});

test('nothing about the visitor is stored: there is no column for it', async () => {
  const app = await startTestApp({ isFresh: true });
  await view(app, '/about', 'en', { cookie: 'lang=ka; who=nino', referer: 'https://stranger.example/secret' });
  await app.http.close();
  expect(await app.ctx.db.select().from(pageViews)).toEqual([{ day: '2026-11-20', path: '/about', language: 'en', views: 1 }]);
  const { rows } = await app.deps.database.pool.query('select * from rate_limits');
  expect(rows).toEqual([]);
});
