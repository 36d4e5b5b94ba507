import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bankOrders, callBack, falsify } from '#tests/factories/bank-calls.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startBeside } from '#tests/factories/purchases.ts';
import { allPayments, allRefunds, createStaff, sell, sweepAll } from '#tests/factories/staff-money.ts';
import { dropStockChecks, stockOf } from '#tests/factories/stock.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { alerts } from '#server/alerts/alerts.table.ts';
import { auditEntries } from '#server/audit/audit.table.ts';
import { fakeBankRefunds } from '#server/fake-bank/fake-bank.table.ts';
import { mails } from '#server/mail/mail.table.ts';
import { tickets } from '#server/tickets/tickets.table.ts';
import { createProvider } from '#server/payments/banks/create-provider.ts';
import { BankError } from '#server/payments/banks/provider.ts';

const body = { reason: 'The guest asked for it.' };
const refused = (code: string, status = 409) => ({ status, body: { code } });
const moneyBack = async (app: TestApp): Promise<number> =>
  (await app.ctx.db.select().from(fakeBankRefunds)).reduce((sum, { amountTetri }) => sum + amountTetri, 0);

test('an order is refunded: its tickets end, its places are free, its money is back', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds, eventId, user } = await sell(app);
  const refund = await staff.api.refundOrder({ id: orderId, body });
  expect(refund).toMatchObject({ amount: 80, state: 'confirmed', reason: 'staff', tickets: ticketIds, note: body.reason });
  expect(await app.api(user.accessToken).tickets.mine()).toEqual([]);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 0 });
  expect(await allPayments(app)).toMatchObject([{ state: 'refunded', capturedTetri: 8000, refundTetri: 8000 }]);
  expect(await moneyBack(app)).toBe(8000);
  for (const ticketId of ticketIds) {
    await expect(staff.door.scan({ body: { isReject: false, ticketId } })).rejects.toMatchObject(refused('ticket_refunded'));
  }
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('one ticket of an order is refunded at its price, and the others still open the door', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds, eventId } = await sell(app, { quantity: 3 });
  const [first = 0, ...others] = ticketIds;
  expect(await staff.api.refundOrder({ id: orderId, body: { ...body, tickets: [first] } })).toMatchObject({ amount: 40, tickets: [first] });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 2 });
  await expect(staff.door.scan({ body: { isReject: false, ticketId: first } })).rejects.toMatchObject(refused('ticket_refunded'));
  for (const ticketId of others)
    expect(await staff.door.scan({ body: { isReject: false, ticketId } })).toMatchObject({ result: 'accepted' });
  expect(await allPayments(app)).toMatchObject([{ state: 'paid', refundTetri: 4000 }]);
  expect(await findFaults(app.ctx)).toEqual([]);

  const rest = { ...body, evenIfUsed: true };
  expect(await staff.api.refundOrder({ id: orderId, body: rest })).toMatchObject({ amount: 80, state: 'confirmed', tickets: others });
  expect(await allPayments(app)).toMatchObject([{ state: 'refunded', refundTetri: 12_000 }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a used ticket is refunded only when that is said', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  const [used = 0] = ticketIds;
  await staff.door.scan({ body: { isReject: false, ticketId: used } });
  await expect(staff.api.refundOrder({ id: orderId, body })).rejects.toMatchObject(refused('ticket_used'));
  expect(await allRefunds(app)).toEqual([]);
  await staff.api.refundOrder({ id: orderId, body: { ...body, tickets: [used], evenIfUsed: true } });
  expect(await moneyBack(app)).toBe(4000);
});

test('a refund sent twice happens once', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  const wish = { id: orderId, body: { ...body, tickets: ticketIds.slice(0, 1) } };
  const first = await staff.api.refundOrder(wish, { idempotencyKey: 'once' });
  expect(await staff.api.refundOrder(wish, { idempotencyKey: 'once' })).toEqual(first);
  await expect(staff.api.refundOrder(wish)).rejects.toMatchObject(refused('ticket_refunded'));
  await staff.api.refundOrder({ id: orderId, body });
  await expect(staff.api.refundOrder({ id: orderId, body })).rejects.toMatchObject(refused('nothing_to_refund'));
  expect(await moneyBack(app)).toBe(8000);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a refund whose server is still waiting for the bank, or dead, is answered by another one as promised', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  const asked = Promise.withResolvers<void>();
  const silence = Promise.withResolvers<undefined>();
  const refund = () => {
    asked.resolve();
    return silence.promise;
  };
  app.deps.payments = { ...app.deps.payments, refund };
  const wish = { id: orderId, body: { ...body, tickets: ticketIds.slice(0, 1) } };
  const key = { idempotencyKey: 'once' };
  const first = staff.api.refundOrder(wish, key);
  await asked.promise;
  const other = await startBeside(app);
  const beside = other.api(await signInAgain(app.ctx, staff.id)).staffMoney;
  expect(await beside.refundOrder(wish, key)).toMatchObject({ state: 'intended', amount: 40, tickets: wish.body.tickets });
  silence.reject(new BankError('unknown', 'No answer.'));
  expect(await first).toMatchObject({ state: 'unknown' });
  expect(await allRefunds(app)).toMatchObject([{ amountTetri: 4000 }]);
});

