import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { sellTwoFridays } from './staff-reports.steps.ts';
import { expect, testInEachView } from './test.ts';

testInEachView('staff read the figures of all events, as charts and as a table', async ({ language, width }) => {
  const app = await startTestSite();
  await sellTwoFridays(app);
  const { page, t } = await openConsole(app, { language, width });
  const name = language === 'ka' ? 'რკინის ბაღი' : 'Iron Garden';
  await page.goto('/staff/sales/reports');
  await page.getByRole('heading', { level: 1, name: t('staff:nav.reports') }).waitFor();
  const table = page.getByRole('table', { name: t('staff-reports:all_events') });
  await expect(table.getByRole('row', { name })).toContainText('80,00');
  await expect(table.getByRole('row', { name: t('staff:all_events') })).toContainText('200,00');
  const people = page.getByRole('img', { name: t('staff-reports:people_alt', { name, most: '2' }) });
  expect(await people.locator('rect').count()).toBe(4);
  const charts = page.getByRole('region', { name: t('staff-reports:charts') });
  expect(await charts.locator('svg[role=img]').count()).toBe(3);
  await expectNoViolations(page, 'the figures of all events');
});

testInEachView('staff go to the numbers of one night, as a curve and as its table', async ({ language, width }) => {
  const app = await startTestSite();
  const { second } = await sellTwoFridays(app);
  const { page, t } = await openConsole(app, { language, width });
  const name = language === 'ka' ? 'ღრმა მტკვარი' : 'Deep Kura';
  await page.goto('/staff/sales/reports');
  const events = page.getByRole('table', { name: t('staff-reports:all_events') });
  await events.getByRole('link', { name }).press('Enter');
  await page.waitForURL(`**/staff/sales/reports/${second}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  const curve = page.getByRole('img', { name: t('staff-reports:curve_alt', { name, sold: '2' }) });
  expect(await curve.locator('path').count()).toBe(2);
  await page.getByText(t('staff-reports:then', { earlier: '2', sold: '2' })).waitFor();
  await page.getByText(t('staff:table'), { exact: true }).press('Enter');
  const twin = page.getByRole('table', { name: t('staff-reports:curve') });
  await expect(twin.getByRole('row').last()).toContainText(t('staff-reports:doors'));
  expect(await twin.getByRole('row').count()).toBe(3);
  await expectNoViolations(page, 'the numbers of a night');
});
