import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { users } from '#server/accounts/accounts.table.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { addPasskey } from '#tests/factories/authenticator.ts';
import { invite } from '#tests/factories/invitations.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { demoAccounts, ownPasswordOf } from './demo-accounts.ts';
import { loadDemo, openDemo } from './demo.ts';
import { forgetDemo } from './forget-demo.ts';

const { admin, guest } = demoAccounts;
type Call = { method?: string; body?: unknown; headers?: Record<string, string> };
type Answer = { status: number; body: unknown; cookie: string };

/** A request with headers that `fetch` would otherwise set itself. */
async function call({ url }: TestApp, path: string, { method = 'POST', body, headers = {} }: Call = {}): Promise<Answer> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const clientRequest = request(url + path, { method, headers: { ...type, ...headers } });
  const [response] = await once(clientRequest.end(body === undefined ? undefined : JSON.stringify(body)), 'response');
  const cookie = String(response.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
  return { status: response.statusCode, body: await json(response), cookie };
}

const logIn = (app: TestApp, { email, password }: { email: string; password: string }, headers: Record<string, string> = {}) =>
  call(app, '/api/auth/login', { body: { email, password }, headers });

const tokenOf = ({ body }: Answer): string =>
  typeof body === 'object' && body !== null && 'accessToken' in body ? String(body.accessToken) : '';

/** Starts a process on a database that contains the demo. */
async function startOnDemo(env: Record<string, string>): Promise<TestApp> {
  const first = await startTestApp();
  await loadDemo(first.ctx);
  return startTestApp({ databaseUrl: String(first.deps.env.databaseUrl), env });
}

const elsewhere = [
  ['a proxy that says for whom', { 'x-forwarded-for': '203.0.113.7' }],
  ['a proxy that says so in its own way', { forwarded: 'for=203.0.113.7' }],
  ['another name of the site', { host: 'rkali.example' }],
  ['a browser behind a proxy that opens a connection for each call', { connection: 'close', 'accept-language': 'ka' }],
] as const;

test('the published accounts sign in on this machine and not from elsewhere', async () => {
  const app = await startOnDemo({ DEMO: 'true' });
  for (const [way, headers] of elsewhere) {
    const unknown = await logIn(app, { email: 'nobody@rkali.example', password: 'Wrong-Guess-1' }, headers);
    expect([way, unknown.status]).toEqual([way, 401]);
    for (const account of [admin, guest]) {
      expect([way, (await logIn(app, account)).status]).toEqual([way, 200]);
      const refused = await logIn(app, account, headers);
      // The answer does not reveal that the password was right.
      expect([way, refused.status, refused.body, refused.cookie]).toEqual([way, unknown.status, unknown.body, unknown.cookie]);
    }
  }
});

test('a login that a published account began here asks for no passkey from elsewhere', async () => {
  const app = await startOnDemo({ DEMO: 'true' });
  await addPasskey(app, tokenOf(await logIn(app, guest)));
  for (const [way, headers] of elsewhere) {
    const { challenge } = z.object({ challenge: z.string() }).parse((await logIn(app, guest)).body);
    const ask = (more: Record<string, string> = {}) =>
      call(app, '/api/auth/second-factor/passkey/options', { body: { challenge }, headers: more });
    expect([way, await ask(headers)]).toMatchObject([way, { status: 401, body: { code: 'challenge_expired' } }]);
    expect([way, (await ask()).status]).toEqual([way, 200]);
  }
});

test('a session that was opened here is worth nothing elsewhere', async () => {
  const app = await startOnDemo({ DEMO: 'true' });
  for (const [way, headers] of elsewhere) {
    const signedIn = await logIn(app, admin);
    const authorization = `Bearer ${tokenOf(signedIn)}`;
    const me = (more: Record<string, string> = {}) => call(app, '/api/auth/me', { method: 'GET', headers: { authorization, ...more } });
    const refresh = (more: Record<string, string> = {}) =>
      call(app, '/api/auth/refresh', { headers: { cookie: signedIn.cookie, ...more } });
    expect([way, (await me(headers)).status, (await refresh(headers)).status]).toEqual([way, 401, 401]);
    expect([way, (await me()).status, (await refresh()).status]).toEqual([way, 200, 200]);
  }
});

