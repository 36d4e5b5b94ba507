import { allRefunds, sell } from '#tests/factories/staff-money.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { typeParts } from './date-parts.ts';
import { expect, test } from './test.ts';

test('an order is found by its day and by the number of a ticket, by the keyboard', async () => {
  const app = await startTestSite();
  const { orderId, ticketIds } = await sell(app, { quantity: 2 });
  const { page, t } = await openConsole(app);
  const order = page.getByRole('link', { name: String(orderId), exact: true });
  await page.goto('/staff/sales/orders');
  await order.waitFor();
  await page.getByRole('button', { name: t('staff:date'), exact: true }).click();
  await typeParts(page.getByRole('group', { name: t('staff:date') }), '20112026');
  await page.waitForURL('**/staff/sales/orders?day=2026-11-20');
  await page.keyboard.press('Escape');
  await order.waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type(String(ticketIds[0]));
  await order.press('Enter');
  await page.getByRole('heading', { name: t('staff-orders:order_title', { id: String(orderId) }) }).waitFor();
});

test('one ticket of an order is refunded once it and a reason are given, by the keyboard', async () => {
  const app = await startTestSite();
  const { orderId, ticketIds } = await sell(app, { quantity: 2 });
  const { page, t } = await openConsole(app);
  await page.goto(`/staff/sales/orders/${orderId}`);
  await page.getByRole('button', { name: t('staff-orders:refund.open') }).press('Enter');
  const dialog = page.getByRole('dialog', { name: t('staff-orders:refund.title', { id: String(orderId) }) });
  await dialog.getByLabel(t('staff-orders:refund.some')).press('Space');
  await dialog.getByRole('button', { name: /^Refund/ }).press('Enter');
  await dialog.getByText(t('staff-orders:refund.tickets_required')).waitFor();
  await dialog.getByText(t('staff-orders:refund.reason_required')).waitFor();
  expect(await allRefunds(app)).toEqual([]);
  await dialog.getByLabel(t('staff-orders:refund.ticket', { id: String(ticketIds[0]) })).press('Space');
  await dialog.getByLabel(t('staff:reason')).fill('The guest is ill.');
  await dialog.getByText(t('mail:refund.intro.staff')).waitFor();
  await expectNoViolations(page, 'the refund');
  await dialog.getByRole('button', { name: 'Refund 40,00' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(t('staff-orders:refunds.states.confirmed')).first().waitFor();
  await page.getByText('The guest is ill.').first().waitFor();
  expect(await allRefunds(app)).toMatchObject([{ amountTetri: 4000, state: 'confirmed', note: 'The guest is ill.' }]);
});
