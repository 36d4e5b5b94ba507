import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { expect, test, testInEachView } from './test.ts';

testInEachView('a sidebar leads everywhere by keyboard, and on a phone a menu does', async ({ language, width }) => {
  const app = await startTestSite();
  await app.ctx.db.insert(enquiries).values({ kind: 'rental', body: 'Is the 5th free?', createdAt: app.clock.now() });
  const { page, t } = await openConsole(app, { language, width });
  await page.goto('/staff/settings/activity');
  await page.getByRole('heading', { level: 1, name: t('staff:nav.activity') }).waitFor();
  // The target of the skip link is beside the sidebar.
  expect(await page.locator('main #main h1').count()).toBe(1);
  const places = page.getByRole('navigation', { name: t('staff:nav.label') });
  if (width < 1000) {
    expect(await places.isVisible()).toBe(false);
    await page.getByRole('button', { name: t('staff:bar.more') }).press('Enter');
  }
  await places
    .getByText(t('staff:badges.enquiries', { count: '1' }))
    .first()
    .waitFor({ state: 'attached' });
  await expectNoViolations(page, 'places');
  await places.getByRole('link', { name: t('staff:nav.club'), exact: true }).press('Enter');
  await page.getByRole('heading', { level: 1, name: t('staff:nav.club') }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});

test('an old address leads to its new place, also with a query, and a place to its first part', async () => {
  const app = await startTestSite();
  const { page } = await openConsole(app);
  for (const [from, to] of [
    ['/staff/orders?state=paid', '/staff/sales/orders?state=paid'],
    ['/staff/words/about', '/staff/site/pages/about'],
    ['/staff/audit', '/staff/settings/activity'],
    ['/staff/sales', '/staff/sales/orders'],
  ] as const) {
    await page.goto(from);
    await page.waitForURL(`${app.url}${to}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
});
