import { bankOrderOf, callBack, falsify } from '#tests/factories/bank-calls.ts';
import { paidWithoutCallback } from '#tests/factories/purchases.ts';
import { allPayments, allRefunds, lastOrderOf } from '#tests/factories/staff-money.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { expect, test } from './test.ts';

test('a flagged payment is decided by the keyboard after a reason was asked for, and leads to its guest', async () => {
  const app = await startTestSite();
  const { user, redirect } = await paidWithoutCallback(app);
  const order = await bankOrderOf(app, redirect);
  await falsify(app, order, { reportedTetri: 7_900 });
  await callBack(app, order);
  const { page, t } = await openConsole(app);
  await page.goto('/staff/sales/orders?flagged=true');
  await page.getByRole('link', { name: String(await lastOrderOf(app, user.id)), exact: true }).press('Enter');
  const decide = page.getByRole('button', { name: t('staff-orders:decide.submit'), exact: true });
  await page.getByRole('radio', { name: t('staff-orders:decide.refund_text') }).press('Space');
  await decide.press('Enter');
  await page.getByText(t('forms:validation.reason_required')).waitFor();
  expect(await allPayments(app)).toMatchObject([{ state: 'flagged' }]);
  await page.getByLabel(t('staff:reason'), { exact: true }).fill('The bank was called.');
  await decide.press('Enter');
  await page.getByText(t('staff-orders:decide.done')).waitFor();
  expect(await allRefunds(app)).toMatchObject([{ amountTetri: 7_900, state: 'confirmed', note: 'The bank was called.' }]);
  await page.getByRole('link', { name: 'Nino Beridze' }).press('Enter');
  await page.waitForURL(new RegExp(`/staff/guests/${user.id}$`));
});
