import { alerts } from '#server/platform/platform.table.ts';
import { events } from '#server/content/content.table.ts';
import { payments } from '#server/sales/tables/payments.table.ts';
import { sell } from '#tests/factories/staff-money.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { chooseCommand, openConsole } from './console.ts';
import { expectSound } from './invitations.ts';
import { expect, test, testInEachView } from './test.ts';

test('an alert is dismissed with a reason, and a cancelled event is refunded and watched', async () => {
  const app = await startTestSite();
  const { orderId, eventId } = await sell(app);
  const [payment] = await app.ctx.db.select().from(payments);
  const subject = `payment ${payment?.id}`;
  await app.ctx.db.insert(alerts).values({ kind: 'payment_flagged', subject, detail: 'Too little.', createdAt: app.clock.now() });
  await app.ctx.db.update(events).set({ state: 'cancelled' });
  // The progress of a refund that never started is a 404, which the browser logs.
  const { page, t } = await openConsole(app, { allowed: /refund-all/ });
  await page.goto(`/staff/sales/orders?event=${eventId}`);
  // Every screen names an alert and leads to its cause; Home lists all of them.
  await page.getByText(t('staff-orders:alerts.kinds.payment_flagged')).waitFor();
  await page.getByRole('link', { name: t('staff:alert_bar.review'), exact: true }).click();
  await page.waitForURL(`**/staff/sales/orders/${orderId}`);
  await page.goto('/staff');
  await page.getByText(`· ${t('staff-orders:order_title', { id: String(orderId) })}`).waitFor();
  await page.getByRole('button', { name: t('staff-orders:alerts.dismiss') }).click();
  await page.getByRole('dialog').getByLabel(t('staff:reason')).fill('The bank was called.');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('staff-orders:alerts.dismiss_title') })
    .click();
  await page.getByText(`· ${t('staff-orders:order_title', { id: String(orderId) })}`).waitFor({ state: 'detached' });

  await page.goto(`/staff/sales/orders?event=${eventId}`);
  await page.getByRole('button', { name: t('staff-orders:bulk.start') }).click();
  await page.getByRole('dialog').getByLabel(t('staff:reason')).fill('The sound is broken.');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('staff-orders:bulk.confirm') })
    .click();
  await page.getByText(t('staff-orders:bulk.states.running')).waitFor();
  await page.getByRole('button', { name: t('staff-orders:bulk.stop') }).click();
  await page.getByText(t('staff-orders:bulk.states.stopped')).waitFor();
  await page.getByRole('button', { name: t('staff-orders:bulk.resume') }).click();
  await page.getByText(t('staff-orders:bulk.states.running')).waitFor();
});

testInEachView('the alert that all guests share leads to the latest of them', async ({ language, width }) => {
  const app = await startTestSite();
  const { ctx } = app;
  const detail = 'A refresh token of guest 7 came back after its use: the session was ended.';
  await ctx.db.insert(alerts).values({ kind: 'session_reused', subject: 'guests', detail, createdAt: ctx.clock.now() });
  const { page, t } = await openConsole(app, { language, width });
  await page.goto('/staff');
  const row = page.getByRole('listitem').filter({ hasText: `${t('staff:guest')} 7` });
  const link = row.getByRole('link', { name: t('staff:alert_bar.review') });
  expect(await link.getAttribute('href')).toMatch(/\/staff\/guests\/7$/);
});

test('files are saved by the browser', async () => {
  const app = await startTestSite();
  await sell(app);
  const { page, t } = await openConsole(app);
  await page.goto('/staff/sales/reports?by=night');
  const button = page.getByRole('button', { name: t('staff:download_csv') });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(download.suggestedFilename()).toBe('revenue-by-night.csv');
  await page.getByText(t('staff-orders:files.saved', { name: 'revenue-by-night.csv' })).waitFor();
});

test('a file and a cancellation wait for a fresh confirmation each, and refusing it loses nothing that was typed', async () => {
  const app = await startTestSite();
  const { eventId } = await sell(app);
  const { page, admin, t } = await openConsole(app, { language: 'ka', width: 390, allowed: /status of 403/ });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const question = page.getByRole('dialog', { name: t('accounts:second_factor.confirm_title') });
  const password = question.getByLabel(t('accounts:second_factor.fields.password'));
  const lapse = async () => {
    app.clock.advanceMinutes(6);
    await page.clock.setFixedTime(app.clock.now());
  };
  const refuse = async (where: string) => {
    await expect(password).toBeFocused();
    await expectSound(page, where);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.getByText(t('account-errors:confirmation_required')).first().waitFor();
  };
  const confirm = async () => {
    await password.fill(admin.password);
    await password.press('Enter');
  };

  await lapse();
  await page.goto(`/staff/sales/orders?event=${eventId}`);
  const search = page.getByLabel(t('staff-orders:search'));
  await search.fill('Nino');
  const guests = button(t('staff-orders:files.guests'));
  await guests.click();
  await refuse('the confirmation before a file');
  expect(await search.inputValue()).toBe('Nino');
  await expect(guests).toBeFocused();
  await guests.press('Enter');
  const file = page.waitForEvent('download');
  await confirm();
  expect((await file).suggestedFilename()).toMatch(/^guests-\d{4}-\d\d-\d\d-[a-z0-9-]+\.csv$/);

  await lapse();
  await page.goto(`/staff/events/${eventId}`);
  await chooseCommand(page, t('staff-events:more'), t('staff-events:cancel'));
  const cancellation = page.getByRole('dialog', { name: t('staff-events:cancel') });
  const reason = cancellation.getByLabel(t('staff:reason'));
  await reason.fill('ხმის სისტემა გაფუჭდა.');
  const submit = cancellation.getByRole('button', { name: t('staff-events:cancel'), exact: true });
  await submit.click();
  await refuse('the confirmation before a cancellation');
  expect(await reason.inputValue()).toBe('ხმის სისტემა გაფუჭდა.');
  await expect(submit).toBeFocused();
  expect(await app.ctx.db.select({ state: events.state }).from(events)).toEqual([{ state: 'published' }]);
  await submit.press('Enter');
  await confirm();
  await page.getByText(t('staff-events:refund_begun')).waitFor();
  expect(await app.ctx.db.select({ state: events.state }).from(events)).toEqual([{ state: 'cancelled' }]);
});

testInEachView('no screen about orders breaks a rule of accessibility', async ({ language, width }) => {
  const app = await startTestSite();
  const { orderId } = await sell(app);
  await app.ctx.db.update(payments).set({ state: 'flagged', flaggedReason: 'The sums differ.' });
  const { page, t } = await openConsole(app, { language, width });
  await page.goto('/staff/sales/orders');
  await page.getByRole('link', { name: String(orderId), exact: true }).waitFor();
  await expectNoViolations(page, 'the orders');
  await page.goto(`/staff/sales/orders/${orderId}`);
  await page.getByRole('heading', { name: t('staff-orders:decide.title') }).waitFor();
  await expectNoViolations(page, 'a flagged order');
  await page.goto('/staff/sales/reports?by=night');
  await page.getByRole('cell').first().waitFor();
  await expectNoViolations(page, 'reports by day');
  await page.getByRole('link', { name: t('staff-reports:by.month') }).click();
  await page.getByRole('cell', { name: t('staff-reports:total_of', { season: '2026–27' }) }).waitFor();
  await expectNoViolations(page, 'reports by month');
  await page.getByRole('link', { name: t('staff-reports:by.season') }).click();
  await page.getByRole('cell', { name: t('staff-reports:all_seasons') }).waitFor();
  await expectNoViolations(page, 'reports by season');
});
