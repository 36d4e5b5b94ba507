import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { createEvent } from '#tests/factories/events.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { expectNoViolations } from './axe.ts';
import { arrive, lookAt, openShop, scannerDevice, type Guest } from './guest.ts';
import { expect, orLast, rare, test } from './test.ts';

const EVENT = 'Deep Kura';

const textOf = (page: Page) => page.getByRole('main').innerText();
const isShown = (page: Page, text: RegExp) => expect.poll(() => textOf(page)).toMatch(text);
const toasts = ({ page, t }: Guest) => page.getByRole('region', { name: t('common:toasts') });
const checkout = ({ page, t }: Guest) => page.getByRole('button', { name: t('cart:checkout') });
const removal = ({ page, t }: Guest) => page.getByRole('button', { name: t('cart:remove_named', { name: EVENT }) });
const taking = ({ page, t }: Guest) => page.getByRole('button', { name: t('cart:take_again_named', { name: EVENT }) });

/** Records the page's calls of a path from now on. */
function callsTo(page: Page, path: string): string[] {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes(path) && calls.push(request.url()));
  return calls;
}

async function withTicket(app: TestApp, guest: Guest, event: Parameters<typeof createEvent>[1] = {}): Promise<number> {
  const { id: eventId } = await createEvent(app.ctx, { nameLat: EVENT, ...event });
  await app.api(guest.accessToken).cart.addTicket({ eventId });
  await guest.page.goto(paths.cart);
  await removal(guest).waitFor();
  return eventId;
}

async function rivalTakes(app: TestApp, eventId: number): Promise<void> {
  const { accessToken } = await createUser(app.ctx);
  await app.api(accessToken).cart.addTicket({ eventId });
}

for (const [name, skewMs] of orLast(['right', 0], ['an hour behind', -HOUR_MS], ['three hours ahead', 3 * HOUR_MS]))
  test(`a place is counted down by the server’s clock where the device’s is ${name}`, async () => {
    const app = await openShop();
    const guest = await arrive(app, { skewMs });
    await withTicket(app, guest);
    await isShown(guest.page, /1[45]:\d\d left\s+Held until 18:15/);
    await scannerDevice(app, guest, 10.5);
    await lookAt(guest.page);
    await isShown(guest.page, /4:\d\d left\s+Held until 18:15/);
    await guest.page.locator('[aria-live=polite]').getByText(`${EVENT}: 5 minutes left`).waitFor({ state: 'attached' });
  });

test('an expired line says so and offers a place again with one press', async () => {
  const app = await openShop();
  const guest = await arrive(app, { allowed: /status of 401/ });
  const { page } = guest;
  await withTicket(app, guest, { priceTetri: 4050 });
  await scannerDevice(app, guest, 15.1);
  await isShown(page, /The time for this ticket ran out\. Others can take the place now, and so can you\./);
  await page.locator('[aria-live=polite]').getByText('the time for this ticket ran out').waitFor({ state: 'attached' });
  expect(await checkout(guest).count()).toBe(0);
  await page.reload();
  await taking(guest).dblclick();
  await isShown(page, /1[45]:\d\d left\s+Held until 18:30/);
  await toasts(guest).getByText(`Back in your cart: ${EVENT}`).waitFor();
  await isShown(page, /Total\s+40,50/);
});

test('a place that others took meanwhile is said to be gone, before and after the press', rare, async () => {
  const app = await openShop();
  const guest = await arrive(app, { allowed: /status of (401|409)/ });
  const { page } = guest;
  const eventId = await withTicket(app, guest, { allocation: 1 });
  await scannerDevice(app, guest, 15.1);
  await taking(guest).waitFor();
  await rivalTakes(app, eventId);
  await taking(guest).click();
  await toasts(guest).getByText('This event is sold out.').waitFor();
  await isShown(page, /Meanwhile the event sold out\. You were not charged\.\s+This event is sold out\./);
  expect(await taking(guest).count()).toBe(0);
  await page.reload();
  await isShown(page, /Meanwhile the event sold out/);
  await removal(guest).click();
  await page.getByText(guest.t('cart:empty')).waitFor();
});

