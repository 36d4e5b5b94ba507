import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/durations.ts';
import { adapterOf, bankOf, checkoutRequest, realBanks, startDouble, type RealBank } from '#tests/factories/real-banks.ts';
import type { Fault } from '#tests/setup/bank-server.ts';
import type { ExpiryForm } from '#tests/setup/bank-tokens.ts';

const faults = [
  'silence',
  'standstill',
  'cut off',
  'no JSON',
  'endless text',
  'web page',
  'gateway',
  'failure',
  'busy',
  'elsewhere',
] as const satisfies Fault[];
/** Short timeouts, for a bank that never answers. */
const SHORT_TIMEOUTS = { timeouts: { signInMs: 500, readMs: 500, writeMs: 500 } };
const isEndless = (fault: Fault): boolean => fault === 'silence' || fault === 'standstill';
const timeoutsFor = (fault: Fault) => (isEndless(fault) ? SHORT_TIMEOUTS : {});
const each = <T>(cases: readonly T[]): [RealBank, T][] => realBanks.flatMap((bank) => cases.map((one): [RealBank, T] => [bank, one]));

/** A bank with one order that a guest has paid. */
async function paidAt(name: RealBank, amountTetri = 4050) {
  const double = await startDouble(name);
  const bank = bankOf(double);
  const { providerOrderId } = await bank.createCheckout(checkoutRequest({ amountTetri }));
  double.pay(providerOrderId);
  const refund = (amount: number, refundedBeforeTetri: number, idempotencyKey: string = randomUUID(), asker = bank) =>
    asker.refund({ providerOrderId, amountTetri: amount, refundedBeforeTetri, idempotencyKey });
  return { double, bank, providerOrderId, refund };
}

