import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS } from '#shared/durations.ts';
import { checkoutRequest } from '#tests/factories/real-banks.ts';
import { json, startBankServer } from '#tests/setup/bank-server.ts';
import { startTbcDouble, TBC_CLIENT } from '#tests/setup/tbc-double.ts';
import { createTbc } from './tbc.ts';

async function openTbc() {
  let now = 1_795_000_000_000;
  const double = await startTbcDouble(() => now);
  const bank = createTbc({
    ...TBC_CLIENT,
    apiUrl: double.url,
    callbackUrl: 'https://rkali.example/api/payments/callback/tbc',
    methods: [5, 9, 14],
    pages: ['.tbcpayments.ge'],
    now: () => now,
  });
  return { double, bank, nextDay: () => void (now += DAY_MS) };
}

async function paidTbc() {
  const opened = await openTbc();
  const { providerOrderId } = await opened.bank.createCheckout(checkoutRequest());
  opened.double.payment(providerOrderId).status = 'Succeeded';
  const refund = (amountTetri: number, refundedBeforeTetri: number) =>
    opened.bank.refund({ providerOrderId, amountTetri, refundedBeforeTetri, idempotencyKey: randomUUID() });
  return { ...opened, providerOrderId, refund };
}

test('a payment is opened in the shape TBC wants', async () => {
  const { double, bank } = await openTbc();
  expect(await bank.createCheckout(checkoutRequest())).toEqual({
    providerOrderId: double.payments[0]?.payId,
    redirectUrl: `https://ecom.tbcpayments.ge/pay/${double.payments[0]?.payId}`,
  });
  const [signIn, create] = double.requests;
  expect(signIn).toMatchObject({ method: 'POST', path: '/v1/tpay/access-token', body: 'client_id=7000001&client_secret=tbc-secret' });
  expect(signIn?.headers).toMatchObject({ apikey: 'tbc-app-key' });
  expect(signIn?.headers['content-type']).toContain('application/x-www-form-urlencoded');
  expect(create).toMatchObject({ method: 'POST', path: '/v1/tpay/payments' });
  expect(create?.headers).toMatchObject({ apikey: 'tbc-app-key', authorization: 'Bearer token-1', 'content-type': 'application/json' });
  expect(JSON.parse(create?.body ?? '')).toEqual({
    amount: { currency: 'GEL', total: 40.5, subtotal: 40.5, tax: 0, shipping: 0 },
    returnurl: 'https://rkali.example/successpayment?order=t',
    callbackUrl: 'https://rkali.example/api/payments/callback/tbc',
    merchantPaymentId: '7',
    extra: 'Order 7',
    expirationMinutes: 12,
    methods: [5, 9, 14],
    preAuth: false,
    language: 'KA',
  });
});

test.each([
  ['Created', 'pending'],
  ['Processing', 'pending'],
  ['PaymentCompletionProcessing', 'pending'],
  ['Succeeded', 'paid'],
  ['Failed', 'failed'],
  ['Expired', 'failed'],
  ['CancelPaymentProcessing', 'refunding'],
  ['Returned', 'refunded'],
  ['PartialReturned', 'unclear'],
  ['WaitingConfirm', 'unclear'],
  ['succeeded', 'unclear'],
  ['', 'unclear'],
  ['constructor', 'unclear'],
  ['__proto__', 'unclear'],
])('a payment that is "%s" is %s to us', async (status, state) => {
  const { double, bank, providerOrderId } = await paidTbc();
  double.payment(providerOrderId).status = status;
  expect(await bank.getStatus(providerOrderId)).toMatchObject({
    state,
    externalOrderId: undefined,
    amountTetri: 4050,
    refundedTetri: 0,
    currency: 'GEL',
  });
});

test('the order is compared when the bank names it', async () => {
  const { double, bank, providerOrderId } = await paidTbc();
  double.namesMerchantId = true;
  expect(await bank.getStatus(providerOrderId)).toMatchObject({ externalOrderId: '7' });
});

test('details of another payment are no answer', async () => {
  const details = { payId: 'other', status: 'Succeeded', currency: 'GEL', amount: 40.5 };
  const { url } = await startBankServer(({ path }) => json(path.endsWith('token') ? { access_token: 't', expires_in: 60 } : details));
  const bank = createTbc({ ...TBC_CLIENT, apiUrl: url, callbackUrl: '', methods: [5], pages: () => true });
  await expect(bank.getStatus('mine')).rejects.toMatchObject({ outcome: 'unknown' });
  expect(await bank.getStatus('other')).toMatchObject({ state: 'paid' });
});

test('on the day of the payment one part goes back, further ones from the next day on', async () => {
  const { double, providerOrderId, refund, nextDay } = await paidTbc();
  await refund(1000, 0);
  await expect(refund(1000, 1000)).rejects.toMatchObject({ outcome: 'refused' });
  nextDay();
  await refund(1000, 1000);
  nextDay();
  await refund(2050, 2000);
  expect(double.payment(providerOrderId)).toMatchObject({ status: 'Returned', returnedTetri: 4050 });
});

test('a refund that the bank has done already is not asked for again, and one under way is waited for', async () => {
  const { double, providerOrderId, refund } = await paidTbc();
  double.holdsRefunds = true;
  await refund(1000, 0);
  await expect(refund(1000, 0)).rejects.toMatchObject({ outcome: 'unknown' });
  double.holdsRefunds = false;
  await refund(1000, 0);
  expect(double.payment(providerOrderId).returnedTetri).toBe(1000);
  expect(double.callsOf(`/v1/tpay/payments/${providerOrderId}/cancel`)).toHaveLength(1);
});

test('a callback names a payment and proves nothing', async () => {
  const { bank } = await openTbc();
  const read = (body: string) => bank.parseCallback({ rawBody: Buffer.from(body), headers: {} });
  expect(await read('{"PaymentId":"abc123"}')).toEqual({ providerOrderId: 'abc123', signature: 'absent' });
  for (const body of [
    '',
    '{',
    '[]',
    'null',
    '{}',
    '{"PaymentId":1}',
    '{"PaymentId":"a b"}',
    '{"paymentid":"abc"}',
    '{"PaymentId":"a\\u0000"}',
  ]) {
    expect(await read(body), body).toEqual({ providerOrderId: undefined, signature: 'absent' });
  }
});