test('a removed line gives its place back once, and Undo takes one again', async () => {
  const app = await openShop();
  const guest = await arrive(app);
  const { page, t } = guest;
  const eventId = await withTicket(app, guest);
  const calls = callsTo(page, 'remove-ticket');
  await removal(guest).dblclick();
  await page.getByText(t('cart:empty')).waitFor();
  expect(calls).toHaveLength(1);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 0 });
  await toasts(guest)
    .getByRole('button', { name: t('cart:undo') })
    .click();
  await removal(guest).waitFor();
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 0 });
});

test('Undo after the last place was sold shows a message', rare, async () => {
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

test('what happens in one tab or on another device shows in every tab', rare, async () => {
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

test('a double click on Checkout is one order, and the way back finds the cart alive', async () => {
  const app = await openShop();
  const guest = await arrive(app);
  const { page } = guest;
  await withTicket(app, guest);
  const calls = callsTo(page, '/Cart/checkout');
  await page.locator('[name=acceptTerms]').check();
  await checkout(guest).dblclick();
  await page.waitForURL(/fake-bank/);
  expect(calls).toHaveLength(1);
  expect(await app.ctx.db.select().from(orders)).toHaveLength(1);

  await page.goBack();
  await removal(guest).waitFor();
  await page.locator('[name=acceptTerms]').check();
  await checkout(guest).click();
  await page.waitForURL(/fake-bank/);
  expect(await app.ctx.db.select().from(orders)).toHaveLength(1);
});

test('a bank that is away is said so, nothing is lost, and the next press goes there [§8.checkout]', async () => {
  const app = await openShop();
  const guest = await arrive(app, { allowed: /status of 503/ });
  const { page, t } = guest;
  const eventId = await withTicket(app, guest);
  const own = app.deps.payments;
  app.deps.payments = createProvider(app.deps.env, () => 'http://127.0.0.1:1');
  await page.locator('[name=acceptTerms]').check();
  await checkout(guest).click();
  await page.getByRole('main').getByRole('alert').getByText('Checkout initiation failed. Please try again or contact support.').waitFor();
  await toasts(guest).getByText(t('cart:checkout_no_redirect')).waitFor();
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 0 });
  expect(await removal(guest).count()).toBe(1);
  app.deps.payments = own;
  await checkout(guest).click();
  await page.waitForURL(/fake-bank/);
});

test('every way a checkout fails has its sentence, in the page and in a toast [§4.no-redirect §8.checkout]', async () => {
  const app = await openShop();
  const guest = await arrive(app, { allowed: /status of (400|500)|ERR_FAILED/ });
  const { page, t } = guest;
  await withTicket(app, guest);
  await checkout(guest).click();
  await toasts(guest).getByText('Please accept the terms and conditions to proceed.').waitFor();
  expect(await page.locator('[name=acceptTerms]').evaluate((box) => box === document.activeElement)).toBe(true);
  await page.locator('[name=acceptTerms]').check();
  const endings = [
    [{ status: 500, body: '{}' }, 'Error during checkout. Please try again.'],
    [{ json: {} }, 'Checkout initiation failed. Please try again or contact support.'],
    [{ status: 400, json: { message: 'The till is closed.' } }, 'The till is closed.'],
  ] as const;
  for (const [answer, text] of endings) {
    await page.route('**/api/Cart/checkout', (route) => route.fulfill(answer), { times: 1 });
    await checkout(guest).click();
    await page.getByRole('main').getByRole('alert').getByText(text, { exact: true }).waitFor();
    await toasts(guest).getByText(text, { exact: true }).first().waitFor();
  }
  await app
    .api(guest.accessToken)
    .cart.removeTicket({ eventId: (await app.api(guest.accessToken).cart.get()).ticketItems[0]?.eventId ?? 0 });
  await checkout(guest).click();
  await toasts(guest).getByText(t('cart:checkout_empty')).waitFor();
  await page.getByText(t('cart:empty')).first().waitFor();
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
