import type { Route } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { openDoorSale } from '#tests/factories/door-sale.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expectNoViolations } from './axe.ts';
import { openConsole } from './console.ts';
import { EVENT, fillDoorSale, startSiteBehind } from './door-sale.steps.ts';
import { arrive, openShop } from './guest.ts';
import { translatorOf, visit } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

test('the bank asks for what the button says: a cart with another sum opens itself, another number of places is taken over', async () => {
  const app = await openShop();
  const [{ id }, { id: other }] = [await openDoorSale(app, EVENT), await createEvent(app.ctx)];
  const { page, t, accessToken } = await arrive(app, { width: 390 });
  const { cart } = app.api(accessToken);
  const pay = async (price: string) => {
    await page.locator('[name=acceptTerms]').check();
    await page.getByRole('button', { name: t('door-sale:pay', { price }) }).click();
  };
  await cart.addTicket({ eventId: other });
  await page.goto(paths.doorSale(id));
  await pay('40,00\u{a0}₾');
  await page.waitForURL(`**${paths.cart}`);
  expect((await cart.get()).ticketItems).toMatchObject([{ eventId: other }, { eventId: id, quantity: 1 }]);

  await cart.removeTicket({ eventId: other });
  await page.goto(paths.doorSale(id));
  await page.getByLabel(t('door-sale:quantity'), { exact: true }).selectOption('3');
  await pay('120,00\u{a0}₾');
  await page.waitForURL(/fake-bank/);
  expect((await cart.get()).ticketItems).toMatchObject([{ eventId: id, quantity: 3 }]);
});

test('who has an account logs in and comes back; outside of its time the page says when it sells', async () => {
  const app = await startTestSite();
  const { id } = await openDoorSale(app, EVENT);
  const guest = await createUser(app.ctx);
  const t = await translatorOf('en');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
  await page.goto(paths.doorSale(id));
  await page.getByRole('button', { name: t('door-sale:have_account') }).click();
  await page.waitForURL(/login/);
  await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(guest.email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(guest.password);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await page.getByRole('link', { name: t('accounts:way_back.link') }).click();
  await page.waitForURL(`**${paths.doorSale(id)}`);
  await page.getByText(t('door-sale:signed_in')).waitFor();
  await app.owner.execute(`update events set starts_at = starts_at + interval '3 hours' where id = ${id}`);
  app.dropCaches();
  await page.reload();
  await page.getByRole('link', { name: t('door-sale:to_event') }).waitFor();
});

testInEachView('staff show the QR code of the door sale', async ({ language }) => {
  const app = await startTestSite();
  const { id } = await openDoorSale(app, EVENT);
  const { page, t } = await openConsole(app, { language, width: 390 });
  await page.goto(`/staff/events/${id}/door-sale`);
  await page.getByRole('img', { name: t('staff-tonight:door_sale.alt') }).waitFor();
  await expectNoViolations(page, 'the code of the door sale');
});

test('after an answer that was lost the next press leads to the bank', async () => {
  const { app, origin } = await startSiteBehind();
  const { id } = await openDoorSale(app, EVENT);
  const t = await translatorOf('en');
  const page = await visit({ origin, folder: '' }, { language: 'en', width: 390, allowed: /ERR_FAILED/ });
  await page.goto(paths.doorSale(id));
  const { pay } = await fillDoorSale(page, t);
  await page.locator('[name=acceptTerms]').check();
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route(`**/api/Events/${id}/door-sale`, loseAnswer, { times: 1 });
  await pay.click();
  await page.getByText(t('door-sale:failed')).waitFor();
  await pay.click();
  await page.waitForURL(/fake-bank/);
});
