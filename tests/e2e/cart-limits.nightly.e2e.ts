import { moneyText } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { fillCart } from '#tests/factories/purchases.ts';
import { changeEvent } from '#tests/factories/stock.ts';
import { cartOf, EVENT, isShown } from './cart-limits.steps.ts';
import { arrive, openShop, letTimePass } from './guest.ts';
import { testInEachView, expect } from './test.ts';
import { expectNoViolations } from './axe.ts';

testInEachView('a cart says that its price is kept, and what only the payment that was begun can buy', async ({ language, width }) => {
  const app = await openShop();
  const guest = await arrive(app, { language, width, allowed: /status of (401|409)/ });
  const { page, t } = guest;
  const { id: eventId } = await createEvent(app.ctx, { ...EVENT, priceTetri: 3500 });
  await (await cartOf(app, guest)).addTicket({ eventId });
  await changeEvent(app.ctx, eventId, { priceTetri: 8500 });
  app.dropCaches();
  await page.goto(paths.cart);
  await isShown(guest, t('cart:price_unchanged', { price: moneyText(85) }));

  for (const minutes of [14, 14]) {
    app.clock.advanceMinutes(minutes);
    await (await cartOf(app, guest)).checkout();
  }
  app.clock.advanceMinutes(4);
  const { eventId: other } = await fillCart(app);
  await (await cartOf(app, guest)).addTicket({ eventId: other });
  await page.clock.fastForward(32 * 60_000);
  await page.goto(paths.cart);
  await isShown(guest, t('cart:reserved_until', { time: '18:43' }));
  await page.locator('[name=acceptTerms]').check();
  await page.getByRole('button', { name: t('cart:checkout') }).click();
  await isShown(guest, t('errors:payment_begun'));
});

testInEachView('a place kept for half an hour is left to others first, until the minute that is named', async ({ language, width }) => {
  const app = await openShop();
  const guest = await arrive(app, { language, width, allowed: /status of 401/ });
  const { page, t } = guest;
  const { id: eventId } = await createEvent(app.ctx, EVENT);
  await (await cartOf(app, guest)).addTicket({ eventId });
  app.clock.advanceMinutes(16);
  await (await cartOf(app, guest)).addTicket({ eventId });
  await page.clock.fastForward(16 * 60_000);
  await page.goto(paths.cart);
  await isShown(guest, t('cart:reserved_until', { time: '18:30' }));
  await letTimePass(app, guest, 14.1);
  await isShown(guest, t('cart:place_resting', { time: '18:35' }));
  const take = page.getByRole('button', { name: t('cart:take_again_named', { name: language === 'ka' ? EVENT.name : EVENT.nameLat }) });
  expect(await take.count()).toBe(0);
  await expectNoViolations(page, 'a place that is left to others');
  await letTimePass(app, guest, 5.1);
  await take.waitFor();
  await take.click();
  await isShown(guest, t('cart:reserved_until', { time: '18:50' }));
});
