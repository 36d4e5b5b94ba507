import { expect, test } from 'vitest';
import { lockOrderedPayments } from '#server/sales/payments/payments.queries.ts';
import { paymentCallbacks, payments } from '#server/sales/tables/payments.table.ts';
import { callBack, goToBank, openClub, type Club } from '#tests/factories/bank-visits.ts';
import { sweepAll } from '#tests/factories/staff-money.ts';
import { createEvent } from '#tests/factories/events.ts';
import { countLockWaits, openTransaction } from '#tests/factories/open-transaction.ts';
import { comeBack } from '#tests/factories/purchases.ts';
import { startDouble } from '#tests/factories/real-banks.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { openTestLog } from '#tests/setup/log-lines.ts';
import { warnOfOrphanedProviders } from './orphaned-providers.ts';

const allPayments = ({ app }: Club) => app.ctx.db.select().from(payments).orderBy(payments.id);
const allCallbacks = ({ app }: Club) => app.ctx.db.select().from(paymentCallbacks).orderBy(paymentCallbacks.id);

test('an opening at the Bank of Georgia whose answer is lost is repeated under its key: one order, one payment', async () => {
  const club = await openClub('bog');
  const { id: eventId } = await createEvent(club.app.ctx);
  const { cart } = club.app.api((await createUser(club.app.ctx)).accessToken);
  await cart.addTicket({ eventId });
  club.double.server.fail(club.double.paths.create, 'cut off');
  await expect(cart.checkout()).rejects.toMatchObject({ status: 503, body: { code: 'bank_unavailable' } });
  const [first, second] = await Promise.all([cart.checkout(), cart.checkout()]);
  expect(first).toEqual(second);
  expect(club.double.opened()).toHaveLength(1);
  expect(await allPayments(club)).toMatchObject([{ state: 'pending' }]);
});

test('a payment is not ended as never opened while its opening is being stored: the guest gets its page and may pay (I5)', async () => {
  const club = await openClub('bog');
  const { app, double } = club;
  const { id: eventId } = await createEvent(app.ctx);
  const { cart } = app.api((await createUser(app.ctx)).accessToken);
  await cart.addTicket({ eventId });
  const bank = app.deps.payments;
  const answered = Promise.withResolvers<void>();
  const mayStore = Promise.withResolvers<void>();
  app.deps.payments = {
    ...bank,
    createCheckout: async (request) => {
      const opened = await bank.createCheckout(request);
      answered.resolve();
      await mayStore.promise;
      return opened;
    },
  };
  const checkout = cart.checkout();
  await answered.promise;
  app.clock.advanceMinutes(16);
  const [payment] = await allPayments(club);
  if (!payment) throw new Error('A payment was expected.');
  // The row is locked, so that the opening and then the sync wait for it, each with what it read before.
  const unlock = await openTransaction(app.ctx, (tx) => lockOrderedPayments(tx.db, [payment.id]));
  mayStore.resolve();
  await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  const returned = comeBack(app, payment.returnToken);
  await expect.poll(() => countLockWaits(app.ctx)).toBe(2);
  await unlock();
  expect((await checkout).redirect).not.toBe('');
  expect(await returned).toMatchObject({ state: 'settling' });
  double.pay(double.opened()[0] ?? '');
  await sweepAll(app);
  expect(await comeBack(app, payment.returnToken)).toMatchObject({ state: 'paid' });
});

test('an opening at TBC whose answer is lost ends that payment: its page was shown to nobody, and the next press is a new one', async () => {
  const club = await openClub('tbc');
  const { id: eventId } = await createEvent(club.app.ctx);
  const { cart } = club.app.api((await createUser(club.app.ctx)).accessToken);
  await cart.addTicket({ eventId });
  club.double.server.fail(club.double.paths.create, 'cut off');
  await expect(cart.checkout()).rejects.toMatchObject({ status: 503, body: { code: 'bank_unavailable' } });
  await sweepAll(club.app);
  expect(club.double.opened()).toHaveLength(1);
  const [first, second] = await Promise.all([cart.checkout(), cart.checkout()]);
  expect(first).toEqual(second);
  expect(club.double.opened()).toHaveLength(2);
  expect((await allPayments(club)).map(({ state }) => state)).toEqual(['failed', 'pending']);
  const [lost = ''] = club.double.opened();
  expect(await callBack(club, lost)).toBe(200);
  expect(await allCallbacks(club)).toEqual([]);
});