test("nothing is refunded of another order's ticket, of an order without payment, or without a reason", async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId } = await sell(app);
  const other = await sell(app);
  const refund = (id: number, wish: object) => staff.api.refundOrder({ id, body: { ...body, ...wish } });
  await expect(refund(orderId, { tickets: other.ticketIds })).rejects.toMatchObject(refused('ticket_not_found', 404));
  await expect(refund(999_999, {})).rejects.toMatchObject(refused('nothing_to_refund'));
  for (const wish of [{ reason: ' ' }, { tickets: [] }, { tickets: [-1] }, { tickets: ['1'] }, { reason: 'x'.repeat(501) }]) {
    await expect(staff.api.refundOrder({ id: orderId, body: JSON.parse(JSON.stringify({ ...body, ...wish })) })).rejects.toMatchObject({
      status: 400,
    });
  }
  expect(await allRefunds(app)).toEqual([]);
});

test('only an Admin moves money, and what an Admin did is kept for good (I14)', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, user } = await sell(app);
  const { staffMoney } = app.api((await createUser(app.ctx)).accessToken);
  const calls = [
    () => staffMoney.refundOrder({ id: orderId, body }),
    () => staffMoney.order({ id: orderId }),
    () => staffMoney.settlePayment({ id: 1 }),
    () => staffMoney.resolvePayment({ id: 1, body: { ...body, decision: 'issue' } }),
    () => staffMoney.refundEvent({ id: 1, body }),
    () => staffMoney.alerts({}),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 403 });
  await expect(app.api().staffMoney.refundOrder({ id: orderId, body })).rejects.toMatchObject({ status: 401 });
  await expect(app.api(user.accessToken).staffMoney.refundOrder({ id: orderId, body })).rejects.toMatchObject({ status: 403 });
  expect(await allRefunds(app)).toEqual([]);

  await staff.api.refundOrder({ id: orderId, body });
  expect(await app.ctx.db.select().from(auditEntries)).toMatchObject([
    { staffId: staff.id, action: 'refund', subject: `order ${orderId}` },
  ]);
  await expect(app.ctx.db.delete(auditEntries)).rejects.toThrow();
  await expect(app.ctx.db.update(auditEntries).set({ action: 'nothing' })).rejects.toThrow();
});

