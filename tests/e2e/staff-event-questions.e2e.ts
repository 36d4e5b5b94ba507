import { changeTicket, noticesOf, openSoldEvent } from '#tests/factories/holders.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { chooseCommand, openConsole } from './console.ts';
import { typeParts } from './date-parts.ts';
import { expect, test } from './test.ts';

/** The API refuses the change until it is confirmed. */
const CONFLICT = /status of 409/;

test('an event with tickets moves after the screen showed who is mailed what, and the reason is sent', async () => {
  const app = await startTestSite();
  const { id, staff } = await openSoldEvent(app);
  const { page, t } = await openConsole(app, { allowed: CONFLICT });
  await page.goto(`/staff/events/${id}/details`);
  const until = page.getByRole('group', { name: t('staff-nights:field.until'), exact: true });
  const save = page.getByRole('button', { name: t('staff-nights:save'), exact: true });
  await typeParts(until, '06');
  await save.click();
  const dialog = page.getByRole('dialog', { name: t('staff-nights:confirm.title.save') });
  await dialog.getByText(t('staff-nights:confirm.moved', { people: '3', tickets: '4' })).waitFor();
  await dialog.getByText('Friday, December 4, 2026, 23:00–07:00').waitFor();
  await dialog.getByText('Friday, December 4, 2026, 23:00–06:00').waitFor();
  expect(await dialog.getByLabel(t('staff-nights:confirm.tell')).isChecked()).toBe(true);
  await dialog.getByLabel(t('staff-nights:cancel_reason')).fill('The band leaves early');
  await dialog.getByRole('button', { name: t('staff-nights:confirm.go.save') }).dblclick();
  await page.getByText(t('staff-nights:saved'), { exact: true }).waitFor();
  expect(await noticesOf(app)).toHaveLength(3);

  await typeParts(until, '0700');
  await save.click();
  await dialog.getByLabel(t('staff-nights:confirm.tell')).uncheck();
  await dialog.getByText(t('staff-nights:confirm.quiet')).waitFor();
  await dialog.getByRole('button', { name: t('staff-nights:confirm.go.save') }).click();
  await expect.poll(async () => (await staff.get({ id })).until).toBe('07:00');
  expect(await noticesOf(app)).toHaveLength(3);

  await page.getByRole('button', { name: t('staff-nights:move.undo') }).press('Enter');
  await page.getByText(t('staff-nights:move.undone')).waitFor();
  await expect(until.getByRole('spinbutton')).toHaveText(['06', '00']);
  expect((await staff.get({ id })).until).toBe('06:00');
  expect(await page.getByRole('button', { name: t('staff-nights:move.undo') }).count()).toBe(0);
});

test('cancelling shows who is mailed; with refunds it is one command, and taking it back mails again', async () => {
  const app = await startTestSite();
  const { id, staff, api, english } = await openSoldEvent(app);
  const { page, t } = await openConsole(app, { allowed: CONFLICT });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`/staff/events/${id}/details`);
  await changeTicket(app, english.ticketId, { usedAt: app.clock.now() });
  await chooseCommand(page, t('staff-nights:more'), t('staff-nights:cancel'));
  const dialog = page.getByRole('dialog', { name: t('staff-nights:cancel') });
  await dialog.getByText(t('staff-nights:cancel_paid', { paid: '2', unpaid: '1' })).waitFor();
  await dialog.getByLabel(t('staff-nights:cancel_refund')).uncheck();
  await dialog.getByText(t('staff-nights:cancel_told', { people: '2', tickets: '3' })).waitFor();
  await changeTicket(app, english.ticketId, { usedAt: null });
  await dialog.getByLabel(t('staff-nights:cancel_reason')).fill('No power');
  await dialog.getByRole('button', { name: t('staff-nights:cancel') }).click();
  await page.getByText(t('staff-nights:cancelled'), { exact: true }).waitFor();
  expect(await noticesOf(app)).toHaveLength(3);

  await chooseCommand(page, t('staff-nights:more'), t('staff-nights:restore'));
  const back = page.getByRole('dialog', { name: t('staff-nights:confirm.title.restore') });
  await back.getByText(t('staff-nights:confirm.restored', { people: '3', tickets: '4' })).waitFor();
  await back.getByRole('button', { name: t('staff-nights:confirm.go.restore') }).click();
  await page.getByText(t('staff-nights:restored'), { exact: true }).waitFor();
  expect(await noticesOf(app)).toHaveLength(6);

  await chooseCommand(page, t('staff-nights:more'), t('staff-nights:cancel'));
  await dialog.getByLabel(t('staff-nights:cancel_reason')).fill('No power again');
  await dialog.getByRole('button', { name: t('staff-nights:cancel') }).click();
  await page.getByText(t('staff-nights:refund_begun'), { exact: true }).waitFor();
  expect((await staff.get({ id })).state).toBe('cancelled');
  expect(await api.staffMoney.eventRefund({ id })).toMatchObject({ note: 'No power again' });
  expect(await noticesOf(app)).toHaveLength(7);
  // Without a reload, the page no longer offers what the API would refuse.
  await button(t('staff-nights:more')).press('Enter');
  await page.getByRole('menuitem', { name: t('staff-nights:see_refunds') }).waitFor();
  for (const name of ['restore', 'cancel', 'cancel_again'] as const)
    expect(await page.getByRole('menuitem', { name: t(`staff-nights:${name}`), exact: true }).count()).toBe(0);
});
