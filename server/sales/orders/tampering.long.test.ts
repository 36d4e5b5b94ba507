import { expect, test } from 'vitest';
import { bankOrders } from '#tests/factories/bank-calls.ts';
import { createEvent } from '#tests/factories/events.ts';
import { comeBack, fillCart, payAtBank } from '#tests/factories/purchases.ts';
import { snapshotOf } from '#tests/factories/snapshot.ts';
import { changeEvent } from '#tests/factories/stock.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { openTestLog } from '#tests/setup/log-lines.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const REFUSED_INPUT = 'refused input';

/** A guest with a place in the cart, and the server's log. */
async function guestWithCart() {
  const { log, lines } = openTestLog();
  const app = await startTestApp({ log });
  const cart = await fillCart(app);
  const call = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    rawCall(app.url, path, { bearer: cart.user.accessToken, ...(body === undefined ? {} : { body }), headers });
  const refused = () => lines.filter(({ msg }) => msg === REFUSED_INPUT).length;
  return { app, ...cart, call, refused };
}

const wrongNumbers = [
  '0',
  '-1',
  '-0',
  '1.5',
  '1e1',
  '0x1',
  '+1',
  '%2B1',
  '01.0',
  ' 1',
  '1%20',
  '1,000',
  '9'.repeat(17),
  '9'.repeat(400),
  'NaN',
  'Infinity',
  'null',
  'true',
  '[]',
  '{}',
  '%D9%A3',
  '1%00',
  '1%0A',
  '1;2',
  "1'%20or%20'1'='1",
  '1)%3B%20drop%20table%20orders%3B--',
];

test('places in numbers that are none, or too many, are refused, told in the log, and change nothing', async () => {
  const { app, call, eventId, refused } = await guestWithCart();
  const before = await snapshotOf(app.ctx);
  const quantities = [...wrongNumbers, '101', '2147483648', '9007199254740993'];
  const paths = ['/api/Cart/add-ticket', '/api/Cart/update-ticket'].flatMap((path) => [
    ...quantities.map((quantity) => `${path}?eventId=${eventId}&quantity=${quantity}`),
    `${path}?eventId=${eventId}&quantity=1&quantity=2`,
  ]);
  for (const path of paths) expect((await call(path)).status, path).toBe(400);
  expect(refused()).toBe(paths.length);
  expect(await snapshotOf(app.ctx)).toEqual(before);
});

test('ids that are none, or of nothing that is sold, are refused and change nothing', async () => {
  const { app, call, eventId, refused } = await guestWithCart();
  const { id: draft } = await createEvent(app.ctx, { state: 'draft' });
  const before = await snapshotOf(app.ctx);
  const malformed = ['add-ticket', 'update-ticket', 'remove-ticket'].flatMap((name) =>
    ['', ...wrongNumbers, `${eventId}&eventId=${eventId}`].map((id) => `/api/Cart/${name}?eventId=${id}&quantity=1`),
  );
  for (const path of malformed) expect((await call(path)).status, path).toBe(400);
  expect(refused()).toBe(malformed.length);
  for (const id of [draft, eventId + 1_000, Number.MAX_SAFE_INTEGER]) {
    expect((await call(`/api/Cart/add-ticket?eventId=${id}`)).status).toBe(404);
    expect((await call(`/api/Cart/update-ticket?eventId=${id}&quantity=2`)).status).toBe(404);
  }
  expect(await snapshotOf(app.ctx)).toEqual(before);
});

const forged = {
  price: 0.01,
  priceTetri: 1,
  total: 0,
  totalTetri: 0,
  amount: 0.01,
  amountTetri: 1,
  currency: 'USD',
  discount: 100,
  quantity: 50,
};
const evil = 'https://evil.example/steal';
const addresses = {
  redirect: evil,
  successUrl: evil,
  failureUrl: evil,
  returnurl: evil,
  redirect_urls: { success: evil, fail: evil },
  callback_url: evil,
};

