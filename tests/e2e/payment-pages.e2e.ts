import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { arrive, openShop } from './guest.ts';
import { EVENT, heading, isClean, pay, seeFailure, ticketsOf } from './payment-pages.steps.ts';
import { expect, test } from './test.ts';

const TOKEN = /order=[\w-]{20,}/;

test('paid: the page says so, names the night and leads to the tickets [§2.payment-pages]', async () => {
  const app = await openShop();
  const guest = await arrive(app, { language: 'ka', width: 390 });
  const { page, t } = guest;
  const tracked: string[] = [];
  page.on('request', (request) => tracked.push(request.url(), request.headers()['referer'] ?? ''));
  const eventId = await pay(app, guest, 'approve', { name: 'ღრმა მტკვარი' });
  await heading(page, t('orders:title.success')).waitFor();
  await page.getByText(t('orders:text.success')).waitFor();
  const stub = page.getByRole('list', { name: t('orders:your_events') });
  await stub.getByRole('link', { name: 'ღრმა მტკვარი' }).waitFor();
  await stub.getByText(app.ctx.venue().addressKa).waitFor();
  await stub.getByText(/კარი იღება/).waitFor();
  expect(await stub.getByRole('link', { name: t('orders:calendar') }).getAttribute('href')).toMatch(/\.ics/);
  const toTickets = page.getByRole('main').getByRole('link', { name: t('orders:to_tickets') });
  await expect(toTickets).toBeInViewport({ ratio: 1 });
  await isClean(page, paths.paymentSuccess);
  expect(new Set(tracked.filter((address) => TOKEN.test(address)).map((address) => new URL(address).pathname))).toEqual(
    new Set([paths.paymentSuccess]),
  );
  expect(await ticketsOf(app, guest)).toBe(1);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 1 });
});

test('after a cancel the page says why and what next, and the cart is as it was [§2.payment-pages]', () =>
  seeFailure('cancel', 'cancelled'));

test('a free event skips the bank: one press, and the ticket is there', async () => {
  const app = await openShop();
  const guest = await arrive(app);
  const { page, t } = guest;
  const { id: eventId } = await createEvent(app.ctx, { nameLat: EVENT, priceTetri: 0 });
  await app.api(guest.accessToken).cart.addTicket({ eventId });
  await page.goto(paths.cart);
  await page.locator('[name=acceptTerms]').check();
  await page.getByRole('button', { name: t('cart:checkout') }).click();
  await page.waitForURL(/successpayment/);
  await heading(page, t('orders:title.success')).waitFor();
  await page.getByRole('link', { name: EVENT }).waitFor();
  expect(await ticketsOf(app, guest)).toBe(1);
});
