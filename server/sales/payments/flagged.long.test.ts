import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bankOrderOf, callBack, falsify } from '#tests/factories/bank-calls.ts';
import { findFaults } from '#tests/factories/books.ts';
import { comeBack, paidWithoutCallback, startBeside } from '#tests/factories/purchases.ts';
import { allPayments, allRefunds, createStaff, lastOrderOf, sell } from '#tests/factories/staff-money.ts';
import { changeEvent } from '#tests/factories/stock.ts';
import { signInAgain } from '#tests/factories/users.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { fakeBankOrders } from '#server/fake-bank/fake-bank.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

const decide = (decision: 'issue' | 'refund' | 'close') => ({ decision, reason: 'The bank was called.' });
const refused = (code: string) => ({ status: 409, body: { code } });
const allTickets = (app: TestApp) => app.ctx.db.select().from(tickets);

/** A payment whose row at the bank differs from ours, and a staff account. */
async function flag(app: TestApp, fault: Partial<typeof fakeBankOrders.$inferSelect> = { reportedTetri: 7_900 }) {
  const staff = await createStaff(app);
  const { user, token, redirect, eventId } = await paidWithoutCallback(app);
  const order = await bankOrderOf(app, redirect);
  await falsify(app, order, fault);
  await callBack(app, order);
  const [payment] = await allPayments(app);
  expect(payment).toMatchObject({ state: 'flagged' });
  return { staff, user, token, order, eventId, id: payment?.id ?? 0, orderId: await lastOrderOf(app, user.id) };
}

const movementsOf = async ({ staff, orderId }: Awaited<ReturnType<typeof flag>>) =>
  (await staff.api.order({ id: orderId })).ledger.map(({ movement, account, amount }) => `${movement.split(' ')[0]} ${account} ${amount}`);

test('an amount that does not match is booked apart and is an alert until a person decides', async () => {
  const app = await startTestApp();
  const flagged = await flag(app);
  expect(await movementsOf(flagged)).toEqual(['capture bank 79', 'capture unclear -79']);
  expect((await flagged.staff.alerts.list({})).items).toMatchObject([{ kind: 'payment_flagged', subject: `payment ${flagged.id}` }]);
  await flagged.staff.api.resolvePayment({ id: flagged.id, body: decide('issue') });
  expect((await flagged.staff.alerts.list({})).items).toEqual([]);
});

test('a person may issue the tickets all the same', async () => {
  const app = await startTestApp();
  const flagged = await flag(app);
  const view = await flagged.staff.api.resolvePayment({ id: flagged.id, body: decide('issue') });
  expect(view).toMatchObject({ state: 'paid', captured: 79, resolution: 'issue' });
  expect(await allTickets(app)).toHaveLength(2);
  expect((await movementsOf(flagged)).slice(2)).toEqual(['resolve unclear 79', 'resolve sales -79']);
});