/** The status of the Admin's login with exactly these headers besides those of its body. */
async function statusOfLogin(app: TestApp, headers: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(app.url);
  const body = JSON.stringify({ email: admin.email, password: admin.password });
  const lines = [`Host: ${hostname}:${port}`, ...headers, 'Content-Type: application/json', `Content-Length: ${body.length}`];
  const socket = connect(Number(port), hostname);
  socket.write(`POST /api/auth/login HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer).slice(9, 12);
}

test('any program on this machine signs in with them, whatever it says about its connection', async () => {
  const app = await startOnDemo({ DEMO: 'true' });
  // As sent by curl, by a client that makes a single request, and by Node's fetch.
  for (const headers of [[], ['Connection: close'], ['Accept-Language: *', 'Sec-Fetch-Mode: cors', 'Connection: close']])
    expect([headers, await statusOfLogin(app, headers)]).toEqual([headers, '200']);
  for (const sent of ['X-Forwarded-For: 203.0.113.7', 'X-Real-IP: 203.0.113.7', 'Via: 1.1 proxy', 'CF-Ray: 1'])
    for (const connection of [[], ['Connection: close'], ['Connection: keep-alive']])
      expect([sent, connection, await statusOfLogin(app, [sent, ...connection])]).toEqual([sent, connection, '401']);
  const { host } = new URL(app.url);
  const logInFrom = (remoteAddress: string) =>
    app.http.inject({ method: 'POST', url: '/api/auth/login', headers: { host }, remoteAddress, payload: admin });
  expect((await logInFrom('127.0.0.1')).statusCode).toBe(200);
  for (const address of ['203.0.113.7', '192.168.1.7', '2001:db8::7'])
    expect([address, (await logInFrom(address)).statusCode]).toEqual([address, 401]);
});

test('a browser behind nginx, which forwards without an address and with another Connection header, does not count as this machine', async () => {
  const app = await startOnDemo({ DEMO: 'true' });
  for (const mark of ['Sec-Fetch-Site: same-origin', 'Accept-Language: ka,en;q=0.8']) {
    // With `proxy_http_version 1.1`, nginx sends no such header from 1.29.7 on, and `close` before.
    for (const connection of [[], ['Connection: close']])
      expect([mark, connection, await statusOfLogin(app, [mark, ...connection])]).toEqual([mark, connection, '401']);
    expect([mark, await statusOfLogin(app, [mark, 'Connection: keep-alive'])]).toEqual([mark, '200']);
  }
});

test('without the demo they do not sign in at all; with a password of their own they are like everybody', async () => {
  const app = await startOnDemo({ DEMO: 'false' });
  expect((await logIn(app, admin)).status).toBe(401);

  const own = await startTestApp();
  await createUser(own.ctx, { email: admin.email, roles: ['Owner'], password: 'Of-my-own-7' });
  const later = await startTestApp({ databaseUrl: String(own.deps.env.databaseUrl), env: { DEMO: 'false' } });
  expect((await logIn(later, { ...admin, password: 'Of-my-own-7' }, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200);
});

test('a demo for everybody has passwords of this installation, and sessions of the published ones end', async () => {
  const local = await startOnDemo({ DEMO: 'true' });
  const before = await logIn(local, admin);
  expect(await openDemo({ ...local.ctx, env: { ...local.ctx.env, demo: 'public' } })).toEqual(new Set());
  const app = await startTestApp({
    databaseUrl: String(local.deps.env.databaseUrl),
    env: { DEMO: 'public', PUBLIC_URL: 'https://rkali.example' },
  });
  const headers = { 'x-forwarded-for': '203.0.113.7', host: 'rkali.example' };
  const me = await call(app, '/api/auth/me', { method: 'GET', headers: { authorization: `Bearer ${tokenOf(before)}` } });
  expect(me.status).toBe(401);
  for (const account of [admin, guest]) {
    expect((await logIn(app, account)).status).toBe(401);
    expect((await logIn(app, { ...account, password: ownPasswordOf(app.ctx, account) }, headers)).status).toBe(200);
  }
  // The next start changes nothing.
  const session = await logIn(app, { ...admin, password: ownPasswordOf(app.ctx, admin) });
  await openDemo(app.ctx);
  const authorization = `Bearer ${tokenOf(session)}`;
  expect((await call(app, '/api/auth/me', { method: 'GET', headers: { authorization } })).status).toBe(200);
});

test.each(['public', 'own'] as const)(
  'production refuses an account of the demo with a password that is not published (%s) until it is forgotten',
  async (whose) => {
    const demo = await startTestApp();
    await loadDemo(demo.ctx);
    const { ctx } = demo;
    const passwordHash = await hashPassword(whose === 'public' ? ownPasswordOf(ctx, admin) : 'Of-my-own-7');
    await ctx.db
      .update(users)
      .set({ passwordHash })
      .where(inArray(users.email, [admin.email, guest.email]));
    const production = { ...ctx, env: { ...ctx.env, demo: 'off' as const, isProduction: true } };
    await expect(openDemo(production)).rejects.toThrow(/npm run forget-demo/);
    // The accounts of a public demo have passwords that are derived for this installation.
    expect(await openDemo({ ...ctx, env: { ...ctx.env, demo: 'off', publicUrl: 'https://rkali.example' } })).toEqual(new Set());
    expect(await forgetDemo(ctx)).toMatchObject({ accounts: 2 });
    expect(await openDemo(production)).toEqual(new Set());
  },
);

test('nobody registers under an address of the demo, so nobody else can stop the start', async () => {
  const { api } = await startTestApp();
  const form = { ...guest, confirmPassword: guest.password, country: 'Georgia', acceptTerms: true };
  await expect(api().accounts.register({ body: { ...form, email: 'Guest@rkali.example' } })).rejects.toMatchObject({
    body: { code: 'email_taken' },
  });
});

test('forgetting the demo ends what its Owner, whose password is known to all, has offered others', async () => {
  const demo = await startTestApp();
  await loadDemo(demo.ctx);
  const app = await startTestApp({ databaseUrl: String(demo.deps.env.databaseUrl), env: { DEMO: 'true' } });
  const { accessToken } = await app.api().accounts.login({ body: admin });
  const { token } = await invite(app, accessToken, { email: 'friend@example.com', roles: ['Owner'] });
  await forgetDemo(app.ctx);
  await expect(app.api().invitations.read({ body: { token } })).rejects.toMatchObject({ body: { code: 'invitation_withdrawn' } });
});

test('forgetting the demo hides its events, ends its people and leaves what a real guest bought', async () => {
  const demo = await startTestApp();
  await loadDemo(demo.ctx);
  const app = await startTestApp({ databaseUrl: String(demo.deps.env.databaseUrl), env: { DEMO: 'true' } });
  const events = await app.api().events.list();
  const bought = events.find(({ baskets }) => baskets[0]?.price && baskets[0].available > 0);
  const { accessToken } = await createUser(app.ctx);
  await app.api(accessToken).cart.addTicket({ eventId: bought?.id ?? 0 });
  await logIn(app, guest);

  const forgotten = await forgetDemo(app.ctx);
  expect(forgotten).toMatchObject({ accounts: 2, people: 198 });
  app.dropCaches();
  expect((await app.api().events.list()).map(({ id }) => id)).toEqual([bought?.id]);
  expect(await app.api().events.past({})).toEqual([]);
  expect(await openDemo({ ...app.ctx, env: { ...app.ctx.env, demo: 'off', isProduction: true } })).toEqual(new Set());
  for (const account of [admin, guest]) expect((await logIn(app, account)).status).toBe(401);
  expect(await forgetDemo(app.ctx)).toEqual({ accounts: 0, people: 0, deletedEvents: 0, hiddenEvents: expect.any(Number) });
});
