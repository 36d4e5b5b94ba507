import { expect, test } from 'vitest';
import { readEnv } from '#server/platform/config/env.ts';
import { created, openBank, pem, receipt, request, startBank, token, usual } from '#tests/factories/bog-script.ts';
import { createProvider } from './create-provider.ts';

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

test('a bank that accepts no token is asked twice and not more', async () => {
  const { bank, requests } = await openBank(usual({ '/receipt/bank-1': { status: 401 } }));
  await expect(bank.getStatus('bank-1')).rejects.toMatchObject({ outcome: 'refused' });
  expect(requests.map(({ path }) => path)).toEqual(['/token', '/receipt/bank-1', '/token', '/receipt/bank-1']);
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
