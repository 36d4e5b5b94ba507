import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { openDoorSale } from '#tests/factories/door-sale.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { arrive, openShop } from './guest.ts';
import { translatorOf, visit } from './site.ts';
import { expect, test } from './test.ts';

const EVENT = { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', allocation: 20 };

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
