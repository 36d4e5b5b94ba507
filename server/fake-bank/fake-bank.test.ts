import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fakeBankClient } from '#server/sales/payments/banks/create-provider.ts';
import { bankOrders } from '#tests/factories/bank-calls.ts';
import { payAtBank, startBeside } from '#tests/factories/purchases.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { tickFakeBank } from './bank-orders.ts';
import { fakeBankRefunds } from './fake-bank.table.ts';

const API = '/fake-bank/payments/v1';

const orderOf = (app: TestApp, changes: object = {}) => ({
  callback_url: `${app.url}/api/payments/callback/fake`,
  external_order_id: '41',
  purchase_units: { currency: 'GEL', total_amount: 40.5, basket: [{ product_id: '1', quantity: 1, unit_price: 40.5 }] },
  redirect_urls: { success: `${app.deps.env.publicUrl}/yes?order=t`, fail: `${app.deps.env.publicUrl}/no?order=t` },
  ttl: 12,
  ...changes,
});

async function signIn(app: TestApp): Promise<Record<string, string>> {
  const { clientId, clientSecret } = fakeBankClient(app.deps.env);
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const response = await fetch(`${app.url}/fake-bank/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = await response.json();
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

async function call(app: TestApp, method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const init = { method, headers: { ...(await signIn(app)), ...headers } };
  const response = await fetch(app.url + API + path, body === undefined ? init : { ...init, body: JSON.stringify(body) });
  const text = await response.text();
  return { status: response.status, body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text };
}

const open = (app: TestApp, changes: object = {}, headers: Record<string, string> = {}) =>
  call(app, 'POST', '/ecommerce/orders', orderOf(app, changes), headers);
const receiptOf = async (app: TestApp, id: string) => (await call(app, 'GET', `/receipt/${id}`)).body;
const statusOf = async (app: TestApp, id: string): Promise<string> => (await receiptOf(app, id)).order_status.key;

test('nobody is served without signing in', async () => {
  const { url } = await startTestApp();
  const refused = await Promise.all([
    fetch(`${url}/fake-bank/token`, { method: 'POST', body: new URLSearchParams() }),
    fetch(`${url}${API}/ecommerce/orders`, { method: 'POST', headers: { authorization: 'Bearer guess' } }),
    fetch(`${url}${API}/receipt/${randomUUID()}`),
    fetch(`${url}${API}/payment/refund/${randomUUID()}`, { method: 'POST' }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
});

test('an order that leads to anybody else is refused, and so is a published password', async () => {
  const app = await startTestApp();
  const { publicUrl } = app.deps.env;
  const port = new URL(app.url).port;
  const elsewhere = [
    { callback_url: 'http://127.0.0.1:3790/internal/admin?x=1' },
    { callback_url: `http://attacker.example:${port}/` },
    { callback_url: `${publicUrl}.attacker.example/` },
    { callback_url: `http://club@attacker.example/${publicUrl}` },
    { redirect_urls: { success: 'https://evil.example/phish', fail: `${publicUrl}/no` } },
    { redirect_urls: { success: `${publicUrl}/yes`, fail: 'https://evil.example/phish' } },
  ];
  for (const changes of elsewhere) expect(await open(app, changes)).toMatchObject({ status: 400 });
  expect(await open(app, { callback_url: `${publicUrl}/api/payments/callback/fake` })).toMatchObject({ status: 200 });
  const basic = Buffer.from('club:fake-bank-secret').toString('base64');
  const refused = await fetch(`${app.url}/fake-bank/token`, { method: 'POST', headers: { authorization: `Basic ${basic}` } });
  expect(refused.status).toBe(401);
});

test('a key repeats its order, also at once, and is refused for another one', async () => {
  const app = await startTestApp();
  const key = { 'idempotency-key': randomUUID() };
  const opened = await Promise.all([open(app, {}, key), open(app, {}, key), open(app, {}, key)]);
  expect(new Set(opened.map(({ body }) => body.id)).size).toBe(1);
  expect(await open(app, { external_order_id: '42' }, key)).toMatchObject({ status: 409 });
  expect(await bankOrders(app)).toHaveLength(1);
});

test('an order that cannot be read is refused', async () => {
  const app = await startTestApp();
  for (const changes of [
    { callback_url: 'javascript:alert(1)' },
    { ttl: 1 },
    { purchase_units: {} },
    { redirect_urls: { success: 'x', fail: 'y' } },
  ]) {
    expect(await open(app, changes)).toMatchObject({ status: 400 });
  }
});

test('a receipt has the real bank’s shape, and an unknown one is refused with text', async () => {
  const app = await startTestApp();
  const { id } = (await open(app)).body;
  expect(await receiptOf(app, id)).toMatchObject({
    order_id: id,
    external_order_id: '41',
    order_status: { key: 'created' },
    purchase_units: { request_amount: '40.50', transfer_amount: null, refund_amount: null, currency_code: 'GEL' },
  });
  const unknown = await call(app, 'GET', `/receipt/${randomUUID()}`);
  expect(unknown).toEqual({ status: 400, body: 'Invalid order_id' });
});

