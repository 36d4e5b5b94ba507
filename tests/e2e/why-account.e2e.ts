import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { translatorOf, visit } from './site.ts';
import { expect, test } from './test.ts';

test('after a login that began at Get Ticket one press puts the ticket into the cart, or the offer goes [§4.login]', async () => {
  const app = await startTestSite();
  const t = await translatorOf('en');
  const { id } = await createEvent(app.ctx, { nameLat: 'Deep Kura', priceTetri: 4500 });
  const [guest, other] = [await createUser(app.ctx), await createUser(app.ctx)];
  const enter = async ({ email, password }: TestUser) => {
    const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390 });
    await page.clock.setFixedTime(app.clock.now());
    await page.goto(paths.event(id));
    await page.getByRole('button', { name: t('events:get_ticket') }).click();
    await page.waitForURL(paths.login);
    await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(email);
    await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('accounts:login.submit') }).click();
    await page.waitForURL(paths.profile);
    return { page, chosen: page.getByRole('region', { name: t('accounts:chosen') }) };
  };
  const first = await enter(guest);
  await first.chosen.getByText('Deep Kura').waitFor();
  await first.chosen.getByRole('button', { name: t('events:get_ticket') }).click();
  await first.page.waitForURL(paths.cart);
  await first.page.getByText('Deep Kura').first().waitFor();
  await first.page.goto(paths.profile);
  await first.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await first.chosen.count()).toBe(0);

  const second = await enter(other);
  await second.chosen.getByRole('button', { name: t('accounts:way_back.dismiss') }).click();
  await expect(second.chosen).toHaveCount(0);
});
