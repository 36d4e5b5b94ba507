import { eq } from 'drizzle-orm';
import { auditEntries, mails } from '#server/platform/platform.table.ts';
import { allRefunds, sell } from '#tests/factories/staff-money.ts';
import { storedUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { waits } from './staff-guests.steps.ts';
import { expect, test, testInEachView } from './test.ts';

testInEachView('an order opens over its list, and Escape or Back leads back to its row and its filters', async ({ language, width }) => {
  const app = await startTestSite();
  const { orderId } = await sell(app);
  const { page, t } = await openConsole(app, { language, width });
  await page.goto('/staff/sales/orders?state=paid');
  const row = page.getByRole('link', { name: String(orderId), exact: true });
  const title = t('staff-orders:order_title', { id: String(orderId) });
  const panel = page.getByRole('dialog', { name: title });
  await row.press('Enter');
  await page.waitForURL(`**/staff/sales/orders/${orderId}?state=paid`);
  await panel.getByRole('heading', { level: 1, name: title }).waitFor();
  await expect.poll(() => page.title()).toBe(`${title} · ${t('staff:title')}`);
  await expectNoViolations(page, `the order over its list ${language} ${width}`);
  await page.keyboard.press('Escape');
  await page.waitForURL('**/staff/sales/orders?state=paid');
  await expect(row).toBeFocused();
  await expect.poll(() => page.title()).toBe(`${t('staff:nav.orders')} · ${t('staff:title')}`);

  await row.press('Enter');
  await panel.getByRole('heading', { level: 1 }).waitFor();
  await page.goBack();
  await panel.waitFor({ state: 'detached' });
  await expect(row).toBeFocused();

  await page.goto(`/staff/sales/orders/${orderId}`);
  await panel.getByRole('heading', { level: 1 }).waitFor();
  await panel.getByRole('button', { name: t('common:close'), exact: true }).click();
  await page.waitForURL('**/staff/sales/orders');
});

test('tickets of chosen orders are sent again, each with an entry in the log', async () => {
  const app = await startTestSite();
  const [first, second] = [await sell(app), await sell(app)];
  await app.ctx.db.delete(mails);
  const { page, t } = await openConsole(app);
  await page.goto('/staff/sales/orders');
  const box = (id: number) => page.getByRole('checkbox', { name: new RegExp(` ${id},`) });
  await box(first.orderId).press('Space');
  await box(second.orderId).press('Space');
  await page
    .getByText(t('staff:selection.count', { count: '2' }))
    .last()
    .waitFor();
  await expectNoViolations(page, 'chosen orders');
  await page.getByRole('button', { name: t('staff-orders:mail.again') }).press('Enter');
  const dialog = page.getByRole('dialog');
  expect(await app.ctx.db.$count(mails)).toBe(0);
  await dialog.getByRole('button', { name: t('staff-orders:mail.again') }).press('Enter');
  await expect(dialog.getByText(t('staff:selection.is_done'), { exact: true })).toHaveCount(2);
  await expectNoViolations(page, 'what became of the orders');
  const sent = await app.ctx.db.select({ recipient: mails.recipient }).from(mails).where(eq(mails.kind, 'ticket'));
  expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual([first.user.email, second.user.email].toSorted());
  expect(await app.ctx.db.$count(auditEntries, eq(auditEntries.action, 'order.mail'))).toBe(2);
  await dialog
    .getByRole('button', { name: t('staff:selection.done') })
    .last()
    .press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await expect(page.getByRole('region', { name: t('staff-orders:list') })).toBeFocused();
  await expect(page.getByRole('toolbar')).toHaveCount(0);
});

test('chosen orders are refunded after one confirmation, and a used ticket is named at its order', async () => {
  const app = await startTestSite();
  const priceTetri = 30_000;
  const used = await sell(app, { priceTetri });
  for (let order = 0; order < 2; order += 1) await sell(app, { priceTetri });
  const { page, admin, t } = await openConsole(app, { allowed: /status of 4(03|09|22)/ });
  await app.api(admin.accessToken).door.scan({ body: { isReject: false, ticketId: used.ticketIds[0] ?? 0 } });
  app.clock.advanceMinutes(6);
  await page.clock.setFixedTime(app.clock.now());
  await page.goto('/staff/sales/orders');
  await page.getByRole('checkbox', { name: t('staff:selection.all') }).press('Space');
  await page.getByRole('button', { name: t('staff-orders:bulk_commands.refund'), exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: t('staff-orders:bulk_commands.refund_title', { count: '3' }) });
  const submit = dialog.getByRole('button', { name: /^Refund/ });
  await submit.press('Enter');
  await dialog.getByText(t('staff-orders:refund.reason_required')).waitFor();
  expect(await allRefunds(app)).toEqual([]);
  await dialog.getByLabel(t('staff:reason')).fill('The lights failed.');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: t('staff-orders:bulk_commands.refund'), exact: true }).press('Enter');
  await dialog.getByText(t('forms:unsaved')).waitFor();
  await submit.press('Enter');
  const question = page.getByRole('dialog', { name: t('accounts:second_factor.confirm_title') });
  await question.getByLabel(t('accounts:second_factor.fields.password')).fill(admin.password);
  await question.getByLabel(t('accounts:second_factor.fields.password')).press('Enter');
  // More than one member may refund unasked is asked for once.
  await expect(dialog.getByText(t('staff:selection.is_done'), { exact: true })).toHaveCount(2);
  await dialog.getByText(/already used/).waitFor();
  await dialog.getByRole('button', { name: t('staff:selection.retry', { count: '1' }) }).waitFor();
  expect(await allRefunds(app)).toMatchObject([1, 2].map(() => ({ amountTetri: 2 * priceTetri, note: 'The lights failed.' })));
});

test('chosen guests are verified together, and it is undone', async () => {
  const app = await startTestSite();
  const [ana, luka] = [await waits(app, 'Ana'), await waits(app, 'Luka')];
  const { page, t } = await openConsole(app, { allowed: /status of 409/ });
  await page.goto('/staff/guests');
  await page.getByRole('checkbox', { name: t('staff:selection.one', { name: 'Ana Drift' }) }).press('Space');
  await page.getByRole('checkbox', { name: t('staff:selection.one', { name: 'Luka Drift' }) }).press('Space');
  await page.getByRole('button', { name: t('staff-guests:bulk_commands.verify'), exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  // A colleague was faster.
  await app
    .api((await openConsole(app)).admin.accessToken)
    .guests.changeStatus({ id: luka.id, body: { status: 'Rejected', tellGuest: false } });
  await dialog.getByRole('button', { name: t('staff-guests:bulk_commands.verify'), exact: true }).press('Enter');
  await expect(dialog.getByText(t('staff:selection.is_done'), { exact: true })).toHaveCount(1);
  expect(await storedUser(app.ctx, ana.id)).toMatchObject({ status: 'Verified' });
  expect(await storedUser(app.ctx, luka.id)).toMatchObject({ status: 'Rejected' });
  await dialog.getByRole('button', { name: t('staff:undo') }).press('Enter');
  await dialog.getByText(t('staff:selection.is_undone'), { exact: true }).waitFor();
  expect(await storedUser(app.ctx, ana.id)).toMatchObject({ status: 'Pending' });
});
