import { createEvent } from '#tests/factories/events.ts';
import { createGuest } from '#tests/factories/sold-out.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { openCommandBar } from './staff-command-bar.steps.ts';
import { expect, test, testInEachView } from './test.ts';

testInEachView('the command bar finds a guest and the order, and opens the guest', async ({ language, width }) => {
  const { page, guest, orderId, field, option } = await openCommandBar({ language, width });
  await expectNoViolations(page, 'the command bar');
  await field.fill('orbeliani');
  await option(/Irakli Orbeliani.*@/).waitFor();
  await option(new RegExp(`^${orderId} · Irakli Orbeliani`)).waitFor();
  await expectNoViolations(page, 'the command bar with results');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/staff/guests/${guest.id}`);
  await expect(field).toHaveCount(0);
});

test('a role finds only what it may open', async () => {
  const app = await startTestSite();
  await createGuest(app, { firstName: 'Irakli', lastName: 'Orbeliani' });
  await createEvent(app.ctx, { nameLat: 'Orbeliani Night' });
  const { page, t } = await openConsole(app, { roles: ['DoorLead'] });
  await page.goto('/staff/help');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: t('staff:command_bar.label') });
  await page.getByRole('option', { name: t('staff:nav.tonight') }).waitFor();
  expect(await page.getByRole('option', { name: t('staff:nav.reports') }).count()).toBe(0);
  await field.fill('orbeliani');
  await page.getByRole('option', { name: /Orbeliani Night/ }).waitFor();
  expect(await page.getByRole('option', { name: /Irakli/ }).count()).toBe(0);
});

test('help that has not come yet is not offered, neither by the names of its texts', async () => {
  const app = await startTestSite();
  const { page, t } = await openConsole(app, { language: 'ka', width: 1440 });
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  await page.route(/staff-help/, (route) => mayCome.then(() => route.continue()));
  await page.goto('/staff/settings/team');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: t('staff:command_bar.label') });
  await field.fill('entries');
  await page.getByText(t('staff:no_match')).waitFor();
  letCome();
  const question = t('staff-help:entries.reserved.q');
  await field.fill(question);
  await page.getByRole('option', { name: question }).waitFor();
});
