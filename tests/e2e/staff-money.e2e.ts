import { refunds } from '#server/sales/tables/payments.table.ts';
import { BankError } from '#server/sales/payments/banks/provider.ts';
import { bankOrderOf, callBack, falsify } from '#tests/factories/bank-calls.ts';
import { paidWithoutCallback } from '#tests/factories/purchases.ts';
import { allPayments, allRefunds, createStaff, lastOrderOf, sell, ticketsOf } from '#tests/factories/staff-money.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { expect, rare, test } from './test.ts';

test('staff asks the bank about an open payment now, twice pressed, and the guest has the tickets', rare, async () => {
  const app = await startTestSite();
  const { user } = await paidWithoutCallback(app);
  const { page, t } = await openConsole(app);
  await page.goto(`/staff/orders/${await lastOrderOf(app, user.id)}`);
  await page.getByRole('button', { name: t('staff-orders:payments.settle') }).dblclick();
  await page.getByText(t('staff-orders:payments.settled', { state: t('staff-orders:payments.states.paid') })).waitFor();
  expect(await ticketsOf(app, user.id)).toHaveLength(2);
});

test('a flagged payment is decided by the keyboard after a reason was asked for, and leads to its guest', async () => {
  const app = await startTestSite();
  const { user, redirect } = await paidWithoutCallback(app);
  const order = await bankOrderOf(app, redirect);
  await falsify(app, order, { reportedTetri: 7_900 });
  await callBack(app, order);
  const { page, t } = await openConsole(app);
  await page.goto('/staff/orders?flagged=true');
  await page.getByRole('link', { name: String(await lastOrderOf(app, user.id)), exact: true }).press('Enter');
  const decide = page.getByRole('button', { name: t('staff-orders:decide.submit'), exact: true });
  await page.getByLabel(t('staff-orders:decide.refund'), { exact: true }).press('Space');
  await decide.press('Enter');
  await page.getByText(t('forms:validation.reason_required')).waitFor();
  expect(await allPayments(app)).toMatchObject([{ state: 'flagged' }]);
  await page.getByLabel(t('staff-orders:decide.reason'), { exact: true }).fill('The bank was called.');
  await decide.press('Enter');
  await page.getByText(t('staff-orders:decide.done')).waitFor();
  expect(await allRefunds(app)).toMatchObject([{ amountTetri: 7_900, state: 'confirmed', note: 'The bank was called.' }]);
  await page.getByRole('link', { name: 'Nino Beridze' }).press('Enter');
  await page.waitForURL(new RegExp(`/staff/guests/${user.id}$`));
});

test('a refund that the bank refused for good is asked for again', rare, async () => {
  const app = await startTestSite();
  const { orderId } = await sell(app);
  const staff = await createStaff(app);
  const bank = app.deps.payments;
  app.deps.payments = { ...bank, refund: () => Promise.reject(new BankError('refused', 'Too soon.')) };
  await staff.api.refundOrder({ id: orderId, body: { reason: 'Ill.' } });
  app.deps.payments = bank;
  await app.ctx.db.update(refunds).set({ state: 'failed' });
  const { page, t } = await openConsole(app);
  await page.goto(`/staff/orders/${orderId}`);
  await page.getByRole('button', { name: t('staff-orders:refunds.retry') }).press('Enter');
  await page.getByText(t('staff-orders:refunds.retried', { state: t('staff-orders:refunds.states.confirmed') })).waitFor();
  expect(await allRefunds(app)).toMatchObject([{ state: 'confirmed' }]);
});
