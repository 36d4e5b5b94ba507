import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { expectNoViolations } from './axe.ts';
import { cartOf, EVENT, isShown } from './cart-limits.steps.ts';
import { arrive, openShop, letTimePass } from './guest.ts';
import { expect, testInEachView } from './test.ts';

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
  await isShown(guest, t('cart:held_until', { time: '18:30' }));
  await letTimePass(app, guest, 14.1);
  await isShown(guest, t('cart:place_resting', { time: '18:35' }));
  const take = page.getByRole('button', { name: t('cart:take_again_named', { name: language === 'ka' ? EVENT.name : EVENT.nameLat }) });
  expect(await take.count()).toBe(0);
  await expectNoViolations(page, 'a place that is left to others');
  await letTimePass(app, guest, 5.1);
  await take.waitFor();
  await take.click();
  await isShown(guest, t('cart:held_until', { time: '18:50' }));
});
