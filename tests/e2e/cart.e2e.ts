import type { Page } from 'playwright-core';
import { createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { removal, seeCountdown, toasts, withTicket, checkout } from './cart.steps.ts';
import { arrive, openShop } from './guest.ts';
import { expect, test } from './test.ts';

/** Records the page's calls of a path from now on. */
function callsTo(page: Page, path: string): string[] {
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes(path) && calls.push(request.url()));
  return calls;
}

test('a place is counted down by the server’s clock where the device’s is three hours ahead', () => seeCountdown(3 * HOUR_MS));

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