test('a server that dies while TBC opens a payment never opens it twice', async () => {
  const club = await openClub('tbc');
  const { api } = await goToBank(club);
  await club.app.ctx.db.update(payments).set({ state: 'created', providerOrderId: null, redirectUrl: null });
  await expect(api.cart.checkout()).rejects.toMatchObject({ status: 503 });
  await sweepAll(club.app);
  expect(await allPayments(club)).toMatchObject([{ state: 'created' }]);
  club.app.clock.advanceMinutes(2);
  await sweepAll(club.app);
  expect(await allPayments(club)).toMatchObject([{ state: 'failed' }]);
  expect(club.double.opened()).toHaveLength(1);
  await api.cart.checkout();
  expect(club.double.opened()).toHaveLength(2);
});

test.each([
  ['bog', 'tbc'],
  ['tbc', 'bog'],
] as const)('the club goes from %s to %s: what was begun before is settled and sent back where it was begun', async (former, next) => {
  const club = await openClub(former);
  const { id: eventId } = await createEvent(club.app.ctx, { allocation: 1 });
  const late = await goToBank(club, eventId);
  const other = await startDouble(next, () => club.app.clock.now().getTime());
  const env = { PAYMENTS: next, ...club.double.env, ...other.env };
  const app = await startTestApp({ databaseUrl: club.app.deps.env.databaseUrl ?? '', clock: club.app.clock, env });

  app.clock.advanceMinutes(16);
  await sweepAll(app);
  const quick = await goToBank({ app, double: other }, eventId);
  other.pay(quick.bankId);
  expect(await callBack({ app, double: other }, quick.bankId)).toBe(200);
  club.double.pay(late.bankId);
  expect(await callBack({ app, double: club.double }, late.bankId)).toBe(200);
  await sweepAll(app);
  expect((await allPayments(club)).map(({ provider, state }) => [provider, state])).toEqual([
    [former, 'refunded'],
    [next, 'paid'],
  ]);
  expect([club.double.refundedTetri(late.bankId), other.refundedTetri(quick.bankId)]).toEqual([4000, 0]);
});

test('a bank that is not configured any more is left alone until it is again', async () => {
  const club = await openClub('bog');
  const { bankId, token } = await goToBank(club);
  club.double.pay(bankId);
  const { log, lines } = openTestLog();
  const without = await startTestApp({ databaseUrl: club.app.deps.env.databaseUrl ?? '', clock: club.app.clock, log });
  await warnOfOrphanedProviders(without.ctx);
  expect(lines.filter(({ level }) => level === 50)).toMatchObject([{ provider: 'bog', open: 1 }]);
  expect(await callBack({ app: without, double: club.double }, bankId)).toBe(404);
  await sweepAll(without);
  expect(await comeBack(without, token)).toMatchObject({ state: 'settling' });
  expect(await allPayments(club)).toMatchObject([{ state: 'pending' }]);
  await sweepAll(club.app);
  expect(await comeBack(club.app, token)).toMatchObject({ state: 'paid' });
});

/**
 * One guest checks out at two servers at the same time; TBC answers once both have called it or one was told to wait. Returns how many
 * orders it opened.
 */
async function pressAtTwoServers({ knowsKeys }: { knowsKeys: boolean }): Promise<number> {
  const { app, double } = await openClub('tbc');
  const env = { PAYMENTS: 'tbc', ...double.env };
  const beside = await startTestApp({ databaseUrl: app.deps.env.databaseUrl ?? '', clock: app.clock, env });
  const { id: eventId } = await createEvent(app.ctx);
  const { accessToken } = await createUser(app.ctx);
  await app.api(accessToken).cart.addTicket({ eventId });
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
  let asking = 0;
  for (const { deps } of [app, beside]) {
    const bank = deps.payments;
    const createCheckout: typeof bank.createCheckout = async (request) => {
      asking += 1;
      if (asking === 2) goOn();
      await isOver;
      return bank.createCheckout(request);
    };
    deps.payments = { ...bank, knowsKeys, createCheckout };
  }
  const presses = [app, beside].map((server) => server.api(accessToken).cart.checkout().finally(goOn));
  await Promise.allSettled(presses);
  return double.opened().length;
}

test('two servers that are asked at once open a payment at TBC once', async () => {
  expect(await pressAtTwoServers({ knowsKeys: false })).toBe(1);
});

test('control: without writing down that TBC is asked, both would open it', async () => {
  expect(await pressAtTwoServers({ knowsKeys: true })).toBe(2);
});
