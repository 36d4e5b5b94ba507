import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { openCommandBar } from './staff-command-bar.steps.ts';
import { expect, test, testInEachView } from './test.ts';

test('a slash opens the command bar, the arrows choose, and help is found in it', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app);
  await page.goto('/staff/settings/team');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: t('staff:command_bar.label') });
  await field.fill('report');
  const selected = page.getByRole('option', { selected: true });
  await expect(selected).toHaveText(t('staff:nav.reports'));
  // The texts of the help come later.
  await page.getByRole('option').nth(1).waitFor();
  await page.keyboard.press('ArrowDown');
  await expect(selected).not.toHaveText(t('staff:nav.reports'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: t('staff:nav.reports') }).waitFor();

  await page.keyboard.press('/');
  await field.fill('cash');
  await page.getByRole('option', { name: t('staff-help:entries.register.q') }).click();
  await page.getByRole('heading', { level: 2, name: t('staff-help:entries.register.q') }).waitFor();
});

testInEachView('the command bar finds an event by a part of its name, and opens an order by its number', async ({ language, width }) => {
  const { page, orderId, field, option } = await openCommandBar({ language, width });
  await field.fill(language === 'ka' ? 'მტკვარ' : 'kura');
  await option(language === 'ka' ? /ღრმა მტკვარი/ : /Deep Kura/)
    .first()
    .waitFor();
  await field.fill(String(orderId));
  await option(new RegExp(`^${orderId} ·`)).click();
  await page.waitForURL(`**/staff/sales/orders/${orderId}`);
});

test('Escape closes the command bar', async () => {
  const { page, field } = await openCommandBar({ language: 'en', width: 1440 });
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
});
