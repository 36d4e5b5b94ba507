import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { callBack, goToBank, openClub, postCallback, type Club } from '#tests/factories/bank-visits.ts';
import { createEvent } from '#tests/factories/events.ts';
import { comeBack } from '#tests/factories/purchases.ts';
import { realBanks, type RealBank } from '#tests/factories/real-banks.ts';
import { allRefunds, sweepAll } from '#tests/factories/staff-money.ts';
import { signInAgain } from '#tests/factories/users.ts';
import { alerts } from '#server/platform/platform.table.ts';
import { contextFor } from '#server/platform/context.ts';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { paymentCallbacks, payments, refunds } from '#server/sales/tables/payments.table.ts';

const allPayments = ({ app }: Club) => app.ctx.db.select().from(payments).orderBy(payments.id);
const allCallbacks = ({ app }: Club) => app.ctx.db.select().from(paymentCallbacks).orderBy(paymentCallbacks.id);
const allTickets = ({ app }: Club) => app.ctx.db.select().from(tickets);

/** The last place, ordered by a guest who pays only after another guest has bought it. */
async function payTooLate(name: RealBank) {
  const club = await openClub(name);
  const { id: eventId } = await createEvent(club.app.ctx, { allocation: 1 });
  const late = await goToBank(club, eventId);
  club.app.clock.advanceMinutes(16);
  await sweepAll(club.app);
  const quick = await goToBank(club, eventId);
  club.double.pay(quick.bankId);
  await callBack(club, quick.bankId);
  club.double.pay(late.bankId);
  return { club, late, quick, eventId };
}

