import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { createBog } from './bog.ts';
import { renewalTime } from './bank-token.ts';
import { createProvider } from './create-provider.ts';
import type { CheckoutRequest, PaymentProvider } from './provider.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

type Asked = { method: string; path: string; headers: IncomingMessage['headers']; body: string };
type Reply = { status?: number; body?: unknown; text?: string };
type BankScript = (asked: Asked, all: Asked[]) => Reply;

const token = { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600 };
const receipt = {
  order_id: 'bank-1',
  external_order_id: '7',
  order_status: { key: 'completed', value: 'x' },
  purchase_units: { request_amount: '40.50', transfer_amount: '40.50', refund_amount: '0.00', currency_code: 'GEL' },
};
const created = { id: 'bank-1', _links: { redirect: { href: 'https://payment.bog.ge/?order_id=bank-1' } } };

/** A bank on a port of its own that answers by a script and remembers what it was asked. */
async function startBank(script: BankScript): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const call = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      asked.push(call);
      const reply = script(call, asked);
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
      response.end(reply.text ?? JSON.stringify(reply.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${portOf(server.address())}`, asked };
}

const portOf = (address: string | AddressInfo | null): number => (typeof address === 'object' && address ? address.port : 0);

async function openBank(script: BankScript): Promise<{ bank: PaymentProvider; asked: Asked[] }> {
  const { url, asked } = await startBank(script);
  const bank = createBog({
    name: 'bog',
    clientId: 'club',
    clientSecret: 'secret',
    tokenUrl: () => `${url}/token`,
    apiUrl: () => url,
    callbackUrl: () => 'https://rkali.example/callback',
    publicKey: async () => pem,
    isBankPage: ({ hostname }) => hostname === 'payment.bog.ge',
  });
  return { bank, asked };
}

/** Everything as it should be, unless the path is answered otherwise. */
const usual =
  (replies: Record<string, Reply> = {}): BankScript =>
  ({ path }) =>
    replies[path] ?? { body: path === '/token' ? token : path.startsWith('/receipt') ? receipt : created };

const request: CheckoutRequest = {
  paymentId: 3,
  orderId: 7,
  idempotencyKey: '0f9b7c0e-3c1f-4e0a-9a53-3f5a1b2c3d4e',
  amountTetri: 4050,
  currency: 'GEL',
  language: 'ka',
  lines: [{ basketId: 5, description: 'Night: Entry', quantity: 1, priceTetri: 4050 }],
  successUrl: 'https://rkali.example/successpayment?order=t',
  failureUrl: 'https://rkali.example/failpayment?order=t',
  lifetimeMs: 12 * 60_000,
};

test('an order is opened in the shape the bank wants', async () => {
  const { bank, asked } = await openBank(usual());
  expect(await bank.createCheckout(request)).toEqual({ providerOrderId: 'bank-1', redirectUrl: created._links.redirect.href });

  const [signIn, create] = asked;
  expect(signIn).toMatchObject({ method: 'POST', path: '/token', body: 'grant_type=client_credentials' });
  expect(signIn?.headers.authorization).toBe(`Basic ${Buffer.from('club:secret').toString('base64')}`);
  expect(create).toMatchObject({ method: 'POST', path: '/ecommerce/orders' });
  expect(create?.headers).toMatchObject({
    authorization: 'Bearer token-1',
    'idempotency-key': request.idempotencyKey,
    'accept-language': 'ka',
    'content-type': 'application/json',
  });
  expect(JSON.parse(create?.body ?? '')).toEqual({
    callback_url: 'https://rkali.example/callback',
    external_order_id: '7',
    capture: 'automatic',
    purchase_units: {
      currency: 'GEL',
      total_amount: 40.5,
      basket: [{ product_id: '5', description: 'Night: Entry', quantity: 1, unit_price: 40.5, total_price: 40.5 }],
    },
    redirect_urls: { success: request.successUrl, fail: request.failureUrl },
    ttl: 12,
    payment_method: ['card', 'google_pay', 'apple_pay'],
  });
});

test('the bank is told of what costs something only', async () => {
  const { bank, asked } = await openBank(usual());
  await bank.createCheckout({
    ...request,
    lines: [{ basketId: 6, description: 'Free night', quantity: 1, priceTetri: 0 }, ...request.lines],
  });
  const { purchase_units: units } = JSON.parse(asked.at(-1)?.body ?? '');
  expect(units).toMatchObject({ total_amount: 40.5, basket: [{ product_id: '5' }] });
});

test.each([
  ['created', 'pending'],
  ['processing', 'pending'],
  ['auth_requested', 'pending'],
  ['completed', 'paid'],
  ['rejected', 'failed'],
  ['refund_requested', 'refunding'],
  ['refunded', 'refunded'],
  ['blocked', 'unclear'],
  ['partial_completed', 'unclear'],
  ['refunded_partially', 'unclear'],
  ['constructor', 'unclear'],
])('a receipt that says %s is %s to us', async (key, state) => {
  const { bank } = await openBank(usual({ '/receipt/bank-1': { body: { ...receipt, order_status: { key } } } }));
  expect(await bank.getStatus('bank-1')).toMatchObject({
    state,
    externalOrderId: '7',
    amountTetri: 4050,
    refundedTetri: 0,
    currency: 'GEL',
  });
});

test.each([
  ['40.5', 4050],
  ['0.07', 7],
  ['1234567.89', 123_456_789],
  [40, 4000],
])('the amount %s is read without rounding', async (amount, tetri) => {
  const units = { ...receipt.purchase_units, request_amount: amount, refund_amount: null };
  const { bank } = await openBank(usual({ '/receipt/bank-1': { body: { ...receipt, purchase_units: units } } }));
  expect(await bank.getStatus('bank-1')).toMatchObject({ amountTetri: tetri, refundedTetri: 0 });
});

test.each(['40.505', '-1', '1e3', 'forty', '', '21474836.48', '999999999.99'])('the amount "%s" is not understood', async (amount) => {
  const units = { ...receipt.purchase_units, request_amount: amount };
  const { bank } = await openBank(usual({ '/receipt/bank-1': { body: { ...receipt, purchase_units: units } } }));
  await expect(bank.getStatus('bank-1')).rejects.toMatchObject({ outcome: 'unknown' });
});

test('a refund carries its amount and key', async () => {
  const { bank, asked } = await openBank(usual());
  await bank.refund({ providerOrderId: 'bank/1', amountTetri: 1999, refundedBeforeTetri: 0, idempotencyKey: 'key-1' });
  expect(asked[1]).toMatchObject({ method: 'POST', path: '/payment/refund/bank%2F1', body: '{"amount":19.99}' });
  expect(asked[1]?.headers['idempotency-key']).toBe('key-1');
});

test('one token serves many calls, and a new one is fetched once when the bank no longer takes it', async () => {
  let signIns = 0;
  const { bank } = await openBank(({ path, headers }) => {
    if (path === '/token') return { body: { ...token, access_token: `token-${(signIns += 1)}` } };
    return headers.authorization === 'Bearer token-1' && signIns === 1 ? { status: 401 } : { body: receipt };
  });
  await Promise.all([bank.getStatus('bank-1'), bank.getStatus('bank-1'), bank.getStatus('bank-1')]);
  await bank.getStatus('bank-1');
  expect(signIns).toBe(2);
});

test('a bank that takes no token at all is asked twice and not more', async () => {
  const { bank, asked } = await openBank(usual({ '/receipt/bank-1': { status: 401 } }));
  await expect(bank.getStatus('bank-1')).rejects.toMatchObject({ outcome: 'refused' });
  expect(asked.map(({ path }) => path)).toEqual(['/token', '/receipt/bank-1', '/token', '/receipt/bank-1']);
});

test('a failed sign-in is not kept', async () => {
  const { bank } = await openBank(({ path }, all) => {
    if (path === '/token' && all.length === 1) return { status: 500 };
    return usual()({ path, method: '', headers: {}, body: '' }, all);
  });
  await expect(bank.getStatus('bank-1')).rejects.toMatchObject({ outcome: 'unknown' });
  expect(await bank.getStatus('bank-1')).toMatchObject({ state: 'paid' });
});

test.each([
  [400, 'refused'],
  [404, 'refused'],
  [408, 'unknown'],
  [429, 'unknown'],
  [500, 'unknown'],
  [503, 'unknown'],
])('status %i means %s', async (status, outcome) => {
  const { bank } = await openBank(usual({ '/ecommerce/orders': { status } }));
  await expect(bank.createCheckout(request)).rejects.toMatchObject({ name: 'Error', outcome });
});

test.each([
  ['no JSON', { text: '<html>' }],
  ['no order', { body: { id: 'bank-1' } }],
  ['another shape', { body: { id: 'bank-1', links: { redirect: 'https://payment.bog.ge/' } } }],
])('an answer with %s leaves the end unknown', async (_, reply) => {
  const { bank } = await openBank(usual({ '/ecommerce/orders': reply }));
  await expect(bank.createCheckout(request)).rejects.toMatchObject({ outcome: 'unknown' });
});

test.each([
  ['https://payment.bog.ge/?order_id=1', true],
  ['https://payment-sandbox.bog.ge/?order_id=1', false],
  ['https://forgotten-shop.bog.ge/?order_id=1', false],
  ['http://payment.bog.ge/?order_id=1', false],
  ['https://payment.bog.ge.evil.example/', false],
  ['https://evilbog.ge/', false],
  ['https://bog.ge@evil.example/', false],
])('guests are sent only to pages of the bank: %s is %s', async (href, isAllowed) => {
  const { url } = await startBank(usual({ '/ecommerce/orders': { body: { ...created, _links: { redirect: { href } } } } }));
  const env = readEnv({
    PAYMENTS: 'bog',
    BOG_CLIENT_ID: 'club',
    BOG_CLIENT_SECRET: 'secret',
    BOG_PUBLIC_KEY: pem,
    BOG_TOKEN_URL: `${url}/token`,
    BOG_API_URL: url,
  });
  const opened = createProvider(env, () => '').createCheckout(request);
  if (isAllowed) expect(await opened).toMatchObject({ redirectUrl: href });
  else await expect(opened).rejects.toMatchObject({ outcome: 'refused', message: expect.stringContaining(new URL(href).origin) });
});

test('a signature covers the raw bytes of a callback', async () => {
  const { bank } = await openBank(usual());
  const rawBody = Buffer.from(JSON.stringify({ event: 'order_payment', body: receipt }));
  const signature = sign('RSA-SHA256', rawBody, privateKey).toString('base64');
  const read = (body: Buffer, header?: string) =>
    bank.parseCallback({ rawBody: body, headers: header === undefined ? {} : { 'callback-signature': header } });

  expect(await read(rawBody, signature)).toEqual({ providerOrderId: 'bank-1', signature: 'valid' });
  expect(await read(rawBody)).toEqual({ providerOrderId: 'bank-1', signature: 'absent' });
  expect(await read(Buffer.concat([rawBody, Buffer.from(' ')]), signature)).toMatchObject({ signature: 'invalid' });
  expect(await read(rawBody, 'not base64 at all')).toMatchObject({ signature: 'invalid' });
  expect(await read(Buffer.from('{'), signature)).toEqual({ providerOrderId: undefined, signature: 'invalid' });
});

test('a token is renewed a minute early and never trusted beyond an hour, however its end is written', () => {
  const now = 1_795_000_000_000;
  expect(renewalTime(600, now)).toBe(now + 540_000);
  expect(renewalTime(now + 600_000, now)).toBe(now + 540_000);
  expect(renewalTime(now / 1000 + 600, now)).toBe(now + 540_000);
  expect(renewalTime(86_400, now)).toBe(now + 3_600_000);
});

test.each([
  ['107', 'declined'],
  [122, 'declined'],
  ['110', 'expired'],
  ['109', 'unknown'],
  ['toString', 'unknown'],
  [null, 'unknown'],
  [{}, 'unknown'],
])('a rejected receipt with the code %s is %s', async (code, failure) => {
  const body = { ...receipt, order_status: { key: 'rejected' }, payment_detail: { code } };
  const { bank } = await openBank(usual({ '/receipt/bank-1': { body } }));
  expect(await bank.getStatus('bank-1')).toMatchObject({ state: 'failed', failure });
});

test('an order that was cancelled says so, and a refund that came to nothing is named; what cannot be read is passed over', async () => {
  const actions = [
    'x',
    { action_id: 'a-1', action: 'refund', code: 161 },
    { action_id: 'a-2', action: 'refund', code: '100' },
    { action_id: 'a-3', action: 'cancel' },
  ];
  const body = { ...receipt, order_status: { key: 'rejected' }, actions, payment_detail: 'x' };
  const { bank } = await openBank(usual({ '/receipt/bank-1': { body } }));
  expect(await bank.getStatus('bank-1')).toMatchObject({ failure: 'cancelled', failedRefunds: ['a-1'] });
});
