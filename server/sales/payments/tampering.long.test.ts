import { sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { goToBank, openClub, postCallback } from '#tests/factories/bank-visits.ts';
import { realBanks, type RealBank } from '#tests/factories/real-banks.ts';
import { snapshotOf } from '#tests/factories/snapshot.ts';
import { sweepAll } from '#tests/factories/staff-money.ts';
import { unknownDevicesKey } from '#tests/setup/bog-double.ts';
import { openTestLog } from '#tests/setup/log-lines.ts';
import { paymentCallbacks, payments } from '#server/sales/tables/payments.table.ts';

const SIGNATURE = 'callback-signature';

/** An unpaid guest on the bank's page, another one who has paid, and the server's log. */
async function unpaidAt(name: RealBank, env: Record<string, string> = {}) {
  const { log, lines } = openTestLog();
  const club = await openClub(name, { log, env });
  const { bankId } = await goToBank(club);
  const other = await goToBank(club);
  club.double.pay(other.bankId);
  const questions = () => club.double.server.callsOf(club.double.paths.read).length;
  const inbox = () => club.app.ctx.db.select().from(paymentCallbacks).orderBy(paymentCallbacks.id);
  const books = () => snapshotOf(club.app.ctx, { without: ['payment_callbacks'] });
  return { ...club, club, bankId, otherId: other.bankId, lines, questions, inbox, books };
}
type Unpaid = Awaited<ReturnType<typeof unpaidAt>>;

/** Makes the bank's own API report the order as paid. */
const claimPaid = ({ double, bankId }: Unpaid): string => double.callback(bankId).body.replaceAll('"created"', '"completed"');
const signedBy = (key: typeof unknownDevicesKey, body: string): string => sign('RSA-SHA256', Buffer.from(body), key).toString('base64');

const forgeries: [string, (unpaid: Unpaid) => { body: string | Buffer; headers: Record<string, string> }][] = [
  [
    'is signed by a stranger',
    (unpaid) => ({ body: claimPaid(unpaid), headers: { [SIGNATURE]: signedBy(unknownDevicesKey, claimPaid(unpaid)) } }),
  ],
  ['is not signed', (unpaid) => ({ body: claimPaid(unpaid), headers: {} })],
  ['is signed with nothing', (unpaid) => ({ body: claimPaid(unpaid), headers: { [SIGNATURE]: '' } })],
  ['is signed with noise', (unpaid) => ({ body: claimPaid(unpaid), headers: { [SIGNATURE]: 'AAAA'.repeat(1_000) } })],
  ['is signed with no base64', (unpaid) => ({ body: claimPaid(unpaid), headers: { [SIGNATURE]: '!?%00' } })],
  ['says paid under the signature of another state', (unpaid) => ({ ...unpaid.double.callback(unpaid.bankId), body: claimPaid(unpaid) })],
  [
    'carries the signature of another order',
    ({ double, bankId, otherId }) => {
      const { body, headers } = double.callback(otherId);
      return { body: body.replaceAll(otherId, bankId), headers };
    },
  ],
  [
    'has one more space',
    ({ double, bankId }) => {
      const { body, headers } = double.callback(bankId);
      return { body: `${body} `, headers };
    },
  ],
  [
    'says the same in another order',
    ({ double, bankId }) => {
      const { body, headers } = double.callback(bankId);
      const { event, zoned_request_time: time, body: receipt } = JSON.parse(body);
      return { body: JSON.stringify({ body: receipt, event, zoned_request_time: time }), headers };
    },
  ],
  [
    'writes a letter otherwise',
    ({ double, bankId }) => {
      const { body, headers } = double.callback(bankId);
      return { body: body.replace('order_payment', '\\u006frder_payment'), headers };
    },
  ],
  [
    'says its id twice',
    ({ double, bankId, otherId }) => {
      const { body, headers } = double.callback(otherId);
      return {
        body: body.replace('"order_id":', `"order_id":"${otherId}","order_id":`).replace(`:"${otherId}",`, `:"${bankId}",`),
        headers,
      };
    },
  ],
  [
    'has its signature in the body',
    (unpaid) => {
      const body = claimPaid(unpaid);
      return { body: JSON.stringify({ ...JSON.parse(body), [SIGNATURE]: signedBy(unknownDevicesKey, body) }), headers: {} };
    },
  ],
];

test.each(forgeries)('bog: a callback that %s is kept, told in the log, asks nobody and changes nothing', async (_, forge) => {
  const unpaid = await unpaidAt('bog');
  const before = await unpaid.books();
  const questionsBefore = unpaid.questions();
  const { body, headers } = forge(unpaid);
  expect(await postCallback(unpaid.app, 'bog', { body, headers })).toBe(200);
  expect(await unpaid.books()).toEqual(before);
  expect(unpaid.questions()).toBe(questionsBefore);
  expect(await unpaid.inbox()).toMatchObject([{ isSigned: expect.stringMatching(/invalid|absent/), handledAt: null }]);
  expect(unpaid.lines).toContainEqual(expect.objectContaining({ level: 40, msg: 'a callback without a valid signature' }));
});

const nonsense = [
  '',
  ' ',
  '{',
  'null',
  '[]',
  '0',
  '"x"',
  'true',
  '{}',
  '{"body":{}}',
  '{"body":null}',
  '{"PaymentId":null}',
  '<xml/>',
  'a=b',
];
const invalidIds = [
  'no-such-order',
  '',
  '../x',
  'a b',
  '%00',
  '\u0000',
  'x'.repeat(101),
  '__proto__',
  "' or 1=1 --",
  7,
  null,
  [],
  {},
  true,
];
const invalidBodies = [
  ...nonsense,
  ...invalidIds.map((id) => JSON.stringify({ body: { order_id: id }, event: 'order_payment' })),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  JSON.stringify({ body: { order_id: 'x' }, padding: 'y'.repeat(60_000) }),
];

test('bog: a callback about no order of ours is refused, told in the log and leaves nothing behind', async () => {
  const unpaid = await unpaidAt('bog');
  const before = await snapshotOf(unpaid.app.ctx);
  for (const body of invalidBodies) expect(await postCallback(unpaid.app, 'bog', { body, headers: {} }), body).toBe(400);
  for (const body of invalidBodies) {
    const headers = { [SIGNATURE]: signedBy(unknownDevicesKey, body) };
    expect(await postCallback(unpaid.app, 'bog', { body, headers }), body).toBe(400);
  }
  expect(await snapshotOf(unpaid.app.ctx)).toEqual(before);
  expect(unpaid.lines.filter(({ msg }) => msg === 'a callback about no payment of ours')).toHaveLength(invalidBodies.length * 2);
});

test('tbc: a callback that names no payment is refused, one about an unknown payment is ignored; the bank is not called and nothing changes', async () => {
  const unpaid = await unpaidAt('tbc');
  const before = await snapshotOf(unpaid.app.ctx);
  const callsBefore = unpaid.double.server.requests.length;
  const named = invalidIds.map((id) => JSON.stringify({ PaymentId: id }));
  for (const body of [...nonsense, ...named]) {
    const isName = named.indexOf(body) === 0 || body.includes('__proto__');
    expect(await postCallback(unpaid.app, 'tbc', { body, headers: {} }), body).toBe(isName ? 200 : 400);
  }
  expect(await snapshotOf(unpaid.app.ctx)).toEqual(before);
  expect(unpaid.double.server.requests).toHaveLength(callsBefore);
});

test.each(realBanks)('%s: a callback that comes before any money, however true it looks, issues nothing', async (name) => {
  const unpaid = await unpaidAt(name);
  const before = await unpaid.books();
  expect(await postCallback(unpaid.app, name, unpaid.double.callback(unpaid.bankId))).toBe(200);
  expect(await unpaid.books()).toEqual(before);
});

test.each(realBanks)('%s: what it sends counts at its own address only', async (name) => {
  const unpaid = await unpaidAt(name);
  const before = await snapshotOf(unpaid.app.ctx);
  unpaid.double.pay(unpaid.bankId);
  const call = unpaid.double.callback(unpaid.bankId);
  const statuses = ['fake', ...realBanks, 'stripe', 'BOG%00', '..%2fbog']
    .filter((other) => other !== name)
    .map((other) => postCallback(unpaid.app, other, call));
  expect((await Promise.all(statuses)).every((status) => status === 400 || status === 404)).toBe(true);
  expect(await snapshotOf(unpaid.app.ctx)).toEqual(before);
});

test.each(realBanks)('%s: other methods and packed or endless bodies are refused', async (name) => {
  const unpaid = await unpaidAt(name);
  const before = await snapshotOf(unpaid.app.ctx);
  const url = `${unpaid.app.url}/api/payments/callback/${name}`;
  const { body, headers } = unpaid.double.callback(unpaid.bankId);
  const json = { ...headers, 'content-type': 'application/json' };
  const answers = await Promise.all([
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) =>
      fetch(url, method === 'GET' ? { method, headers } : { method, headers: json, body }),
    ),
    fetch(url, {
      method: 'POST',
      headers: { ...json, 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(Buffer.alloc(20_000_000))),
    }),
    fetch(url, { method: 'POST', headers: json, body: body + ' '.repeat(70_000) }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([405, 405, 405, 405, 413, 413]);
  expect(await snapshotOf(unpaid.app.ctx)).toEqual(before);
});

test('bog: whatever strangers send about one order is one row of each kind, and one question of the sweeper', async () => {
  const unpaid = await unpaidAt('bog');
  const body = (index: number): string => JSON.stringify({ body: { order_id: unpaid.bankId }, padding: `${index}`.repeat(5_000) });
  for (let index = 0; index < 20; index += 1) {
    await postCallback(unpaid.app, 'bog', { body: body(index), headers: {} });
    await postCallback(unpaid.app, 'bog', { body: body(index), headers: { [SIGNATURE]: signedBy(unknownDevicesKey, body(index)) } });
  }
  const rows = await unpaid.inbox();
  expect(rows.map(({ isSigned, times }) => [isSigned, times])).toEqual([
    ['absent', 20],
    ['invalid', 20],
  ]);
  expect(Math.max(...rows.map((row) => row.body.length))).toBeLessThanOrEqual(2_000);
  await sweepAll(unpaid.app);
  expect((await unpaid.inbox()).every(({ handledAt }) => handledAt !== null)).toBe(true);
  expect((await unpaid.app.ctx.db.select().from(payments).orderBy(payments.id)).map(({ state }) => state)).toEqual(['pending', 'paid']);
});

test.each(realBanks)('%s: one address may send only so many unsigned callbacks a minute, and signed ones go on', async (name) => {
  const unpaid = await unpaidAt(name, { RATE_LIMIT_SCALE: '0.05' });
  const unsigned = { body: unpaid.double.callback(unpaid.bankId).body, headers: {} };
  const statuses: number[] = [];
  for (let call = 0; call < 32; call += 1) statuses.push(await postCallback(unpaid.app, name, unsigned));
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429, 429]);
  const signed = await postCallback(unpaid.app, name, unpaid.double.callback(unpaid.bankId));
  expect(signed).toBe(name === 'bog' ? 200 : 429);
  unpaid.app.clock.advanceMinutes(1);
  expect(await postCallback(unpaid.app, name, unsigned)).toBe(200);
});

test('bog: the same true callback a hundred times is one row and one set of tickets', async () => {
  const unpaid = await unpaidAt('bog');
  const call = unpaid.double.callback(unpaid.otherId);
  for (let round = 0; round < 10; round += 1) {
    const statuses = await Promise.all(Array.from({ length: 10 }, () => postCallback(unpaid.app, 'bog', call)));
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  expect(await unpaid.inbox()).toMatchObject([{ isSigned: 'valid', times: 100 }]);
  const { tickets } = await unpaid.books();
  expect(tickets).toHaveLength(1);
});
