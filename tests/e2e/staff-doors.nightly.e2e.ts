import { eq } from 'drizzle-orm';
import { scannerDevices } from '#server/door/door.table.ts';
import { openConsole } from './console.ts';
import { openEvent } from './staff-doors.steps.ts';
import { expect, test } from './test.ts';

test('a code that nobody used is renewed; a scanner device with nothing unsent is revoked by one key', async () => {
  const { app } = await openEvent();
  const { page, t } = await openConsole(app, { allowed: /status of 503/ });
  await page.route('**/api/staff/scanner-devices?*', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
  await page.goto('/staff/tonight');
  await page.getByRole('button', { name: t('common:try_again') }).press('Enter');
  await page.getByRole('button', { name: t('staff-doors:create.title') }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').press('Enter');
  await dialog.getByText(t('staff-doors:code.waiting')).waitFor();
  app.clock.advanceMinutes(11);
  await dialog.getByText(t('staff-doors:code.lapsed')).waitFor();
  await dialog.getByRole('button', { name: t('staff-doors:renew') }).press('Enter');
  await dialog.getByText(t('staff-doors:code.waiting')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('staff:do_with', { what: t('staff-doors:revoke.open'), name: 'Main 1' }) }).press('Enter');
  await page.getByText(t('staff-doors:empty')).waitFor();
  const [scannerDevice] = await app.ctx.db.select().from(scannerDevices).where(eq(scannerDevices.name, 'Main 1'));
  expect(scannerDevice?.revokedAt).toEqual(app.clock.now());
});