test('a person may give the money back: what was taken, not what was asked', async () => {
  const app = await startTestApp();
  const flagged = await flag(app, { reportedTetri: 9_000 });
  expect(await flagged.staff.api.resolvePayment({ id: flagged.id, body: decide('refund') })).toMatchObject({
    state: 'refunded',
    refund: 90,
  });
  expect(await allRefunds(app)).toMatchObject([{ amountTetri: 9_000, reason: 'flagged', note: 'The bank was called.' }]);
  expect(await allTickets(app)).toEqual([]);
  expect(await comeBack(app, flagged.token)).toMatchObject({ state: 'refunded' });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('tickets that find no place any more become a refund', async () => {
  const app = await startTestApp();
  const flagged = await flag(app);
  await changeEvent(app.ctx, flagged.eventId, { state: 'cancelled' });
  expect(await flagged.staff.api.resolvePayment({ id: flagged.id, body: decide('issue') })).toMatchObject({ state: 'refunded' });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a payment is closed only when the bank has none of its money (I5)', async () => {
  const app = await startTestApp();
  const flagged = await flag(app);
  const close = { id: flagged.id, body: decide('close') };
  await expect(flagged.staff.api.resolvePayment(close)).rejects.toMatchObject(refused('money_remains'));
  expect(await allPayments(app)).toMatchObject([{ state: 'flagged', resolution: null }]);
  await falsify(app, flagged.order, { status: 'refunded', refundedTetri: 7_900 });
  expect(await flagged.staff.api.resolvePayment(close)).toMatchObject({ state: 'refunded', captured: 79, refund: 79 });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('what the bank never took is neither issued nor given back', async () => {
  const app = await startTestApp();
  const flagged = await flag(app, { externalOrderId: '999999', status: 'rejected' });
  for (const decision of ['issue', 'refund'] as const) {
    await expect(flagged.staff.api.resolvePayment({ id: flagged.id, body: decide(decision) })).rejects.toMatchObject(
      refused('money_not_captured'),
    );
  }
  expect(await flagged.staff.api.resolvePayment({ id: flagged.id, body: decide('close') })).toMatchObject({ state: 'failed', captured: 0 });
  expect(await allTickets(app)).toEqual([]);
});

test('money that went back at the bank in part is neither issued nor given back once more: the rest goes back there', async () => {
  const app = await startTestApp();
  const { staff, order, id } = await flag(app, { status: 'refunded_partially', refundedTetri: 3_000 });
  expect((await staff.alerts.list({})).items).toMatchObject([{ kind: 'payment_flagged', subject: `payment ${id}` }]);
  for (const decision of ['issue', 'refund', 'close'] as const) {
    await expect(staff.api.resolvePayment({ id, body: decide(decision) })).rejects.toMatchObject(refused('money_partly_back'));
  }
  expect(await allRefunds(app)).toEqual([]);
  expect(await allTickets(app)).toEqual([]);
  await falsify(app, order, { status: 'refunded', refundedTetri: 8_000 });
  expect(await staff.api.resolvePayment({ id, body: decide('close') })).toMatchObject({ state: 'refunded', captured: 80, refund: 80 });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('as long as the bank does not say that there is no money, nothing is closed', async () => {
  const app = await startTestApp();
  const { staff, id } = await flag(app);
  app.deps.payments = unclearAbout(app);
  await expect(staff.api.resolvePayment({ id, body: decide('close') })).rejects.toMatchObject(refused('money_remains'));
  expect(await allPayments(app)).toMatchObject([{ state: 'flagged' }]);
});

/** A bank with an unclear status, as for a held or a partly captured payment. */
function unclearAbout({ deps }: TestApp): TestApp['deps']['payments'] {
  const bank = deps.payments;
  return { ...bank, getStatus: async (id) => ({ ...(await bank.getStatus(id)), state: 'unclear' }) };
}

/** Two staff members decide differently on two servers, both after reading that it is flagged: neither can write before both have read. */
async function decideAtOnce(app: TestApp) {
  const { staff, id } = await flag(app);
  const beside = (await startBeside(app)).api(await signInAgain(app.ctx, staff.id)).staffMoney;
  const holder = await app.deps.database.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from payments where id = $1 for update', [id]);
  const decisions = Promise.allSettled([
    staff.api.resolvePayment({ id, body: decide('issue') }),
    beside.resolvePayment({ id, body: decide('refund') }),
  ]);
  await untilWaiting(app, 2);
  await holder.query('commit');
  holder.release();
  return { staff, id, endings: (await decisions).map(({ status }) => status).toSorted() };
}

test('two people who decide at once decide once', async () => {
  const app = await startTestApp();
  const { staff, id, endings } = await decideAtOnce(app);
  expect(endings).toEqual(['fulfilled', 'rejected']);
  const [payment] = await allPayments(app);
  expect(await allTickets(app)).toHaveLength(payment?.state === 'paid' ? 2 : 0);
  expect(await allRefunds(app)).toHaveLength(payment?.state === 'paid' ? 0 : 1);
  await expect(staff.api.resolvePayment({ id, body: decide('issue') })).rejects.toMatchObject(refused('payment_not_flagged'));
});

test('control: without the guard and the once of the ledger both would count: tickets and the money back', async () => {
  const app = await startTestApp({ without: 'syncOnce' });
  await app.owner.execute(sql`drop index ledger_entries_once`);
  const { endings } = await decideAtOnce(app);
  expect(endings).toEqual(['fulfilled', 'fulfilled']);
  expect(await allTickets(app)).toHaveLength(2);
  expect(await allRefunds(app)).toMatchObject([{ amountTetri: 7_900 }]);
  expect((await findFaults(app.ctx)).join()).toContain('tickets');
});

test('staff settles a payment that nobody has heard of', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  await paidWithoutCallback(app);
  const [payment] = await allPayments(app);
  expect(await staff.api.syncPaymentNow({ id: payment?.id ?? 0 })).toMatchObject({ state: 'paid', captured: 80 });
  expect(await allTickets(app)).toHaveLength(2);
  await expect(staff.api.syncPaymentNow({ id: 999_999 })).rejects.toMatchObject({ status: 404 });
});

test('a payment that is not flagged is not to be decided about', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  await sell(app);
  const [payment] = await allPayments(app);
  for (const decision of ['issue', 'refund', 'close'] as const) {
    await expect(staff.api.resolvePayment({ id: payment?.id ?? 0, body: decide(decision) })).rejects.toMatchObject(
      refused('payment_not_flagged'),
    );
  }
});

test('money that went back at the bank before we heard of it is in the books as both', async () => {
  const app = await startTestApp();
  const { redirect, token } = await paidWithoutCallback(app);
  const order = await bankOrderOf(app, redirect);
  await falsify(app, order, { status: 'refunded', refundedTetri: 8_000 });
  expect(await comeBack(app, token)).toMatchObject({ state: 'refunded' });
  expect(await allRefunds(app)).toMatchObject([{ reason: 'at_bank', state: 'confirmed', amountTetri: 8_000 }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});