test.each(realBanks)('%s: the bank calls, and the ticket is there when it is answered; calling again changes nothing', async (name) => {
  const club = await openClub(name);
  const { bankId, token, api, eventId, redirect } = await goToBank(club);
  expect(redirect).toMatch(name === 'bog' ? /^https:\/\/payment\.bog\.ge\// : /^https:\/\/ecom\.tbcpayments\.ge\//);
  club.double.pay(bankId);
  const call = club.double.callback(bankId);
  expect(await postCallback(club.app, name, call)).toBe(200);
  expect(await api.tickets.mine()).toHaveLength(1);
  expect(await Promise.all([1, 2, 3].map(() => postCallback(club.app, name, call)))).toEqual([200, 200, 200]);
  expect(await allTickets(club)).toHaveLength(1);
  const isSigned = name === 'bog' ? 'valid' : 'absent';
  expect(await allCallbacks(club)).toMatchObject([{ provider: name, isSigned, times: 4, handledAt: expect.any(Date) }]);
  expect(await comeBack(club.app, token)).toEqual({ state: 'paid', eventIds: [eventId] });
});

test.each(realBanks)('%s declines: the order ends, the place stays in the cart, and the next press is a new order there', async (name) => {
  const club = await openClub(name);
  const { bankId, token, api, eventId } = await goToBank(club);
  club.double.decline(bankId);
  expect(await callBack(club, bankId)).toBe(200);
  expect(await comeBack(club.app, token)).toEqual({ state: 'failed', eventIds: [eventId], reason: 'declined' });
  expect((await api.cart.get()).ticketItems).toHaveLength(1);
  await api.cart.checkout();
  expect(club.double.opened()).toHaveLength(2);
});

test.each(realBanks)('%s: a payment page that timed out has another reason than a card that was declined', async (name) => {
  const club = await openClub(name);
  const { bankId, token } = await goToBank(club);
  club.double.runOut(bankId);
  await callBack(club, bankId);
  expect(await comeBack(club.app, token)).toMatchObject({ state: 'failed', reason: 'expired' });
});

test.each(realBanks)(
  '%s: an end for which the bank gives no reason is shown without one, and late money removes the reason',
  async (name) => {
    const club = await openClub(name);
    const { bankId, token, eventId } = await goToBank(club);
    club.double.report(bankId, name === 'bog' ? 'rejected' : 'Failed');
    await callBack(club, bankId);
    expect(await comeBack(club.app, token)).toMatchObject({ state: 'failed', reason: 'unknown' });
    club.double.pay(bankId);
    await callBack(club, bankId);
    expect(await comeBack(club.app, token)).toEqual({ state: 'paid', eventIds: [eventId] });
  },
);

test('a refund that the Bank of Georgia accepts and cannot carry out is requested again under a new key', async () => {
  const { club, late } = await payTooLate('bog');
  club.double.failRefunds('161');
  await callBack(club, late.bankId);
  const keys = () => club.double.server.callsOf(club.double.paths.refund).map(({ headers }) => headers['idempotency-key']);
  expect(await allRefunds(club.app)).toMatchObject([{ state: 'intended', refusals: 1, actionId: null }]);
  expect(keys()).toHaveLength(1);
  club.double.failRefunds(undefined);
  await sweepAll(club.app);
  expect([keys().length, new Set(keys()).size]).toEqual([2, 2]);
  expect(await allRefunds(club.app)).toMatchObject([{ state: 'confirmed', refusals: 1 }]);
  expect(club.double.refundedTetri(late.bankId)).toBe(4000);
  expect(await comeBack(club.app, late.token)).toMatchObject({ state: 'refunded' });
});

test('a refund that never succeeds at the Bank of Georgia becomes failed with an alert', async () => {
  const { club, late } = await payTooLate('bog');
  club.double.failRefunds('179');
  await callBack(club, late.bankId);
  for (let round = 0; round < 9; round++) await sweepAll(club.app);
  expect(await allRefunds(club.app)).toMatchObject([{ state: 'failed', refusals: 9 }]);
  expect(await club.app.ctx.db.select().from(alerts)).toMatchObject([{ kind: 'refund_failed', resolvedAt: null }]);
});

test.each(realBanks)('%s: while a refund is on its way no second one is requested, whichever side sent it', async (name) => {
  const { club, late } = await payTooLate(name);
  club.double.server.fail(name === 'bog' ? club.double.paths.refund : `${club.double.paths.refund}${late.bankId}/cancel`, 'cut off');
  club.double.hold(true);
  await callBack(club, late.bankId);
  // The bank refunded it and only its answer was lost: a new key must not refund it again.
  await club.app.ctx.db.update(refunds).set({ idempotencyKey: randomUUID() });
  const callCount = () => club.double.server.callsOf(club.double.paths.refund).filter(({ method }) => method === 'POST').length;
  const before = callCount();
  await sweepAll(club.app);
  expect(callCount()).toBe(before);
  club.double.hold(false);
  await sweepAll(club.app);
  expect(await allRefunds(club.app)).toMatchObject([{ state: 'confirmed' }]);
  expect(club.double.refundedTetri(late.bankId)).toBe(4000);
});

test.each(realBanks)('%s: no callback and no guest who comes back, and the sweeper finds the money', async (name) => {
  const club = await openClub(name);
  const { bankId, api } = await goToBank(club);
  club.double.pay(bankId);
  await sweepAll(club.app);
  expect(await api.tickets.mine()).toHaveLength(1);
});

test.each(realBanks)('%s: money for a place that is gone goes back, all of it, once', async (name) => {
  const { club, late, eventId } = await payTooLate(name);
  expect(await callBack(club, late.bankId)).toBe(200);
  await sweepAll(club.app);
  expect(await comeBack(club.app, late.token)).toEqual({ state: 'refunded', eventIds: [eventId] });
  expect(club.double.refundedTetri(late.bankId)).toBe(4000);
  expect(await callBack(club, late.bankId)).toBe(200);
  expect(club.double.refundedTetri(late.bankId)).toBe(4000);
  expect(await allTickets(club)).toHaveLength(1);
});

test.each(realBanks)('%s: a refund whose answer is lost is requested again and happens once', async (name) => {
  const { club, late } = await payTooLate(name);
  const path = name === 'bog' ? club.double.paths.refund : `${club.double.paths.refund}${late.bankId}/cancel`;
  club.double.server.fail(path, 'cut off');
  await callBack(club, late.bankId);
  for (let round = 0; round < 3; round += 1) await sweepAll(club.app);
  expect(club.double.refundedTetri(late.bankId)).toBe(4000);
  expect(await comeBack(club.app, late.token)).toMatchObject({ state: 'refunded' });
});

test('a refund whose answer TBC lost and that it shows late is not requested twice', async () => {
  const { club, late } = await payTooLate('tbc');
  const path = `${club.double.paths.refund}${late.bankId}/cancel`;
  club.double.server.fail(path, 'gateway');
  await callBack(club, late.bankId);
  const callCount = () => club.double.server.callsOf(path).length;
  expect(callCount()).toBe(1);
  for (const minutes of [3, 10, 30]) {
    club.app.clock.advanceMinutes(minutes);
    await sweepPayments.run(contextFor(club.app.deps), {});
  }
  expect(callCount()).toBe(1);
  club.app.clock.advanceMinutes(20);
  await sweepPayments.run(contextFor(club.app.deps), {});
  expect(callCount()).toBe(2);
});

test.each(realBanks)('%s: a refund that the bank takes time for is waited for', async (name) => {
  const { club, late } = await payTooLate(name);
  club.double.hold(true);
  await callBack(club, late.bankId);
  await sweepAll(club.app);
  expect((await allPayments(club))[0]?.state).toBe('refunding');
  club.double.hold(false);
  await sweepAll(club.app);
  expect((await allPayments(club))[0]?.state).toBe('refunded');
  expect(club.double.refundedTetri(late.bankId)).toBe(4000);
});

test.each(realBanks)('%s: money that comes after the hold is over buys a place that is free', async (name) => {
  const club = await openClub(name);
  const { bankId, user } = await goToBank(club);
  club.app.clock.advanceMinutes(16);
  await sweepAll(club.app);
  expect(await allPayments(club)).toMatchObject([{ state: 'failed' }]);
  club.double.pay(bankId);
  expect(await callBack(club, bankId)).toBe(200);
  expect(await club.app.api(await signInAgain(club.app.ctx, user.id)).tickets.mine()).toHaveLength(1);
});

test.each(realBanks)('%s is away when it calls: the callback gets no success, is stored, and is processed by the sweeper', async (name) => {
  const club = await openClub(name);
  const { bankId } = await goToBank(club);
  club.app.clock.advanceMinutes(16);
  await sweepAll(club.app);
  club.double.pay(bankId);
  club.double.server.fail(club.double.paths.read, 'gateway');
  expect(await callBack(club, bankId)).toBe(503);
  expect(await allCallbacks(club)).toMatchObject([{ times: 1, handledAt: null }]);
  expect(await allTickets(club)).toEqual([]);
  // A failed payment is not polled, so only a stored callback can reveal the money.
  await sweepAll(club.app);
  expect(await allTickets(club)).toHaveLength(1);
  expect(await allCallbacks(club)).toMatchObject([{ handledAt: expect.any(Date) }]);
});

test.each([
  ['bog', { amount: 39.99 }, 'wrong_amount'],
  ['bog', { amount: 4000 }, 'wrong_amount'],
  ['bog', { currency: 'USD' }, 'wrong_currency'],
  ['tbc', { amount: 39.99 }, 'wrong_amount'],
  ['tbc', { amount: 0.4 }, 'wrong_amount'],
  ['tbc', { currency: 'EUR' }, 'wrong_currency'],
] as const)('%s reports %o: a person must look, and nothing is issued', async (name, what, flaggedReason) => {
  const club = await openClub(name);
  const { bankId, token } = await goToBank(club);
  club.double.pay(bankId);
  club.double.misreport(bankId, what);
  await callBack(club, bankId);
  expect(await allPayments(club)).toMatchObject([{ state: 'flagged', flaggedReason }]);
  expect(await allTickets(club)).toEqual([]);
  expect(await comeBack(club.app, token)).toMatchObject({ state: 'settling' });
});

test.each([
  ['bog', 'blocked'],
  ['bog', 'partial_completed'],
  ['bog', 'something new'],
  ['tbc', 'WaitingConfirm'],
  ['tbc', 'PartialReturned'],
  ['tbc', 'SomethingNew'],
] as const)('%s says "%s": a person must look, and nothing is issued', async (name, status) => {
  const club = await openClub(name);
  const { bankId } = await goToBank(club);
  club.double.report(bankId, status);
  await callBack(club, bankId);
  expect(await allPayments(club)).toMatchObject([{ state: 'flagged', flaggedReason: 'unclear' }]);
  expect(await allTickets(club)).toEqual([]);
});
