import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { createPaidOrder } from '#tests/factories/paid-orders.ts';
import { buy, comeBack } from '#tests/factories/purchases.ts';
import { lastOrderOf, sell } from '#tests/factories/staff-money.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { mails, alerts, auditEntries } from '#server/platform/platform.table.ts';
import { payments } from '#server/sales/tables/payments.table.ts';

async function open() {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx, { firstName: 'Eka', lastName: 'Lomidze' });
  return { app, admin, api: app.api(admin.accessToken) };
}

const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);
const audits = (app: TestApp, action: string) => app.ctx.db.select().from(auditEntries).where(eq(auditEntries.action, action));

test('every call about orders is for staff, never for a guest', async () => {
  const { app } = await open();
  const guest = app.api((await createUser(app.ctx)).accessToken);
  for (const [who, status] of [
    [app.api(), 401],
    [guest, 403],
  ] as const) {
    const { alertInbox, staffOrders, staffReports } = who;
    const calls = [
      staffOrders.list({}),
      staffOrders.find({ body: { search: 'x' } }),
      staffOrders.timeline({ id: 1 }),
      staffOrders.mailAgain({ id: 1 }),
      alertInbox.dismiss({ id: 1, body: { reason: 'x' } }),
      staffReports.days({ by: 'day' }),
      staffReports.daysFile({ by: 'day' }),
      staffOrders.ordersFile({ id: 1 }),
      staffOrders.guestsFile({ id: 1 }),
      staffOrders.chosenOrdersFile({ body: { ids: [1] } }),
    ];
    const answers = await Promise.allSettled(calls);
    expect(answers).toMatchObject(calls.map(() => ({ status: 'rejected', reason: { status } })));
  }
});

test('an order is found by its number, a ticket, the guest and the order id of the bank', async () => {
  const { app, api } = await open();
  const { orderId, ticketIds } = await sell(app);
  const other = await createUser(app.ctx, { firstName: 'ლაშა', lastName: 'Ggg', email: 'lasha@example.ge' });
  const event = await createEvent(app.ctx);
  const second = await createPaidOrder(app.ctx, { userId: other.id, lines: [{ eventId: event.id, ticketTypeId: event.ticketTypeId }] });
  const [payment] = await app.ctx.db.select().from(payments);
  const found = async (search: string) => idsOf(await api.staffOrders.find({ body: { search } }));
  expect(await found(String(orderId))).toEqual([orderId]);
  expect(await found(String(ticketIds[1]))).toEqual([orderId]);
  expect(await found(payment?.providerOrderId ?? '')).toEqual([orderId]);
  expect(await found('ლაშა')).toEqual([second.id]);
  expect(await found('LASHA@example')).toEqual([second.id]);
  expect(await found('ggg lasha')).toEqual([second.id]);
  expect(await found('nobody%')).toEqual([]);
  expect(await found('')).toEqual([second.id, orderId]);
});

test('the list is filtered by state, event, day and flag, and read page by page', async () => {
  const { app, api } = await open();
  const { orderId, eventId } = await sell(app);
  app.clock.set('2026-11-21T00:30:00+04:00');
  const guest = await createUser(app.ctx);
  const event = await createEvent(app.ctx);
  await buy(app, guest.accessToken, { eventId: event.id });
  const second = await lastOrderOf(app, guest.id);
  await app.ctx.db.update(payments).set({ state: 'flagged' }).where(eq(payments.orderId, second));

  const list = api.staffOrders.list;
  const late = app.api((await createAdmin(app.ctx)).accessToken).staffOrders.list;
  expect(idsOf(await late({ state: 'paid' }))).toEqual([orderId]);
  expect(idsOf(await late({ eventId }))).toEqual([orderId]);
  expect(idsOf(await late({ day: '2026-11-21' }))).toEqual([second]);
  expect(idsOf(await late({ day: '2026-11-20' }))).toEqual([orderId]);
  expect(await late({ isFlagged: true })).toMatchObject({ items: [{ id: second, isFlagged: true, places: 1 }], next: null });
  const first = await late({ limit: 1 });
  expect(first).toMatchObject({ items: [{ id: second }], next: second });
  expect(await late({ limit: 1, before: second })).toMatchObject({ items: [{ id: orderId, nights: [{ id: eventId }] }], next: null });
  await expect(late({ day: 'yesterday' })).rejects.toMatchObject({ status: 400 });
  await expect(list({})).rejects.toMatchObject({ status: 401 });
});

