import { expect, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { ask } from '#tests/setup/ask.ts';
import { createCountingClock } from '#tests/setup/clock.ts';
import { startTestSite } from '#tests/setup/site.ts';

// The fake bank in the server reads the clock every second.
const QUIET = { PAYMENTS: 'tbc', TBC_API_KEY: 'key', TBC_CLIENT_ID: 'club', TBC_CLIENT_SECRET: 'secret' };

test('addresses that nothing stands at share one kept page per language', async () => {
  const clock = createCountingClock();
  const { url } = await startTestSite({ clock, env: QUIET });
  const paths = [
    '/nix-1',
    '/nix-2/',
    '/wp-login.php',
    '/events/7/more',
    '/about/x',
    '/%6eix',
    '/Events/%ff',
    '/%',
    '/Events%2F7',
    '/media/nix',
  ];
  const first = await ask(`${url}/nix-0`);
  const georgian = await ask(`${url}/nix-0`, { headers: { cookie: 'lang=ka' } });
  expect(georgian.html).toContain('<html lang="ka">');
  expect([first.status, georgian.status]).toEqual([404, 404]);
  const before = clock.reads();
  for (const path of paths) {
    const { status, html, headers } = await ask(url + path);
    expect([path, status, html === first.html]).toEqual([path, 404, true]);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  }
  expect(clock.reads()).toBe(before);
});

test('every spelling of a page is the same kept page', async () => {
  const clock = createCountingClock();
  const { ctx, url } = await startTestSite({ clock, env: QUIET });
  const { id } = await createEvent(ctx, { nameLat: 'Copper Moon' });
  const first = await ask(`${url}/Events/${id}`);
  const before = clock.reads();
  for (const path of [`/%45vents/${id}`, `/e%76ents/${id}/`, `/%65%76%65%6e%74%73/${id}`, `/EVENTS/${id}//`]) {
    const { status, html } = await ask(url + path);
    expect([path, status, html === first.html]).toEqual([path, 200, true]);
  }
  const answer = await ask(`${url}/api/Events/${id}`);
  expect((await ask(`${url}/api/%45vents/${id}`)).html).toBe(answer.html);
  expect(clock.reads()).toBe(before);
});

test('what cannot be decoded is a missing page on the site and a wrong address in the API', async () => {
  const { url } = await startTestSite();
  const page = await ask(`${url}/Events/%ff?lang=ka`);
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  const call = await ask(`${url}/api/Events/%ff`);
  expect([call.status, JSON.parse(call.html).code]).toEqual([400, 'invalid_input']);
});

test('a missing page is never served from the cache after it was created', async () => {
  const { ctx, url, dropCaches } = await startTestSite();
  expect((await ask(`${url}/Events/1`)).status).toBe(404);
  const { id } = await createEvent(ctx);
  dropCaches();
  expect((await ask(`${url}/Events/${id}`)).status).toBe(200);
  expect((await ask(`${url}/Events%2F${id}`)).status).toBe(404);
  expect((await ask(`${url}/Events/${id}`)).status).toBe(200);
});

test('users who request missing pages without end get them, and never a refusal', async () => {
  const { url } = await startTestSite({ env: { RATE_LIMIT_SCALE: '0.02' } });
  const pages = await Promise.all(Array.from({ length: 20 }, (_, turn) => ask(`${url}/nix-${turn}`)));
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([404]));
});
