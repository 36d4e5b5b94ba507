import type { Page } from 'playwright-core';
import { HOUR_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { signInAgain } from '#tests/factories/users.ts';
import { EVENT, isShown, removal, rivalTakes, seeCountdown, taking, toasts, withTicket, timeLeft, checkout } from './cart.steps.ts';
import { arrive, lookAt, openShop, letTimePass } from './guest.ts';
import { expect, test } from './test.ts';
import { expectNoViolations } from './axe.ts';

for (const [name, skewMs] of [
  ['right', 0],
  ['an hour behind', -HOUR_MS],
] as const)
  test(`a place is counted down by the server’s clock where the device’s is ${name}`, () => seeCountdown(skewMs));

test('a place that others took meanwhile is said to be gone, before and after the press', async () => {
  const app = await openShop();
  const guest = await arrive(app, { allowed: /status of (401|409)/ });
  const { page } = guest;
  const eventId = await withTicket(app, guest, { allocation: 1 });
  await letTimePass(app, guest, 15.1);
  await taking(guest).waitFor();
  await rivalTakes(app, eventId);
  await taking(guest).click();
  await toasts(guest).getByText('This event is sold out.').waitFor();
  await isShown(page, /The event has sold out\. You weren’t charged\.\s+This event is sold out\./);
  expect(await taking(guest).count()).toBe(0);
  await page.reload();
  await isShown(page, /The event has sold out/);
  await removal(guest).click();
  await page.getByText(guest.t('cart:empty')).waitFor();
});

test('Undo after the last place was sold shows a message', async () => {
  const app = await openShop();
  const guest = await arrive(app, { allowed: /status of 409/ });
  const eventId = await withTicket(app, guest, { allocation: 1 });
  await removal(guest).click();
  await guest.page.getByText(guest.t('cart:empty')).waitFor();
  await rivalTakes(app, eventId);
  await toasts(guest)
    .getByRole('button', { name: guest.t('cart:undo') })
    .click();
  await toasts(guest).getByText('This event is sold out.').waitFor();
});

test('what happens in one tab or on another device shows in every tab', async () => {
  const app = await openShop();
  const guest = await arrive(app);
  const { page, t } = guest;
  const eventId = await withTicket(app, guest);
  const beside = await page.context().newPage();
  await beside.goto(paths.cart);
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(paths.event(eventId));
  const badge = (tab: Page, count: number) =>
    tab
      .getByRole('link', { name: new RegExp(`Cart.*${count} ticket`) })
      .first()
      .waitFor({ state: 'attached' });
  await badge(elsewhere, 1);
  await beside.getByRole('button', { name: t('cart:remove_named', { name: EVENT }) }).click();
  await page.getByText(t('cart:empty')).waitFor();
  await elsewhere.getByRole('link', { name: 'Cart', exact: true }).first().waitFor({ state: 'attached' });

  await elsewhere
    .getByRole('button', { name: t('events:get_ticket') })
    .first()
    .click();
  await removal(guest).waitFor();
  const { id: another } = await createEvent(app.ctx, { nameLat: 'Second Night' });
  await app.api(await signInAgain(app.ctx, guest.id)).cart.addTicket({ eventId: another });
  await lookAt(page);
  await isShown(page, /Deep Kura[^]*Second Night[^]*Total\s+80,00/i);
});

test('an expired line says so and offers a place again with one press', async () => {
  const app = await openShop();
  const guest = await arrive(app, { allowed: /status of 401/ });
  const { page } = guest;
  await withTicket(app, guest, { priceTetri: 4050 });
  await letTimePass(app, guest, 15.1);
  await isShown(page, /Your reservation expired\. Places are still available\./);
  await page.locator('[aria-live=polite]').getByText('your reservation expired').waitFor({ state: 'attached' });
  expect(await checkout(guest).count()).toBe(0);
  await page.reload();
  await taking(guest).dblclick();
  await isShown(page, /Reserved for you until 18:30/);
  await timeLeft(page, /^1[45]:\d\d left$/).waitFor();
  await toasts(guest).getByText(`Back in your cart: ${EVENT}`).waitFor();
  await isShown(page, /Total\s+40,50/);
});

test('held, expired and sold-out lines fit the smallest phone in Georgian, without a fault, and obey the keyboard', async () => {
  const app = await openShop();
  const guest = await arrive(app, { language: 'ka', width: 320, allowed: /status of 401/ });
  const { page, t } = guest;
  const name = 'სპილენძის მთვარე და მტკვრის ღრმა ტალღები';
  const event = async () => (await createEvent(app.ctx, { name, allocation: 1, priceTetri: 1_234_560 })).id;
  const [gone = 0, free = 0, held = 0] = await Promise.all([event(), event(), event()]);
  const { cart } = app.api(guest.accessToken);
  await cart.addTicket({ eventId: gone });
  await cart.addTicket({ eventId: free });
  app.clock.advanceMinutes(10);
  await cart.addTicket({ eventId: held });
  app.clock.advanceMinutes(5);
  await rivalTakes(app, gone);
  await page.goto(paths.cart);
  const again = page.getByRole('button', { name: t('cart:take_again_named', { name }) });
  await again.waitFor();
  await page.getByText(t('cart:place_gone')).waitFor();
  await expectNoViolations(page, 'the cart');
  const sticksOut = () =>
    page.evaluate(
      () => [...document.querySelectorAll('main *')].filter((part) => part.getBoundingClientRect().right > innerWidth + 1).length,
    );
  expect(await sticksOut()).toBe(0);

  await again.focus();
  await page.keyboard.press('Enter');
  await again.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('UL');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON');
});
