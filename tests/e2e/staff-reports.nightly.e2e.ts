import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { overflow } from './event-pages.ts';
import { overflowing, smallTargets } from './layout.ts';
import { sellTwoFridays } from './staff-reports.steps.ts';
import { expect, onPhone, test, testInEachView } from './test.ts';

test('before anything was sold the numbers say so, and a failed call can be tried again', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app, { ...onPhone, allowed: /503/ });
  await page.goto('/staff/sales/reports');
  await page.getByText(t('staff-reports:none')).waitFor();
  const long = 'Unendlich'.repeat(8);
  const { id } = await createEvent(app.ctx, { name: long, nameLat: long });
  await page.route('**/api/staff/reports/*', (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }), { times: 1 });
  await page.goto(`/staff/sales/reports/${id}`);
  await page.getByRole('button', { name: t('common:try_again') }).click();
  await page.getByText(t('staff-reports:nothing_sold')).waitFor();
  expect(await overflow(page)).toBe(0);

  const editor = await openConsole(app, { ...onPhone, roles: ['Editor'] });
  await editor.page.goto(`/staff/events/${id}`);
  await editor.page.getByRole('link', { name: t('staff-events:see') }).waitFor();
  expect(await editor.page.getByRole('link', { name: t('staff-events:to_numbers'), exact: true }).count()).toBe(0);
  await page.goto(`/staff/events/${id}`);
  await page.getByRole('link', { name: t('staff-events:to_numbers'), exact: true }).click();
  await page.waitForURL(`**/staff/sales/reports/${id}`);
});

testInEachView('no report scrolls sideways or has a target too small for a finger', async ({ language, width }) => {
  const app = await startTestSite();
  const { first, second } = await sellTwoFridays(app);
  const { page } = await openConsole(app, { language, width });
  for (const path of ['', `/${first}`, `/${second}`]) {
    await page.goto(`/staff/sales/reports${path}`);
    await page.getByRole('img').first().waitFor();
    expect([path, await overflowing(page)]).toEqual([path, []]);
    if (width !== onPhone.width) continue;
    expect([path, await smallTargets(page)]).toEqual([path, []]);
    await page.setViewportSize({ width: 320, height: 700 });
    expect([path, await overflow(page)]).toEqual([path, 0]);
    await page.setViewportSize({ width, height: 900 });
  }
});

test('the numbers of all nights are saved in a file', async () => {
  const app = await startTestSite();
  await sellTwoFridays(app);
  const { page, t } = await openConsole(app);
  await page.goto('/staff/sales/reports');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: t('staff:download_csv'), exact: true }).click();
  expect((await saving).suggestedFilename()).toBe('reports.csv');
});
