import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';

const TOKEN = 'sixteen letters or more';

async function statusOf(url: string, headers: Record<string, string> = {}): Promise<number> {
  const [response] = await once(request(`${url}/metrics`, { headers }).end(), 'response');
  response.resume();
  return response.statusCode;
}

test('metrics are for this machine and for who has the token', async () => {
  const { url } = await startTestApp({ env: { METRICS_TOKEN: TOKEN } });
  const elsewhere = { 'x-real-ip': '203.0.113.7' };
  expect(await statusOf(url)).toBe(200);
  expect(await statusOf(url, elsewhere)).toBe(404);
  expect(await statusOf(url, { host: 'attacker.example' })).toBe(404);
  expect(await statusOf(url, { via: '1.1 proxy' })).toBe(404);
  expect(await statusOf(url, { ...elsewhere, authorization: `Bearer ${TOKEN}` })).toBe(200);
  expect(await statusOf(url, { ...elsewhere, authorization: `Bearer ${TOKEN}x` })).toBe(404);
  expect(await statusOf(url, { ...elsewhere, authorization: 'Bearer ' })).toBe(404);
});

test('without a token in the settings none is good', async () => {
  const { url } = await startTestApp();
  expect(await statusOf(url, { 'x-real-ip': '203.0.113.7', authorization: 'Bearer undefined' })).toBe(404);
});

test('behind a proxy nobody reads metrics without the token, because a proxy may pass a call on as its own', async () => {
  const open = await startTestApp({ env: { TRUST_PROXY: '1' } });
  expect(await statusOf(open.url)).toBe(404);
  const { url } = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: TOKEN } });
  expect(await statusOf(url)).toBe(404);
  expect(await statusOf(url, { authorization: `Bearer ${TOKEN}` })).toBe(200);
  const direct = await startTestApp({ env: { TRUST_PROXY: 'none' } });
  expect(await statusOf(direct.url)).toBe(200);
});
