import { startTestSite } from '#tests/setup/site.ts';
import { openConsole } from './console.ts';
import { expect, test } from './test.ts';

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
  await page.getByRole('heading', { level: 1, name: t('staff-reports:title') }).waitFor();

  await page.keyboard.press('/');
  await field.fill('cash');
  await page.getByRole('option', { name: t('staff-help:entries.register.q') }).click();
  await page.getByRole('heading', { level: 2, name: t('staff-help:entries.register.q') }).waitFor();
});
