import { sell } from '#tests/factories/staff-money.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { typeParts } from './date-parts.ts';
import { expect, test, testInEachView } from './test.ts';

testInEachView('a day is typed, and changed in the calendar by the keyboard', async ({ language, width }) => {
  const app = await startTestSite();
  const { orderId } = await sell(app);
  const { page, t } = await openConsole(app, { language, width });
  await page.goto('/staff/sales/orders');
  await page.getByRole('link', { name: String(orderId), exact: true }).waitFor();
  await page.getByRole('button', { name: t('staff:date'), exact: true }).click();
  const day = page.getByRole('group', { name: t('staff:date') });
  await typeParts(day, '20112026');
  await page.waitForURL('**/staff/sales/orders?day=2026-11-20');
  await page.keyboard.press('Tab');
  const calendar = page.getByRole('button', { name: language === 'ka' ? /კალენდარი/ : /Calendar/ });
  await expect(calendar).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog').last();
  // The second is for screen readers.
  await dialog
    .getByRole('button', { name: language === 'ka' ? 'შემდეგი' : 'Next' })
    .first()
    .waitFor();
  await expectNoViolations(page, `the calendar ${language} ${width}`);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/staff/sales/orders?day=2026-11-21');
  await expect(calendar).toBeFocused();
  await expect(day.getByRole('spinbutton')).toHaveText(['21', '11', '2026']);
  await day.getByRole('spinbutton').last().press('Backspace');
  await page.waitForURL('**/staff/sales/orders');
});

test('the policy allows what the widgets write into the page, also on an iPhone', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app);
  await page.addInitScript(() => Object.defineProperty(navigator, 'userAgentData', { value: { platform: 'iPhone' } }));
  await page.goto('/staff/settings/team');
  await page.getByRole('button', { name: t('staff-team:invite.open'), exact: true }).click();
  await page.getByRole('dialog').waitFor();
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).overscrollBehavior)).toBe('contain');
  await page.goto('/staff/settings/activity');
  await page.getByRole('button', { name: t('staff:date'), exact: true }).click();
  await page.getByRole('group').first().waitFor();
  // A sheet that the policy refuses has no rules.
  const sheets = page.locator('head style');
  const rules = await sheets.evaluateAll((all: HTMLStyleElement[]) => all.map(({ sheet }) => sheet?.cssRules.length));
  expect(rules).not.toEqual([]);
  expect(rules.filter((count) => count !== 1)).toEqual([]);
});
