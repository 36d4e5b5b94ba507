import { createEvent } from '#tests/factories/events.ts';
import { buyTickets, createGuest } from '#tests/factories/sold-out.ts';
import { lastOrderOf } from '#tests/factories/staff-money.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { expect, test, testInEachView } from './test.ts';

testInEachView('the command bar finds an event, a guest and an order, by keyboard alone or from a thumb', async ({ language, width }) => {
  const app = await startTestSite();
  const guest = await createGuest(app, { firstName: 'Irakli', lastName: 'Orbeliani' });
  const { id: eventId } = await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura' });
  await buyTickets(app, guest, { eventId });
  const orderId = await lastOrderOf(app, guest.id);
  const { page, t } = await openConsole(app, { language, width });
  await page.goto('/staff/settings/team');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const field = page.getByRole('combobox', { name: t('staff:command_bar.label') });
  const open = async () => {
    if (width < 1000) {
      // On a phone a record covers the bar.
      if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t('staff:bar.search') }).click();
    } else await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
  };
  const option = (name: string | RegExp) => page.getByRole('option', { name });

  await open();
  await expectNoViolations(page, 'the command bar');
  await field.fill('orbeliani');
  await option(/Irakli Orbeliani.*@/).waitFor();
  await option(new RegExp(`^${orderId} · Irakli Orbeliani`)).waitFor();
  await expectNoViolations(page, 'the command bar with results');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/staff/guests/${guest.id}`);
  expect(await field.count()).toBe(0);

  await page.getByRole('heading', { level: 1 }).waitFor();
  await open();
  await field.fill(String(orderId));
  await option(new RegExp(`^${orderId} ·`)).click();
  await page.waitForURL(`**/staff/sales/orders/${orderId}`);

  await page.getByRole('heading', { level: 1 }).waitFor();
  await open();
  await field.fill(language === 'ka' ? 'მტკვარ' : 'kura');
  await option(language === 'ka' ? /ღრმა მტკვარი/ : /Deep Kura/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
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