/** Extra input that a manipulated browser might add to a checkout. */
const additions: [string, string, unknown, Record<string, string>][] = [
  ['prices in the body', '', forged, {}],
  ['prices in the address', `?${new URLSearchParams(Object.entries(forged).map(([name, value]) => [name, String(value)]))}`, undefined, {}],
  ['return addresses in the body', '', addresses, {}],
  ['return addresses in the address', `?redirect=${evil}&successUrl=${evil}&returnurl=${evil}`, undefined, {}],
  [
    'another host',
    '',
    undefined,
    { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', origin: 'https://evil.example', referer: evil },
  ],
  ['another person', '?userId=1', { userId: 1, user: { id: 1 }, actor: { userId: 1, role: 'Admin' } }, { 'x-user-id': '1' }],
];

test.each(additions)('%s do nothing to a checkout: our price, our person, our addresses', async (_, query, body, headers) => {
  const { app, call, user } = await guestWithCart();
  const { status } = await call(`/api/Cart/checkout${query}`, body, headers);
  expect(status).toBe(200);
  const [order] = await bankOrders(app);
  expect(order).toMatchObject({ amountTetri: 4000, currency: 'GEL' });
  expect(JSON.stringify(order?.request)).not.toContain('evil');
  const { orders } = await snapshotOf(app.ctx);
  expect(orders).toHaveLength(1);
  expect(orders?.[0]).toContain(`,${user.id},`);
});

test('a price or an owner sent along with a place is passed over', async () => {
  const { app, call, api } = await guestWithCart();
  const { id: eventId } = await createEvent(app.ctx);
  const query = new URLSearchParams({
    eventId: String(eventId),
    price: '0.01',
    priceTetri: '1',
    userId: '1',
    basketId: '999',
    ticketTypeId: '999',
    heldUntil: '2999-01-01',
  });
  const { body } = await call(`/api/Cart/add-ticket?${query}`, { ...forged, userId: 1 });
  expect(body).toMatchObject({ price: 40 });
  expect((await api.cart.get()).ticketItems).toMatchObject([
    { price: 40, quantity: 1 },
    { price: 40, quantity: 1 },
  ]);
  await call('/api/Cart/checkout');
  expect(await bankOrders(app)).toMatchObject([{ amountTetri: 8000 }]);
});

test('a price that changes while the guest is at the bank is not the price of that order', async () => {
  const { app, call, api, eventId } = await guestWithCart();
  const { body } = await call('/api/Cart/checkout');
  await changeEvent(app.ctx, eventId, { priceTetri: 1 });
  const { token } = await payAtBank(app, String(body['redirect']), 'approve');
  expect(await comeBack(app, token)).toMatchObject({ state: 'paid' });
  expect(await bankOrders(app)).toMatchObject([{ amountTetri: 4000 }]);
  expect(await api.tickets.mine()).toHaveLength(1);
});

/** An unpaid guest who opens the return page by hand. */
async function unpaidBankReturn(): Promise<{ app: TestApp; token: string; call: Awaited<ReturnType<typeof guestWithCart>>['call'] }> {
  const { app, call } = await guestWithCart();
  await call('/api/Cart/checkout');
  const { payments } = await snapshotOf(app.ctx);
  const token = /,([\w-]{20,}),pending,/.exec(payments?.[0] ?? '')?.[1] ?? '';
  return { app, token, call };
}

test('a guest who opens the success page by hand gets no ticket, with any text in its address', async () => {
  const { app, token } = await unpaidBankReturn();
  const before = await snapshotOf(app.ctx);
  for (const claim of ['', '&state=paid', '&status=completed', '&paid=true', '&PaymentId=1', '&order_status=completed']) {
    await (await fetch(`${app.url}/successpayment?order=${token}${claim}`)).arrayBuffer();
  }
  const claims = { token, state: 'paid', status: 'completed', eventIds: [1], amount: 40 };
  expect((await rawCall(app.url, '/api/payments/return', { body: claims })).body).toMatchObject({ state: 'settling' });
  expect(await snapshotOf(app.ctx)).toEqual(before);
});

test('a token of the return page that is none is refused and changes nothing', async () => {
  const { app, token } = await unpaidBankReturn();
  const before = await snapshotOf(app.ctx);
  const bodies: unknown[] = [undefined, null, [], '', 7, {}, { token: null }, { token: 7 }, { token: [token] }, { token: { $ne: '' } }];
  bodies.push({ token: '' }, { token: 'x'.repeat(65) }, { token: 'short' }, { token: `${token}\u0000` }, { order: token });
  for (const body of bodies) expect((await rawCall(app.url, '/api/payments/return', { body })).status, JSON.stringify(body)).toBe(400);
  for (const wrong of [token.toUpperCase(), `${token}A`, token.slice(0, -1), `${token}' or '1'='1`, `%${token.slice(1)}`]) {
    expect((await rawCall(app.url, '/api/payments/return', { body: { token: wrong } })).status, wrong).toBe(404);
  }
  expect(await snapshotOf(app.ctx)).toEqual(before);
});

test('a stranger who has the address of a return page learns how it stands, and nothing of whom', async () => {
  const { app, token } = await unpaidBankReturn();
  const otherUser = await createUser(app.ctx);
  const { body } = await rawCall(app.url, '/api/payments/return', { body: { token }, bearer: otherUser.accessToken });
  expect(Object.keys(body).sort()).toEqual(['eventIds', 'state']);
  expect(await app.api(otherUser.accessToken).tickets.mine()).toEqual([]);
});
