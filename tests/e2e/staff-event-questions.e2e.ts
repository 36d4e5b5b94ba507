import { noticesOf, openSoldEvent } from '#tests/factories/holders.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { chooseCommand, openConsole } from './console.ts';
import { typeParts } from './date-parts.ts';
import { expect, test } from './test.ts';

/** The API refuses the change until it is confirmed. */
const CONFLICT = /status of 409/;

test('an event with tickets moves after the screen showed who is mailed what, and the reason is sent', async () => {
  const app = await startTestSite();
  const { id } = await openSoldEvent(app);
  const { page, t } = await openConsole(app, { allowed: CONFLICT });
  await page.goto(`/staff/events/${id}/details`);
  await typeParts(page.getByRole('group', { name: t('staff-events:field.until'), exact: true }), '06');
  await page.getByRole('button', { name: t('staff:save'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('staff-events:confirm.title.save') });
  await dialog.getByText(t('staff-events:confirm.moved', { people: '3', tickets: '4' })).waitFor();
  await dialog.getByText('Friday, December 4, 2026, 23:00–07:00').waitFor();
  await dialog.getByText('Friday, December 4, 2026, 23:00–06:00').waitFor();
  expect(await dialog.getByLabel(t('staff-events:confirm.email')).isChecked()).toBe(true);
  await dialog.getByLabel(t('staff:reason')).fill('The band leaves early');
  await dialog.getByRole('button', { name: t('staff-events:confirm.go.save') }).dblclick();
  await page.getByText(t('staff:saved'), { exact: true }).waitFor();
  expect(await noticesOf(app)).toHaveLength(3);
});

test('an event is cancelled with its refunds in one command, after the screen showed who paid', async () => {
  const app = await startTestSite();
  const { id, staff, api } = await openSoldEvent(app);
  const { page, t } = await openConsole(app, { allowed: CONFLICT });
  await page.goto(`/staff/events/${id}/details`);
  await chooseCommand(page, t('staff-events:more'), t('staff-events:cancel'));
  const dialog = page.getByRole('dialog', { name: t('staff-events:cancel') });
  await dialog.getByText(t('staff-events:cancel_paid', { paid: '2', unpaid: '1' })).waitFor();
  await dialog.getByLabel(t('staff:reason')).fill('No power');
  await dialog.getByRole('button', { name: t('staff-events:cancel') }).click();
  await page.getByText(t('staff-events:refund_begun'), { exact: true }).waitFor();
  expect((await staff.get({ id })).state).toBe('cancelled');
  expect(await api.staffMoney.eventRefund({ id })).toMatchObject({ note: 'No power' });
  // Without a reload, the page no longer offers what the API would refuse.
  await page.getByRole('button', { name: t('staff-events:more'), exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: t('staff-events:see_refunds') }).waitFor();
  for (const name of ['restore', 'cancel', 'cancel_again'] as const)
    expect(await page.getByRole('menuitem', { name: t(`staff-events:${name}`), exact: true }).count()).toBe(0);
});
