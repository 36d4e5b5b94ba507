import { createEvent } from '#tests/factories/events.ts';
import { newPromoter } from '#tests/factories/promoters.ts';
import { buyTickets, createGuest } from '#tests/factories/sold-out.ts';
import { lastOrderOf } from '#tests/factories/staff-money.ts';
import { createAdmin } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { at, overflow } from './event-pages.ts';
import { overflowing, smallTargets } from './layout.ts';
import { expect, testInEachView } from './test.ts';

/** Creates two Fridays: a past one with three tickets, one of them refunded, and a coming one with two. */
async function sellTwoFridays(app: TestApp) {
  app.clock.set(at('2026-11-02T18:00:00'));
  const first = await createEvent(app.ctx, { name: 'რკინის ბაღი', nameLat: 'Iron Garden', startsAt: at('2026-11-06T23:00:00') });
  const second = await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', startsAt: at('2026-11-13T23:00:00') });
  const [regular, other] = [await createGuest(app), await createGuest(app)];
  const [ticket] = await buyTickets(app, regular, { eventId: first.id, quantity: 2 });
  await buyTickets(app, other, { eventId: first.id });
  const staff = app.api((await createAdmin(app.ctx)).accessToken);
  await newPromoter(staff);
  await staff.staffMoney.refundOrder({ id: await lastOrderOf(app, other.id), body: { reason: 'The guest is ill.' } });
  await staff.door.scan({ body: { isReject: false, ticketId: ticket ?? 0 } });
  app.clock.set(at('2026-11-09T18:00:00'));
  const again = await createGuest(app);
  await buyTickets(app, again, { eventId: second.id, quantity: 2 });
  return { first: first.id, second: second.id };
}

testInEachView('staff read the numbers of all nights and of one, as charts and as tables', async ({ language, width }) => {
  const app = await startTestSite();
  const { first, second } = await sellTwoFridays(app);
  const { page, t } = await openConsole(app, { language, width });
  const name = (lat: string, ka: string) => (language === 'ka' ? ka : lat);
  await page.goto('/staff/sales/reports');
  await page.getByRole('heading', { level: 1, name: t('staff-reports:title') }).waitFor();

  const table = page.getByRole('table', { name: t('staff-reports:all_nights') });
  await expect(table.getByRole('row', { name: name('Iron Garden', 'რკინის ბაღი') })).toContainText('80,00');
  await expect(table.getByRole('row', { name: t('staff-reports:total') })).toContainText('200,00');
  const people = page.getByRole('img', {
    name: t('staff-reports:people_alt_other', { count: '2', name: name('Iron Garden', 'რკინის ბაღი'), most: '2' }),
  });
  expect(await people.locator('rect').count()).toBe(4);
  expect(
    await page
      .getByRole('region', { name: t('staff-reports:charts') })
      .locator('svg[role=img]')
      .count(),
  ).toBe(3);
  await expectNoViolations(page, 'the numbers of all nights');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('staff-reports:file'), exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('reports.csv');

  await table.getByRole('link', { name: name('Deep Kura', 'ღრმა მტკვარი') }).press('Enter');
  await page.waitForURL(`**/staff/sales/reports/${second}`);
  await page.getByRole('heading', { level: 1, name: name('Deep Kura', 'ღრმა მტკვარი') }).waitFor();
  const curve = page.getByRole('img', { name: t('staff-reports:curve_alt', { name: name('Deep Kura', 'ღრმა მტკვარი'), sold: '2' }) });
  expect(await curve.locator('path').count()).toBe(2);
  await page.getByText(t('staff-reports:then', { earlier: '2', sold: '2' })).waitFor();
  await page.getByText(t('staff-reports:as_table'), { exact: true }).press('Enter');
  const twin = page.getByRole('table', { name: t('staff-reports:curve') });
  await expect(twin.getByRole('row').last()).toContainText(t('staff-reports:doors'));
  expect(await twin.getByRole('row').count()).toBe(3);
  await expectNoViolations(page, 'the numbers of a night');
  for (const path of ['', `/${first}`, `/${second}`]) {
    await page.goto(`/staff/sales/reports${path}`);
    await page.getByRole('img').first().waitFor();
    expect([path, await overflowing(page)]).toEqual([path, []]);
    if (width < 500) {
      expect([path, await smallTargets(page)]).toEqual([path, []]);
      await page.setViewportSize({ width: 320, height: 700 });
      expect([path, await overflow(page)]).toEqual([path, 0]);
      await page.setViewportSize({ width, height: 900 });
    }
  }
});
