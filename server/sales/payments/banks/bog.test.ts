import { sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { created, openBank, privateKey, receipt, request, usual } from '#tests/factories/bog-script.ts';
import { renewalTime } from './bank-http.ts';

test('an order is opened in the shape the bank wants', async () => {
  const { bank, requests } = await openBank(usual());
  expect(await bank.createCheckout(request)).toEqual({ providerOrderId: 'bank-1', redirectUrl: created._links.redirect.href });

  const [signIn, create] = requests;
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
  const { bank, requests } = await openBank(usual());
  await bank.createCheckout({
    ...request,
    lines: [{ ticketTypeId: 6, description: 'Free night', quantity: 1, priceTetri: 0 }, ...request.lines],
  });
  const { purchase_units: units } = JSON.parse(requests.at(-1)?.body ?? '');
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
  const { bank, requests } = await openBank(usual());
  await bank.refund({ providerOrderId: 'bank/1', amountTetri: 1999, refundedBeforeTetri: 0, idempotencyKey: 'key-1' });
  expect(requests[1]).toMatchObject({ method: 'POST', path: '/payment/refund/bank%2F1', body: '{"amount":19.99}' });
  expect(requests[1]?.headers['idempotency-key']).toBe('key-1');
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
