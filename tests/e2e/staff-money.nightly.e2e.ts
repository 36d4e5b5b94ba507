import { refunds } from '#server/sales/tables/payments.table.ts';
import { BankError } from '#server/sales/payments/banks/provider.ts';
import { paidWithoutCallback } from '#tests/factories/purchases.ts';
import { allRefunds, createStaff, lastOrderOf, sell, ticketsOf } from '#tests/factories/staff-money.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { expect, test } from './test.ts';

test('staff asks the bank about an open payment now, twice pressed, and the guest has the tickets', async () => {
  const app = await startTestSite();
  const { user } = await paidWithoutCallback(app);
  const { page, t } = await openConsole(app);
  await page.goto(`/staff/sales/orders/${await lastOrderOf(app, user.id)}`);
  await page.getByRole('button', { name: t('staff-orders:payments.settle') }).dblclick();
  await page.getByText(t('staff-orders:payments.settled', { state: t('staff-orders:payments.states.paid') })).waitFor();
  expect(await ticketsOf(app, user.id)).toHaveLength(2);
});

test('a refund that the bank refused for good is asked for again', async () => {
  const app = await startTestSite();
  const { orderId } = await sell(app);
  const staff = await createStaff(app);
  const bank = app.deps.payments;
  app.deps.payments = { ...bank, refund: () => Promise.reject(new BankError('refused', 'Too soon.')) };
  await staff.api.refundOrder({ id: orderId, body: { reason: 'Ill.' } });
  app.deps.payments = bank;
  await app.ctx.db.update(refunds).set({ state: 'failed' });
  const { page, t } = await openConsole(app);
  await page.goto(`/staff/sales/orders/${orderId}`);
  await page.getByRole('button', { name: t('staff-orders:refunds.retry') }).press('Enter');
  await page.getByText(t('staff-orders:refunds.retried', { state: t('staff-orders:refunds.states.confirmed') })).waitFor();
  expect(await allRefunds(app)).toMatchObject([{ state: 'confirmed' }]);
});
