import { tickets } from '#server/sales/tables/tickets.table.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { overflow } from './event-pages.ts';
import { arrive, openShop } from './guest.ts';
import { overflowing } from './layout.ts';
import { expect, testInEachView } from './test.ts';

testInEachView('a guest comes by an advertisement, buys, and the numbers say where from', async ({ language, width }) => {
  const app = await openShop();
  const { id } = await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' });
  const { page, t } = await arrive(app, { language, width });
  await page.goto(`/Events/${id}?utm_source=Instagram&utm_medium=story&utm_campaign=Deep+Kura`);
  await page.getByRole('button', { name: t('events:get_ticket') }).click();
  await page.getByRole('link', { name: t('events:view_cart') }).click();
  await page.waitForURL(`**${paths.cart}`);
  await page.locator('[name=acceptTerms]').check();
  await page.getByRole('button', { name: t('cart:checkout') }).click();
  await page.waitForURL(/fake-bank/);
  await page.locator('button[name=outcome][value=approve]').click();
  await page.waitForURL(/successpayment/i);
  await expect.poll(async () => (await app.ctx.db.select({ id: tickets.id }).from(tickets)).length).toBe(1);

  const desk = await openConsole(app, { language, width });
  for (const path of ['', `/${id}`]) {
    await desk.page.goto(`/staff/sales/reports${path}`);
    const table = desk.page.getByRole('table', { name: desk.t('staff-reports:by_source') });
    const row = table.getByRole('row').last();
    for (const text of ['instagram', 'story', 'deep kura', '40,00']) await expect(row).toContainText(text);
    await expectNoViolations(desk.page, 'where buyers came from');
    expect([path, await overflowing(desk.page)]).toEqual([path, []]);
  }
  await desk.page.setViewportSize({ width: 320, height: 700 });
  expect(await overflow(desk.page)).toBe(0);
});
