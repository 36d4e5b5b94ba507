import { once } from 'node:events';
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { createInjectSend } from './route.ts';

const comeThroughProxy = ({ url }: TestApp) => fetch(`${url}/api/countries/nowhere`, { headers: { 'x-forwarded-for': '203.0.113.7' } });

async function alertsIn(app: TestApp): Promise<string[]> {
  const { accessToken } = await createAdmin(app.ctx);
  return (await app.api(accessToken).alertInbox.list({})).items.map(({ kind }) => kind);
}

test('a proxy that is not configured raises one alert, until TRUST_PROXY is set', async () => {
  const app = await startTestApp({ isFresh: true });
  expect(await alertsIn(app)).toEqual([]);
  await comeThroughProxy(app);
  await comeThroughProxy(app);
  await expect.poll(() => alertsIn(app)).toEqual(['proxy_not_trusted']);

  const later = await startTestApp({ databaseUrl: String(app.deps.env.databaseUrl), env: { TRUST_PROXY: '1' } });
  await comeThroughProxy(later);
  await expect.poll(() => alertsIn(later)).toEqual([]);
});

test('a trusted proxy that does not name the visitor raises an alert; a program on this machine does not', async () => {
  const app = await startTestApp({ env: { TRUST_PROXY: '1' } });
  await comeThroughProxy(app);
  await fetch(`${app.url}/api/countries/nowhere`);
  expect(await alertsIn(app)).toEqual([]);
  const { hostname, port } = new URL(app.url);
  await once(get({ hostname, port, path: '/api/countries/nowhere', headers: { host: 'club.example' } }), 'response');
  await expect.poll(() => alertsIn(app)).toEqual(['proxy_silent']);
});

test('a trusted proxy that sends the request on as its own is an alert, once a browser comes through it', async () => {
  const app = await startTestApp({ env: { TRUST_PROXY: '1' } });
  const { hostname, port } = new URL(app.url);
  const comeFromLoopback = async (headers: Record<string, string>): Promise<void> => {
    // Node's agent would add a Connection header, which nginx removes.
    const [response] = await once(get({ hostname, port, path: '/healthz', setDefaultHeaders: false, headers }), 'response');
    response.resume();
  };
  await comeFromLoopback({ host: `127.0.0.1:${port}` });
  await comeFromLoopback({ host: `127.0.0.1:${port}`, connection: 'keep-alive', 'accept-language': 'ka' });
  expect(await alertsIn(app)).toEqual([]);
  await comeFromLoopback({ host: `127.0.0.1:${port}`, 'accept-language': 'ka' });
  await expect.poll(() => alertsIn(app)).toEqual(['proxy_silent']);
});

test("the server's own reads for a page raise nothing", async () => {
  const app = await startTestApp({ env: { TRUST_PROXY: '1' } });
  const { status } = await createInjectSend(app.http)({ method: 'GET', url: '/api/countries/nowhere', access: 'public' });
  expect(status).toBe(404);
  await app.http.close();
  const { rowCount } = await app.ctx.db.execute('select 1 from alerts');
  expect(rowCount).toBe(0);
});

test('where TRUST_PROXY says that there is no proxy, a visitor who sends the header raises nothing', async () => {
  const app = await startTestApp({ env: { TRUST_PROXY: 'none' } });
  await comeThroughProxy(app);
  await app.http.close();
  const { rowCount } = await app.ctx.db.execute('select 1 from alerts');
  expect(rowCount).toBe(0);
});