test('while the bank is away a refund holds, and the sweeper brings it on', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  const bank = app.deps.payments;
  app.deps.payments = createProvider(app.deps.env, () => 'http://127.0.0.1:1');
  expect(await staff.api.refundOrder({ id: orderId, body })).toMatchObject({ state: 'intended' });
  const [ticketId = 0] = ticketIds;
  await expect(staff.door.scan({ body: { isReject: false, ticketId } })).rejects.toMatchObject(refused('ticket_refunded'));
  app.deps.payments = bank;
  await sweepAll(app);
  expect(await allRefunds(app)).toMatchObject([{ state: 'confirmed' }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('refunds of one payment are asked for one after the other', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  const bank = app.deps.payments;
  const asked: number[] = [];
  app.deps.payments = {
    ...bank,
    refund: async (request) => {
      asked.push(request.refundedBeforeTetri);
      if (asked.length === 1) throw new BankError('refused', 'Too soon.');
      await bank.refund(request);
    },
  };
  for (const ticketId of ticketIds) await staff.api.refundOrder({ id: orderId, body: { ...body, tickets: [ticketId] } });
  expect(await allRefunds(app)).toMatchObject([{ state: 'intended', refusals: 1 }, { state: 'intended' }]);
  await sweepAll(app);
  await sweepAll(app);
  expect(asked).toEqual([0, 0, 4000]);
  expect(await allPayments(app)).toMatchObject([{ state: 'refunded' }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a refund that the bank keeps refusing becomes failed with an alert, and staff can ask again', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId } = await sell(app);
  const bank = app.deps.payments;
  const keys = new Set<string>();
  app.deps.payments = {
    ...bank,
    refund: async ({ idempotencyKey }) => {
      keys.add(idempotencyKey);
      throw new BankError('refused', 'No.');
    },
  };
  const { id } = await staff.api.refundOrder({ id: orderId, body });
  for (let round = 0; round < 12; round++) await sweepAll(app);
  expect(keys.size).toBe(9);
  expect(await allRefunds(app)).toMatchObject([{ state: 'failed', refusals: 9 }]);
  expect((await staff.api.alerts({})).items).toMatchObject([{ kind: 'refund_failed', subject: `refund ${id}` }]);
  expect(await findFaults(app.ctx)).toEqual([]);

  app.deps.payments = bank;
  expect(await staff.api.retryRefund({ id })).toMatchObject({ state: 'confirmed' });
  expect((await staff.api.alerts({})).items).toEqual([]);
  await expect(staff.api.retryRefund({ id })).rejects.toMatchObject(refused('conflict'));
  expect(await allPayments(app)).toMatchObject([{ state: 'refunded' }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a guest who comes back does not use up the tries of a refused refund', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, token } = await sell(app);
  app.deps.payments = { ...app.deps.payments, refund: () => Promise.reject(new BankError('refused', 'No.')) };
  await staff.api.refundOrder({ id: orderId, body });
  for (let visit = 0; visit < 5; visit++) await app.api().payments.returned({ body: { token } });
  expect(await allRefunds(app)).toMatchObject([{ refusals: 1 }]);
});

test('a refund the bank does not show for a day calls for a person', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId } = await sell(app);
  const bank = app.deps.payments;
  app.deps.payments = { ...bank, refund: async () => undefined };
  await staff.api.refundOrder({ id: orderId, body });
  app.clock.advanceMinutes(25 * 60);
  await sweepAll(app);
  await sweepAll(app);
  expect(await app.ctx.db.select().from(alerts)).toMatchObject([{ kind: 'refund_slow', resolvedAt: null }]);
});

test('the bank tells by a callback that a refund is done', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  const bank = app.deps.payments;
  app.deps.payments = { ...bank, refund: async () => undefined };
  const refund = await staff.api.refundOrder({ id: orderId, body: { ...body, tickets: ticketIds.slice(0, 1) } });
  expect(refund).toMatchObject({ state: 'sent' });
  const [order] = await bankOrders(app);
  if (!order) throw new Error('The bank knows no order.');
  await falsify(app, order, { refundedTetri: 4_000, status: 'refunded_partially' });
  expect(await callBack(app, order)).toBe(200);
  expect(await allRefunds(app)).toMatchObject([{ state: 'confirmed' }]);
  expect(await allPayments(app)).toMatchObject([{ state: 'paid' }]);
});

test('what was given back by hand at the bank is booked here and not sent again', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  const [order] = await bankOrders(app);
  if (!order) throw new Error('The bank knows no order.');
  await falsify(app, order, { refundedTetri: 4_000, status: 'refunded_partially' });
  const refund = await staff.api.refundOrder({ id: orderId, body: { ...body, tickets: ticketIds.slice(0, 1) } });
  expect(refund).toMatchObject({ state: 'confirmed', amount: 40 });
  expect(await moneyBack(app)).toBe(0);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a free ticket is taken back without money and without the bank', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { id: eventId } = await createEvent(app.ctx, { priceTetri: 0 });
  const user = await createUser(app.ctx);
  const api = app.api(user.accessToken);
  await api.cart.addTicket({ eventId });
  await api.cart.checkout();
  const [payment] = await allPayments(app);
  expect(await staff.api.refundOrder({ id: payment?.orderId ?? 0, body })).toMatchObject({ amount: 0, state: 'confirmed' });
  expect(await api.tickets.mine()).toEqual([]);
  expect(await allPayments(app)).toMatchObject([{ state: 'refunded' }]);
  expect((await staff.api.order({ id: payment?.orderId ?? 0 })).ledger).toEqual([]);
  expect(await bankOrders(app)).toEqual([]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('staff sees an order with its payments, refunds, tickets and ledger', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds, user } = await sell(app);
  await staff.api.refundOrder({ id: orderId, body: { ...body, tickets: ticketIds.slice(0, 1) } });
  const order = await staff.api.order({ id: orderId });
  expect(order).toMatchObject({
    state: 'paid',
    total: 80,
    guest: { id: user.id, email: user.email },
    lines: [{ quantity: 2, price: 40 }],
    payments: [{ state: 'paid', captured: 80, refund: 40 }],
    refunds: [{ state: 'confirmed', amount: 40 }],
    tickets: [
      { state: 'refunded', refundId: order.refunds[0]?.id },
      { state: 'valid', refundId: null },
    ],
  });
  expect(order.ledger.map(({ movement, account, amount }) => `${movement.split(' ')[0]} ${account} ${amount}`)).toEqual([
    'capture bank 80',
    'capture sales -80',
    'promise sales 40',
    'promise owed -40',
    'refund owed 40',
    'refund bank -40',
  ]);
  await expect(staff.api.order({ id: 999_999 })).rejects.toMatchObject(refused('order_not_found', 404));
});

/** Every refund there is, at once, on two servers: none can write before several have read that nothing was refunded yet. */
async function refundAtOnce(app: TestApp, other: TestApp) {
  const staff = await createStaff(app);
  const { orderId, ticketIds, user } = await sell(app, { quantity: 4 });
  const beside = other.api(await signInAgain(app.ctx, staff.id)).staffMoney;
  const wishes = [body, ...ticketIds.map((id) => ({ ...body, tickets: [id] })), { ...body, tickets: ticketIds.slice(1) }];
  const holder = await app.deps.database.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from payments where order_id = $1 for update', [orderId]);
  const refunds = Promise.allSettled(
    wishes.flatMap((wish) => [staff.api, beside].map((api) => api.refundOrder({ id: orderId, body: wish }))),
  );
  await untilWaiting(app, 2);
  await holder.query('commit');
  holder.release();
  await refunds;
  return { orderId, user, ticketIds };
}

test('refunds at once on two servers never give back more than was captured (I5)', async () => {
  const app = await startTestApp();
  await refundAtOnce(app, await startBeside(app));
  await sweepAll(app);
  await sweepAll(app);
  expect((await allRefunds(app)).reduce((sum, { amountTetri }) => sum + amountTetri, 0)).toBe(16_000);
  expect(await moneyBack(app)).toBe(16_000);
  expect(await allPayments(app)).toMatchObject([{ state: 'refunded', refundTetri: 16_000 }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('without the guard and the checks of the database they would (control of I5)', async () => {
  const app = await startTestApp({ guards: { refundOnce: false } });
  await app.ctx.db.execute(sql`alter table payments drop constraint payments_refunds`);
  await dropStockChecks(app.ctx);
  await refundAtOnce(app, await startBeside(app, { refundOnce: false }));
  expect((await findFaults(app.ctx)).join()).toContain('promised more back than was captured');
});

/** A door that lets the ticket in at the moment of its refund: it has the ticket's row first. */
async function refundWhileAdmitting(app: TestApp) {
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app, { quantity: 1 });
  const [ticketId = 0] = ticketIds;
  const door = await app.deps.database.pool.connect();
  await door.query('begin');
  await door.query('update tickets set used_at = now() where id = $1', [ticketId]);
  const refund = staff.api.refundOrder({ id: orderId, body }).then(
    () => 'refunded',
    (error: { body?: { code?: string } }) => error.body?.code,
  );
  await untilWaiting(app, 1);
  await door.query('commit');
  door.release();
  const ending = await refund;
  const [ticket] = await app.ctx.db.select().from(tickets).where(eq(tickets.id, ticketId));
  return { ending, ticket };
}

test('a ticket that a door is just letting in is not refunded as unused', async () => {
  const app = await startTestApp();
  const { ending, ticket } = await refundWhileAdmitting(app);
  expect(ending).toBe('conflict');
  expect(ticket).toMatchObject({ state: 'valid', refundId: null });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('without the guard it would be both used and refunded (control)', async () => {
  const app = await startTestApp({ guards: { refundOnce: false } });
  const { ending, ticket } = await refundWhileAdmitting(app);
  expect(ending).toBe('refunded');
  expect(ticket?.usedAt).not.toBeNull();
});

test('the guest is told of a refund in the transaction that promises it', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, user } = await sell(app);
  const { id } = await staff.api.refundOrder({ id: orderId, body });
  const sent = await app.ctx.db.select().from(mails).where(eq(mails.kind, 'refund'));
  expect(sent).toMatchObject([{ key: `refund:${id}`, recipient: user.email, payload: { refundId: id } }]);
});