test.each(realBanks)('%s opens an order, tells how it stands, and sends money back', async (name) => {
  const double = await startDouble(name);
  const bank = adapterOf(double);
  const { providerOrderId, redirectUrl } = await bank.createCheckout(checkoutRequest());
  expect(double.opened()).toEqual([providerOrderId]);
  expect(redirectUrl).toMatch(/^https:\/\//);
  const known = { amountTetri: 4050, currency: 'GEL', refundedTetri: 0 };
  expect(await bank.getStatus(providerOrderId)).toMatchObject({ ...known, state: 'pending' });
  double.pay(providerOrderId);
  expect(await bank.getStatus(providerOrderId)).toMatchObject({ ...known, state: 'paid' });
  await bank.refund({ providerOrderId, amountTetri: 4050, refundedBeforeTetri: 0, idempotencyKey: randomUUID() });
  expect(await bank.getStatus(providerOrderId)).toMatchObject({ state: 'refunded', refundedTetri: 4050 });
});

test.each(each([1, 7, 29, 1999, 4050, 4099, 115, 100_000, 123_456_789]))(
  '%s is told %i tetri exactly, and answers them',
  async (name, tetri) => {
    const { double, bank, providerOrderId, refund } = await paidAt(name, tetri);
    expect(await bank.getStatus(providerOrderId)).toMatchObject({ amountTetri: tetri });
    await refund(tetri, 0);
    expect(double.refundedTetri(providerOrderId)).toBe(tetri);
    const decimal = `${Math.floor(tetri / 100)}.${String(tetri % 100).padStart(2, '0')}`.replace(/\.?0+$/, '');
    const [create] = double.server.callsOf(double.paths.create);
    expect(create?.body).toMatch(new RegExp(`"total(_amount)?":${decimal.replace('.', '\\.') || '0'}[,}]`));
  },
);

test.each(each<ExpiryForm>(['seconds', 'text', 'epoch seconds', 'epoch milliseconds']))(
  '%s writes the end of its token as %s: one serves until shortly before it',
  async (name, form) => {
    let now = 1_795_000_000_000;
    const double = await startDouble(name, () => now);
    double.tokens.form = form;
    double.tokens.lifeMs = 10 * MINUTE_MS;
    const bank = bankOf(double, { now: () => now });
    const { providerOrderId } = await bank.createCheckout(checkoutRequest());
    now += 8 * MINUTE_MS;
    await Promise.all([bank.getStatus(providerOrderId), bank.getStatus(providerOrderId)]);
    expect(double.tokens.given).toBe(1);
    now += MINUTE_MS + 1;
    await Promise.all([bank.getStatus(providerOrderId), bank.getStatus(providerOrderId)]);
    expect(double.tokens.given).toBe(2);
  },
);

test.each(realBanks)('%s gets a token renewed within the hour, however long it would live', async (name) => {
  let now = 1_795_000_000_000;
  const double = await startDouble(name, () => now);
  double.tokens.lifeMs = 24 * 60 * MINUTE_MS;
  const bank = bankOf(double, { now: () => now });
  const { providerOrderId } = await bank.createCheckout(checkoutRequest());
  now += 61 * MINUTE_MS;
  await bank.getStatus(providerOrderId);
  expect(double.tokens.given).toBe(2);
});

test.each(realBanks)('%s forgets its tokens midway: one new one, one more try', async (name) => {
  const double = await startDouble(name);
  const bank = bankOf(double);
  const { providerOrderId } = await bank.createCheckout(checkoutRequest());
  double.tokens.forget();
  await Promise.all([1, 2, 3, 4].map(() => bank.getStatus(providerOrderId)));
  expect(double.tokens.given).toBe(2);
});

test.each(realBanks)('%s takes no token at all: it is asked twice and not more', async (name) => {
  const double = await startDouble(name);
  const bank = bankOf(double);
  double.server.fail(double.paths.create, 'not signed in', 'not signed in');
  await expect(bank.createCheckout(checkoutRequest())).rejects.toMatchObject({ outcome: 'refused' });
  expect(double.server.callsOf(double.paths.create)).toHaveLength(2);
  expect(double.tokens.given).toBe(2);
});

test.each(each(faults))('%s answers an opening with %s: its end is unknown', async (name, fault) => {
  const double = await startDouble(name);
  double.server.fail(double.paths.create, fault);
  const bank = bankOf(double, timeoutsFor(fault));
  await expect(bank.createCheckout(checkoutRequest())).rejects.toMatchObject({ outcome: 'unknown' });
});

test.each(['silence', 'cut off', 'no JSON', 'gateway'] as const)(
  'bog answers an opening with %s: under the same key it is opened once',
  async (fault) => {
    const double = await startDouble('bog');
    const request = checkoutRequest();
    double.server.fail(double.paths.create, fault);
    await expect(bankOf(double, timeoutsFor(fault)).createCheckout(request)).rejects.toMatchObject({ outcome: 'unknown' });
    const opened = await Promise.all([1, 2, 3].map(() => bankOf(double).createCheckout(request)));
    expect(double.opened()).toEqual([opened[0]?.providerOrderId]);
    expect(new Set(opened.map(({ redirectUrl }) => redirectUrl)).size).toBe(1);
  },
);

test.each(each(faults))('%s answers a question with %s: nothing is known', async (name, fault) => {
  const { double, bank, providerOrderId } = await paidAt(name);
  double.server.fail(double.paths.read, fault);
  await expect(bankOf(double, timeoutsFor(fault)).getStatus(providerOrderId)).rejects.toMatchObject({ outcome: 'unknown' });
  expect(await bank.getStatus(providerOrderId)).toMatchObject({ state: 'paid' });
});

test.each(each(faults))('%s answers a sign-in with %s: nothing is known, and the next call signs in anew', async (name, fault) => {
  const double = await startDouble(name);
  const bank = bankOf(double, isEndless(fault) ? { timeouts: { signInMs: SHORT_TIMEOUTS.timeouts.signInMs } } : {});
  double.server.fail(double.paths.signIn, fault);
  await expect(bank.createCheckout(checkoutRequest())).rejects.toMatchObject({ outcome: 'unknown' });
  expect(double.opened()).toEqual([]);
  expect(await bank.createCheckout(checkoutRequest())).toMatchObject({ providerOrderId: double.opened()[0] });
});

test.each(each(['silence', 'cut off', 'no JSON', 'gateway'] as const))(
  '%s answers a refund with %s: it is asked for again and happens once',
  async (name, fault) => {
    const { double, providerOrderId, refund } = await paidAt(name);
    const key = randomUUID();
    // The request for TBC's status comes first, and succeeds.
    if (name === 'bog') double.server.fail(double.paths.refund, fault);
    else double.server.fail(`${double.paths.refund}${providerOrderId}/cancel`, fault);
    await expect(
      refund(1050, 0, key, bankOf(double, isEndless(fault) ? { timeouts: { writeMs: SHORT_TIMEOUTS.timeouts.writeMs } } : {})),
    ).rejects.toMatchObject({ outcome: 'unknown' });
    await refund(1050, 0, key);
    expect(double.refundedTetri(providerOrderId)).toBe(1050);
  },
);

test.each(realBanks)('%s never sends more back than was paid', async (name) => {
  const { double, providerOrderId, refund } = await paidAt(name);
  await expect(refund(4051, 0)).rejects.toMatchObject({ outcome: 'refused' });
  await refund(4050, 0);
  await expect(refund(1, 4050)).rejects.toMatchObject({ outcome: 'refused' });
  expect(double.refundedTetri(providerOrderId)).toBe(4050);
});

test.each(realBanks)('%s has nothing to send back before anything was paid', async (name) => {
  const double = await startDouble(name);
  const bank = bankOf(double);
  const { providerOrderId } = await bank.createCheckout(checkoutRequest());
  const attempt = bank.refund({ providerOrderId, amountTetri: 4050, refundedBeforeTetri: 0, idempotencyKey: randomUUID() });
  await expect(attempt).rejects.toMatchObject({ outcome: 'refused' });
});

test.each(realBanks)('%s does not know an order that is not its own', async (name) => {
  const bank = bankOf(await startDouble(name));
  for (const id of [randomUUID(), '../../token', 'a b', '%2e%2e', '?x=1']) {
    await expect(bank.getStatus(id)).rejects.toMatchObject({ outcome: 'refused' });
  }
});

const similarHosts = (host: string): string[] => [
  `${host}.evil.example`,
  `evil${host}`,
  `${host}@evil.example`,
  `user:word@${host}`,
  `${host}:8443`,
  `evil.example#${host}`,
  `evil.example?${host}`,
  `evil.example/${host}`,
  `evil.example\\${host}`,
  `${host}%2eevil.example`,
  host.replace('b', '\u0432'),
];

test.each([
  ['bog', 'bog.ge', { BOG_PAGE_HOSTS: '.bog.ge' }],
  ['tbc', 'tbcpayments.ge', { TBC_PAGE_HOSTS: '.tbcpayments.ge' }],
] as const)('a guest is sent to no page that only looks like one of %s', async (name, host, hosts) => {
  const double = await startDouble(name);
  const bank = adapterOf(double, hosts);
  for (const page of similarHosts(host)) {
    double.leadTo(page);
    await expect(bank.createCheckout(checkoutRequest()), page).rejects.toMatchObject({ name: 'Error' });
  }
  double.leadTo(`pay.${host}`);
  expect(await bank.createCheckout(checkoutRequest())).toMatchObject({ redirectUrl: expect.stringContaining(`https://pay.${host}/`) });
});

test.each([
  ['bog', { BOG_PAGE_HOSTS: 'payment.bog.ge' }, 'pay.bog.ge'],
  ['tbc', { TBC_PAGE_HOSTS: 'ecom.tbcpayments.ge' }, 'checkout.tbcbank.ge'],
] as const)('%s: the pages are those that are configured', async (name, hosts, other) => {
  const double = await startDouble(name);
  const bank = adapterOf(double, hosts);
  await bank.createCheckout(checkoutRequest());
  double.leadTo(other);
  await expect(bank.createCheckout(checkoutRequest())).rejects.toMatchObject({ outcome: 'refused' });
});
