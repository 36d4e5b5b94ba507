import type { Page } from 'playwright-core';
import { HOUR_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { signInAgain } from '#tests/factories/users.ts';
import { EVENT, isShown, removal, rivalTakes, seeCountdown, taking, toasts, withTicket } from './cart.steps.ts';
import { arrive, lookAt, openShop, letTimePass } from './guest.ts';
import { expect, test } from './test.ts';

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
