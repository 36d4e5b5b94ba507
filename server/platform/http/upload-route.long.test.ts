import { once } from 'node:events';
import { request } from 'node:http';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { uploadUrl } from '#shared/staff/gallery.schemas.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

test('a file for an event whose id no column could hold is for an unknown event', async () => {
  const { ctx, url } = await startTestApp();
  const { accessToken } = await createAdmin(ctx);
  const body = new Uint8Array(
    await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/octet-stream' };
  for (const id of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
    const answer = await fetch(`${url}/api/staff/night-photos?night=${id}&version=0`, { method: 'POST', headers, body });
    expect([answer.status, (await answer.json()).code]).toEqual([404, 'event_not_found']);
  }
});

test('what Fastify took for the query is the query: a number sign ends no address on the wire', async () => {
  const { ctx, url } = await startTestApp();
  const { accessToken } = await createAdmin(ctx);
  const path = '/api/staff/gallery/files?album=gallery&name=#1';
  const { hostname, port } = new URL(url);
  const call = request({ hostname, port, path, method: 'POST', headers: { authorization: `Bearer ${accessToken}` } }).end('no picture');
  const [answer] = await once(call, 'response');
  expect(answer.statusCode).toBe(422);
});

test('a control character in the name of a file is refused, and a browser sends none', async () => {
  const { ctx, url } = await startTestApp();
  const { accessToken } = await createAdmin(ctx);
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/octet-stream' };
  const send = async (path: string) => (await (await fetch(url + path, { method: 'POST', headers, body: 'x' })).json()).code;
  expect(await send('/api/staff/gallery/files?album=gallery&name=a%00b%C2%91')).toBe('invalid_characters');
  expect(await send(uploadUrl({ album: 'gallery', name: 'a\u0000b\u0091' }))).toBe('invalid_fields');
});

test('an account and an address have the same limits for files as for other calls', async () => {
  const { ctx, url } = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.02' } });
  const { accessToken } = await createUser(ctx);
  const statusesOf = (authorization: string) =>
    Promise.all(
      Array.from({ length: 20 }, async () => {
        const headers = { authorization, 'content-type': 'application/octet-stream' };
        return (await fetch(`${url}/api/staff/gallery/files?album=gallery&name=a`, { method: 'POST', headers, body: 'x' })).status;
      }),
    );
  const ofGuest = await statusesOf(`Bearer ${accessToken}`);
  expect([ofGuest.filter((status) => status === 403).length, ofGuest.filter((status) => status === 429).length]).toEqual([1, 19]);
  expect(await statusesOf('Bearer x')).toContain(429);
});
