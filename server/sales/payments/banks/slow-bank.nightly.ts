import { expect, test } from 'vitest';
import { CALL_TIMEOUT_MS } from '#shared/constants.ts';
import { openClub, goToBank } from '#tests/factories/bank-visits.ts';
import { createEvent } from '#tests/factories/events.ts';
import { comeBack } from '#tests/factories/purchases.ts';
import { realBanks } from '#tests/factories/real-banks.ts';
import { allPayments, allRefunds, createStaff, lastOrderOf } from '#tests/factories/staff-money.ts';
import { sweepAll } from '#tests/factories/staff-money.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

/** The signal of a browser, which gives up after its timeout. */
const asBrowser = () => ({ signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });

test.each(realBanks)(
  'a guest hears that %s is slow before the browser gives up, and pressing again finds the same order when it is there',
  async (name) => {
    const { app, double } = await openClub(name);
    const bank = app.deps.payments;
    const isAwake = Promise.withResolvers<void>();
    app.deps.payments = {
      ...bank,
      createCheckout: async (request) => {
        const opened = await bank.createCheckout(request);
        await isAwake.promise;
        return opened;
      },
    };
    const { id: eventId } = await createEvent(app.ctx);
    const { cart } = app.api((await createUser(app.ctx)).accessToken);
    await cart.addTicket({ eventId });
    await expect(cart.checkout({}, asBrowser())).rejects.toMatchObject({ status: 503, body: { code: 'bank_unavailable' } });
    expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 0 });

    const again = cart.checkout({}, asBrowser());
    isAwake.resolve();
    const { redirect } = await again;
    expect(double.opened()).toHaveLength(1);
    expect(await allPayments(app)).toMatchObject([{ state: 'pending', redirectUrl: redirect }]);
  },
);

test('a guest who comes back and staff who refund hear what is known while the bank is silent, and the sweeper goes on', async () => {
  const club = await openClub('bog');
  const { app, double } = club;
  const { api, bankId, token, user } = await goToBank(club);
  double.pay(bankId);
  double.server.fail(double.paths.read, 'silence');
  expect(await api.payments.bankReturn({ body: { token } }, asBrowser())).toMatchObject({ state: 'settling' });
  await sweepAll(app);
  expect(await comeBack(app, token)).toMatchObject({ state: 'paid' });

  const staff = await createStaff(app);
  double.server.fail(double.paths.refund, 'silence');
  const input = { id: await lastOrderOf(app, user.id), body: { reason: 'The guest asked for it.' } };
  expect(await staff.api.refundOrder(input, asBrowser())).toMatchObject({ state: 'intended', amount: 40 });
  await sweepAll(app);
  expect(await allRefunds(app)).toMatchObject([{ state: 'confirmed' }]);
  expect(double.refundedTetri(bankId)).toBe(4000);
});

test.each(realBanks)(
  'a call to %s that hangs is given up when the process stops, no other begins, and the next start finds out',
  async (name) => {
    const stop = new AbortController();
    const club = await openClub(name, { hardStop: stop.signal });
    const { app, double } = club;
    const { bankId, token } = await goToBank(club);
    double.pay(bankId);
    double.server.fail(double.paths.read, 'silence');
    const calls = () => double.server.requests.filter(({ method }) => method === 'GET').length;
    const before = calls();
    const status = app.deps.payments.getStatus(bankId);
    await expect.poll(calls).toBe(before + 1);
    const reason = new Error('the process stops');
    stop.abort(reason);
    await expect(status).rejects.toMatchObject({ outcome: 'unknown', cause: reason });
    await sweepAll(app);
    expect(calls()).toBe(before + 1);

    const next = await startTestApp({
      databaseUrl: app.deps.env.databaseUrl ?? '',
      clock: app.clock,
      env: { PAYMENTS: name, ...double.env },
    });
    await sweepAll(next);
    expect(await comeBack(next, token)).toMatchObject({ state: 'paid' });
  },
);
