import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Context } from '#server/platform/context.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPaidOrder } from '#tests/factories/paid-orders.ts';
import { createUser } from '#tests/factories/users.ts';
import { inboxLink } from './dev-inbox.routes.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';

const hostile = '<script>alert(1)</script>"><img src=x onerror=alert(1)>';

const queueReset = (ctx: Context) =>
  queueMail(ctx, {
    key: 'reset:1',
    kind: 'password-reset',
    recipient: 'nino@example.com',
    language: 'ka',
    payload: { token: 'tok-en_1' },
  });

/** Sends a GET with headers that `fetch` would set itself. */
async function ask(url: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  const clientRequest = request(url, { headers }).end();
  const [response] = await once(clientRequest, 'response');
  return { status: response.statusCode, body: await text(response) };
}

/** Opens the printed link as a browser would: the token is set as a cookie. */
async function openInbox(url: string): Promise<(path: string) => Promise<Response>> {
  const { search } = new URL(inboxLink({ publicUrl: url }));
  const opened = await fetch(`${url}/dev/mail${search}`, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/dev/mail']);
  const setCookie = opened.headers.get('set-cookie') ?? '';
  expect(setCookie).toMatch(/; Path=\/dev\/mail; HttpOnly; SameSite=Lax$/);
  return (path) => fetch(url + path, { headers: { cookie: setCookie.split(';')[0] ?? '' } });
}

test('a developer sees every mail, newest first', async () => {
  const { api, url } = await startTestApp();
  await api().enquiries.rental({ body: 'First' });
  await api().enquiries.dj({ body: 'Second' });
  const read = await openInbox(url);
  const response = await read('/dev/mail');
  const page = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(page.indexOf('/dev/mail/2')).toBeGreaterThan(0);
  expect(page.indexOf('/dev/mail/2')).toBeLessThan(page.indexOf('/dev/mail/1'));
});

test('an empty inbox says so', async () => {
  const { url } = await startTestApp();
  expect(await (await (await openInbox(url))('/dev/mail')).text()).toContain('No mail yet.');
});

test('a mail is shown in a sandbox, with its pictures inside and nothing it says taken as markup', async () => {
  const { ctx, url } = await startTestApp();
  const user = await createUser(ctx);
  const event = await createEvent(ctx, { nameLat: hostile });
  const order = await createPaidOrder(ctx, { userId: user.id, lines: [{ eventId: event.id, ticketTypeId: event.ticketTypeId }] });
  await queueMail(ctx, { key: 'ticket:1', kind: 'ticket', recipient: user.email, language: 'en', payload: { orderId: order.id } });
  const response = await (await openInbox(url))('/dev/mail/1');
  const page = await response.text();
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:;/);
  expect(page).toContain('<iframe title="HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="');
  expect(page).toContain('data:image/png;base64,');
  expect(page).not.toContain('cid:');
  expect(page).not.toContain('<script');
  expect(page).not.toContain('<img src=x');
});

test('a reset mail can be read after it was written to a file', async () => {
  const { ctx, url } = await startTestApp();
  await queueReset(ctx);
  expect(await (await (await openInbox(url))('/dev/mail/1')).text()).toContain('/change_password?token=tok-en_1');
});

test.each(['2', '0', '-1', 'x', '1e999', '99999999999999999999'])('/dev/mail/%s is not found', async (id) => {
  const { url } = await startTestApp();
  const response = await (await openInbox(url))(`/dev/mail/${id}`);
  expect(response.status).toBe(404);
});

test.each([
  [
    'in production',
    { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000', PAYMENTS: 'fake', MAIL: 'files', RATE_LIMIT_SCALE: '1' },
  ],
  ['for a site that others see', { PUBLIC_URL: 'https://rkali.example' }],
])('there is no inbox %s', async (_where, env) => {
  const { ctx, url } = await startTestApp({ env });
  await queueReset(ctx);
  const { search } = new URL(inboxLink(ctx.env));
  for (const path of [`/dev/mail${search}`, `/dev/mail/1${search}`]) {
    const response = await fetch(url + path, { redirect: 'manual' });
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('tok-en_1');
  }
});

test.each(['/dev/mail', '/dev/mail/1', '/dev/mail?token=', '/dev/mail/1?token=guessed'])(
  '%s without the token shows nothing',
  async (path) => {
    const { ctx, url } = await startTestApp();
    await queueReset(ctx);
    const response = await fetch(url + path, { redirect: 'manual' });
    expect([response.status, await response.text()]).toEqual([403, 'Open the link to the mails that the start printed.\n']);
  },
);

test.each([
  ['a page that made its name lead here', { host: 'attacker.example' }],
  ['a proxy that says for whom', { 'x-forwarded-for': '203.0.113.7' }],
  ['a proxy that says so in its own way', { 'cf-connecting-ip': '203.0.113.7' }],
  ['a proxy that says where it was asked', { 'x-forwarded-host': 'rkali.example' }],
])('the token is worth nothing to %s', async (_who, headers) => {
  const { ctx, url } = await startTestApp();
  await queueReset(ctx);
  const { search } = new URL(inboxLink(ctx.env));
  expect((await ask(`${url}/dev/mail/1${search}`, headers)).status).toBe(404);
  expect((await ask(`${url}/dev/mail/1${search}`)).status).toBe(303);
});

test('nginx, which speaks HTTP/1.0 to what it passes on and names nobody, is no caller on this machine', async () => {
  const { url } = await startTestApp();
  const { hostname, port, search } = new URL(inboxLink({ publicUrl: url }));
  const socket = connect(Number(port), hostname);
  socket.write(`GET /dev/mail${search} HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
});