test('the pay page is a plain form in the language of the order, under a strict policy', async () => {
  const app = await startTestApp();
  const english = (await open(app, {}, { 'accept-language': 'en' })).body;
  const georgian = (await open(app, {}, { 'accept-language': 'ka' })).body;
  const show = (id: string) => fetch(`${app.url}/fake-bank/pay/${id}`);

  const page = await show(english.id);
  const text = await page.text();
  expect(english._links.redirect.href).toBe(`${app.deps.env.publicUrl}/fake-bank/pay/${english.id}`);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*form-action 'self' http:\/\/localhost:3000/);
  expect(text).toContain('<html lang="en">');
  expect(text).toContain('40.50 GEL');
  for (const outcome of ['approve', 'decline', 'cancel', 'late', 'duplicate', 'lost', 'slow', 'wrong-amount', 'bad-signature']) {
    expect(text).toContain(`<button name="outcome" value="${outcome}">`);
  }
  expect(text).not.toMatch(/<script|style=/);
  expect(await (await show(georgian.id)).text()).toContain('<html lang="ka">');
  expect((await show(randomUUID())).status).toBe(404);
  expect((await fetch(`${app.url}/fake-bank/pay-page.css`)).headers.get('content-type')).toContain('text/css');
});

test('the first button counts, also when two are pressed at once', async () => {
  const app = await startTestApp();
  const { id, _links: links } = (await open(app)).body;
  const press = (outcome: 'approve' | 'decline') => payAtBank(app, links.redirect.href, outcome);
  const pages = await Promise.all([press('approve'), press('decline'), press('approve')]);
  expect(new Set(pages.map(({ page }) => page)).size).toBe(1);
  expect(pages[0]?.page).toBe((await statusOf(app, id)) === 'completed' ? '/yes' : '/no');
  const closed = await (await fetch(`${app.url}/fake-bank/pay/${id}`)).text();
  expect(closed).not.toContain('<form');
  expect(closed).toContain(`href="${app.deps.env.publicUrl}${pages[0]?.page}?order=t"`);
});

test('a button that does not exist does nothing', async () => {
  const app = await startTestApp();
  const { id } = (await open(app)).body;
  const response = await fetch(`${app.url}/fake-bank/pay/${id}`, { method: 'POST', body: new URLSearchParams({ outcome: 'free' }) });
  expect(response.status).toBe(400);
  expect(await statusOf(app, id)).toBe('created');
});

test('an order lives as long as it was asked to', async () => {
  const app = await startTestApp();
  const { id, _links: links } = (await open(app)).body;
  app.clock.advanceMinutes(12);
  expect(await statusOf(app, id)).toBe('rejected');
  expect((await payAtBank(app, links.redirect.href, 'approve')).page).toBe('/no');
  expect(await statusOf(app, id)).toBe('rejected');
});

test('a late payment completes five minutes later, a slow one after three seconds', async () => {
  const app = await startTestApp();
  const orders = [(await open(app)).body, (await open(app)).body];
  await payAtBank(app, orders[0]._links.redirect.href, 'late');
  await payAtBank(app, orders[1]._links.redirect.href, 'slow');
  const statuses = () => Promise.all(orders.map(({ id }) => statusOf(app, id)));
  expect(await statuses()).toEqual(['processing', 'processing']);
  app.clock.set(new Date(app.clock.now().getTime() + 3_000));
  expect(await statuses()).toEqual(['processing', 'completed']);
  app.clock.advanceMinutes(5);
  expect(await statuses()).toEqual(['completed', 'completed']);
});

test('a refund happens once per key and never exceeds what was paid', async () => {
  const app = await startTestApp();
  const { id, _links: links } = (await open(app)).body;
  const refund = (amount: number | undefined, key: string) =>
    call(app, 'POST', `/payment/refund/${id}`, amount === undefined ? {} : { amount }, { 'idempotency-key': key });
  expect(await refund(undefined, 'too-early')).toMatchObject({ status: 400 });
  await payAtBank(app, links.redirect.href, 'lost');

  expect(await refund(40.51, 'too-much')).toMatchObject({ status: 400 });
  const first = await refund(10.5, 'part');
  expect(first).toMatchObject({ status: 200, body: { key: 'request_received' } });
  expect(await refund(10.5, 'part')).toEqual(first);
  expect(await receiptOf(app, id)).toMatchObject({
    order_status: { key: 'refunded_partially' },
    purchase_units: { refund_amount: '10.50' },
  });
  const rest = await Promise.all(['rest-1', 'rest-2', 'rest-3'].map((key) => refund(undefined, key)));
  expect(rest.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(await statusOf(app, id)).toBe('refunded');
  expect(await app.ctx.db.select().from(fakeBankRefunds)).toHaveLength(2);
});

test('two banks on one database send each callback once', async () => {
  const app = await startTestApp();
  const other = await startBeside(app);
  const { id, _links: links } = (await open(app)).body;
  await payAtBank(app, links.redirect.href, 'duplicate');
  await Promise.all([tickFakeBank(app.deps), tickFakeBank(other.deps)]);
  expect((await bankOrders(app)).find((order) => order.id === id)?.callbacksLeft).toBe(0);
});

test('in production the fake bank answers nobody who comes through a web server', async () => {
  const env = { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000', PAYMENTS: 'fake', MAIL: 'files', RATE_LIMIT_SCALE: '1' };
  const app = await startTestApp({ env });
  const status = async (headers: Record<string, string>) => (await fetch(`${app.url}/fake-bank/public-key`, { headers })).status;
  expect(await status({})).toBe(200);
  expect(await status({ 'x-forwarded-for': '203.0.113.7' })).toBe(403);
  expect(await status({ via: '1.1 proxy' })).toBe(403);
});
