import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bankOrders } from '#tests/factories/bank-calls.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { allPayments, allRefunds, createStaff, moneyBack, sell } from '#tests/factories/staff-money.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { mails, auditEntries } from '#server/platform/platform.table.ts';

const body = { reason: 'The guest asked for it.' };
const refused = (code: string, status = 409) => ({ status, body: { code } });

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

test('a used ticket is refunded only with `evenIfUsed`', async () => {
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
  const input = { id: orderId, body: { ...body, tickets: ticketIds.slice(0, 1) } };
  const first = await staff.api.refundOrder(input, { idempotencyKey: 'once' });
  expect(await staff.api.refundOrder(input, { idempotencyKey: 'once' })).toEqual(first);
  await expect(staff.api.refundOrder(input)).rejects.toMatchObject(refused('ticket_refunded'));
  await staff.api.refundOrder({ id: orderId, body });
  await expect(staff.api.refundOrder({ id: orderId, body })).rejects.toMatchObject(refused('nothing_to_refund'));
  expect(await moneyBack(app)).toBe(8000);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test("nothing is refunded of another order's ticket, of an order without payment, or without a reason", async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId } = await sell(app);
  const other = await sell(app);
  const refund = (id: number, input: object) => staff.api.refundOrder({ id, body: { ...body, ...input } });
  await expect(refund(orderId, { tickets: other.ticketIds })).rejects.toMatchObject(refused('ticket_not_found', 404));
  await expect(refund(999_999, {})).rejects.toMatchObject(refused('nothing_to_refund'));
  for (const input of [{ reason: ' ' }, { tickets: [] }, { tickets: [-1] }, { tickets: ['1'] }, { reason: 'x'.repeat(501) }]) {
    await expect(staff.api.refundOrder({ id: orderId, body: JSON.parse(JSON.stringify({ ...body, ...input })) })).rejects.toMatchObject({
      status: 400,
    });
  }
  expect(await allRefunds(app)).toEqual([]);
});

test('a guest moves no money, and what staff did is kept for good (I14)', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, user } = await sell(app);
  const { staffMoney, alertInbox } = app.api((await createUser(app.ctx)).accessToken);
  const calls = [
    () => staffMoney.refundOrder({ id: orderId, body }),
    () => staffMoney.order({ id: orderId }),
    () => staffMoney.syncPaymentNow({ id: 1 }),
    () => staffMoney.resolvePayment({ id: 1, body: { ...body, decision: 'issue' } }),
    () => staffMoney.refundEvent({ id: 1, body }),
    () => alertInbox.list({}),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 403 });
  await expect(app.api().staffMoney.refundOrder({ id: orderId, body })).rejects.toMatchObject({ status: 401 });
  await expect(app.api(user.accessToken).staffMoney.refundOrder({ id: orderId, body })).rejects.toMatchObject({ status: 403 });
  expect(await allRefunds(app)).toEqual([]);

  await staff.api.refundOrder({ id: orderId, body });
  expect(await app.ctx.db.select().from(auditEntries)).toMatchObject([
    { staffId: staff.id, action: 'refund', subject: `order ${orderId}` },
  ]);
  await expect(app.owner.delete(auditEntries)).rejects.toThrow();
  await expect(app.owner.update(auditEntries).set({ action: 'nothing' })).rejects.toThrow();
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

test('the mail about a refund is queued in the transaction that promises it', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, user } = await sell(app);
  const { id } = await staff.api.refundOrder({ id: orderId, body });
  const sent = await app.ctx.db.select().from(mails).where(eq(mails.kind, 'refund'));
  expect(sent).toMatchObject([{ key: `refund:${id}`, recipient: user.email, payload: { refundId: id } }]);
});
