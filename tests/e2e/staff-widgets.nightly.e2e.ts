import { createEvent } from '#tests/factories/events.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { chooseCommand, openConsole } from './console.ts';
import { expect, test } from './test.ts';

test('a date that is refused takes the focus at its first part, which is selected once', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { state: 'draft' });
  const { page, t } = await openConsole(app);
  await page.goto(`/staff/events/${id}`);
  await chooseCommand(page, t('staff-events:more'), t('staff-events:plan.open'));
  const parts = page.getByRole('dialog').getByRole('spinbutton');
  await parts.first().press('Backspace');
  await parts.first().press('Backspace');
  await page.evaluate(() => {
    let changes = 0;
    document.addEventListener('selectionchange', () => (document.body.dataset['changes'] = String((changes += 1))));
  });
  await page.getByRole('button', { name: t('staff-events:plan.submit'), exact: true }).click();
  await expect(parts.first()).toBeFocused();
  await page.getByText(t('forms:validation.moment_format')).waitFor();
  expect(Number(await page.locator('body').getAttribute('data-changes'))).toBeLessThan(10);
});
