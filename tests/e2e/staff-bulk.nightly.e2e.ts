import { eq } from 'drizzle-orm';
import { auditEntries } from '#server/platform/platform.table.ts';
import { sell } from '#tests/factories/staff-money.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { expect, test } from './test.ts';

test('a choice becomes a file, and who may do nothing with a choice has no boxes', async () => {
  const app = await startTestSite();
  await sell(app);
  const { page, t } = await openConsole(app);
  await page.goto('/staff/sales/orders');
  await page.getByRole('checkbox').first().press('Space');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: t('staff:selection.export') }).press('Enter');
  expect((await file).suggestedFilename()).toBe('orders.csv');
  expect(await app.ctx.db.$count(auditEntries, eq(auditEntries.action, 'export.orders'))).toBe(1);
  const desk = await openConsole(app, { roles: ['Desk'] });
  await desk.page.goto('/staff/guests');
  await desk.page.getByRole('checkbox').first().press('Space');
  await desk.page.getByRole('button', { name: t('staff-guests:bulk_commands.verify'), exact: true }).waitFor();
  await expect(desk.page.getByRole('button', { name: t('staff:selection.export') })).toHaveCount(0);
});