test('the timeline shows what happened to an order, from the cart to the refund', async () => {
  const { app, api } = await open();
  const { orderId, ticketIds } = await sell(app);
  const [used = 0, open_ = 0] = ticketIds;
  app.clock.advanceMinutes(1);
  await api.door.scan({ body: { isReject: false, ticketId: used } });
  app.clock.advanceMinutes(1);
  await api.staffMoney.refundOrder({ id: orderId, body: { tickets: [open_], reason: 'The guest is ill.' } });
  const steps = await api.staffOrders.timeline({ id: orderId });
  expect(steps.map(({ kind, what }) => [kind, what])).toEqual([
    ['created', null],
    ['sent', 'fake'],
    ['settled', 'paid'],
    ['tickets', null],
    ['mail', 'queued'],
    ['scan', 'accepted'],
    ['mail', 'queued'],
    ['refund', 'staff'],
    ['refund_confirmed', null],
    ['staff', 'refund'],
  ]);
  expect(steps.at(5)).toMatchObject({ about: used, by: 'Eka Lomidze' });
  expect(steps.at(-1)).toMatchObject({ by: 'Eka Lomidze', note: 'The guest is ill.' });
  await expect(api.staffOrders.timeline({ id: 999 })).rejects.toMatchObject({ status: 404, body: { code: 'order_not_found' } });
});

test('the timeline says why a payment failed', async () => {
  const { app, api } = await open();
  const { id: eventId } = await createEvent(app.ctx);
  const guest = await createUser(app.ctx);
  await comeBack(app, (await buy(app, guest.accessToken, { eventId, outcome: 'decline' })).token);
  const steps = await api.staffOrders.timeline({ id: await lastOrderOf(app, guest.id) });
  expect(steps.filter(({ kind }) => kind === 'settled')).toMatchObject([{ what: 'failed', note: 'declined' }]);
});

test('tickets are mailed again by staff, once for one key, and logged', async () => {
  const { app, api } = await open();
  const { orderId, ticketIds } = await sell(app);
  const before = (await app.ctx.db.select().from(mails)).length;
  const twice = { idempotencyKey: 'again-1' };
  await api.staffOrders.mailAgain({ id: orderId }, twice);
  await api.staffOrders.mailAgain({ id: orderId }, twice);
  const all = await app.ctx.db.select().from(mails).orderBy(mails.id);
  expect(all).toHaveLength(before + 1);
  expect(all.at(-1)).toMatchObject({ kind: 'ticket', payload: { orderId } });
  expect(await audits(app, 'order.mail')).toMatchObject([{ subject: `order ${orderId}`, detail: { tickets: ticketIds.length } }]);
  await api.staffMoney.refundOrder({ id: orderId, body: { reason: 'All of it.' } });
  await expect(api.staffOrders.mailAgain({ id: orderId })).rejects.toMatchObject({ status: 404, body: { code: 'ticket_not_found' } });
  await expect(api.staffOrders.mailAgain({ id: 999 })).rejects.toMatchObject({ status: 404 });
});

test('alerts are read page by page, newest first', async () => {
  const { app, api } = await open();
  for (const subject of ['payment 7', 'payment 8', 'payment 9'])
    await app.ctx.db.insert(alerts).values({ kind: 'payment_flagged', subject, detail: 'Too little.', createdAt: app.clock.now() });
  const first = await api.alertInbox.list({ limit: 2 });
  expect(first.items.map(({ subject }) => subject)).toEqual(['payment 9', 'payment 8']);
  const rest = await api.alertInbox.list({ limit: 2, before: first.next ?? 0 });
  expect([rest.items.map(({ subject }) => subject), rest.next]).toEqual([['payment 7'], null]);
});

test('an alert is dismissed with a reason, once, and logged', async () => {
  const { app, api } = await open();
  const { orderId } = await sell(app);
  const [payment] = await app.ctx.db.select().from(payments);
  const alert = { kind: 'payment_flagged', subject: `payment ${payment?.id}`, detail: 'Too little.', createdAt: app.clock.now() } as const;
  await app.ctx.db.insert(alerts).values(alert);
  const [shown] = (await api.alertInbox.list({})).items;
  expect(shown).toMatchObject({ subject: alert.subject, orderId });
  const id = shown?.id ?? 0;
  await expect(api.alertInbox.dismiss({ id, body: { reason: ' ' } })).rejects.toMatchObject({
    status: 422,
    body: { errors: { reason: 'validation.reason_required' } },
  });
  expect(await audits(app, 'alert.dismiss')).toEqual([]);
  await api.alertInbox.dismiss({ id, body: { reason: 'The bank was called.' } });
  expect((await api.alertInbox.list({})).items).toEqual([]);
  await expect(api.alertInbox.dismiss({ id, body: { reason: 'Again.' } })).rejects.toMatchObject({ status: 404 });
  expect(await audits(app, 'alert.dismiss')).toMatchObject([
    { subject: alert.subject, detail: { kind: 'payment_flagged', reason: 'The bank was called.' } },
  ]);
});
