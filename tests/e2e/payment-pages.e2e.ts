import type { Page } from 'playwright-core';
import { fakeBankOrders } from '#server/fake-bank/fake-bank.table.ts';
import type { Outcome } from '#server/fake-bank/outcomes.ts';
import { CALL_TIMEOUT_MS } from '#shared/constants.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { arrive, openShop, scannerDevice, type Guest } from './guest.ts';
import { skipToContent, visit, visitWithoutScript, translatorOf } from './site.ts';
import { expect, languages, orLast, rare, test } from './test.ts';

const EVENT = 'Deep Kura';
/** Shorter than a call's timeout, so that running calls still get their answer. */
const STEP_MS = CALL_TIMEOUT_MS - 1_000;
const TOKEN = /order=[\w-]{20,}/;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const ticketsOf = async (app: TestApp, guest: Guest) => (await app.api(guest.accessToken).tickets.mine()).length;

/** Goes from the cart to the bank and presses a button there. */
async function pay(app: TestApp, guest: Guest, outcome: Outcome, event: Parameters<typeof createEvent>[1] = {}): Promise<number> {
  const { page, t } = guest;
  const { id: eventId } = await createEvent(app.ctx, { nameLat: EVENT, ...event });
  await app.api(guest.accessToken).cart.addTicket({ eventId });
  await page.goto(paths.cart);
  await page.locator('[name=acceptTerms]').check();
  await page.getByRole('button', { name: t('cart:checkout') }).click();
  await page.waitForURL(/fake-bank/);
  const choice = page.locator(`button[name=outcome][value=${outcome}]`);
  if (!(await choice.isVisible())) await page.locator('summary').click();
  await choice.click();
  await page.waitForURL(/(success|fail)payment/);
  return eventId;
}

/** Opens the return page of a guest who pressed this button at the bank. */
async function returnFromBank(outcome: Outcome) {
  const app = await openShop();
  const guest = await arrive(app);
  await pay(app, guest, outcome);
  const { page, t } = guest;
  return { app, guest, page, t };
}

/** Returns the order's token from the bank's return address in the browser's history. */
async function tokenOf(page: Page): Promise<string> {
  await isClean(page, paths.paymentSuccess);
  return page.evaluate(() => String(Reflect.get(Reflect.get(history.state, 'usr'), 'order')));
}

/** Expects an address bar without a trace of the order. */
const isClean = (page: Page, path: string) => expect.poll(() => page.url()).toBe(new URL(path, page.url()).href);

test('paid: the page says so, names the night, leads to the tickets, and empties the cart [§2.payment-pages]', async () => {
  const app = await openShop();
  const guest = await arrive(app, { language: 'ka', width: 390 });
  const { page, t } = guest;
  const tracked: string[] = [];
  page.on('request', (request) => tracked.push(request.url(), request.headers()['referer'] ?? ''));
  const eventId = await pay(app, guest, 'approve', { name: 'ღრმა მტკვარი' });
  await heading(page, t('orders:title.success')).waitFor();
  await page.getByText(t('orders:text.success')).waitFor();
  const stub = page.getByRole('list', { name: t('orders:nights') });
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

  await skipToContent(page);
  await page.reload();
  await page.getByRole('link', { name: 'ღრმა მტკვარი' }).waitFor();
  await isClean(page, paths.paymentSuccess);
  await toTickets.click();
  await page.waitForURL(/profile#my-tickets/);
  await page.getByRole('list', { name: t('tickets:title') }).waitFor();
  await page.goBack();
  await heading(page, t('orders:title.success')).waitFor();
  expect(await ticketsOf(app, guest)).toBe(1);
});

for (const [outcome, reason] of orLast(['decline', 'declined'], ['cancel', 'cancelled']))
  test(`after a ${outcome} the page says why and what next, and the cart is as it was [§2.payment-pages]`, async () => {
    const app = await openShop();
    const guest = await arrive(app);
    const { page, t } = guest;
    const eventId = await pay(app, guest, outcome);
    await heading(page, t('orders:title.failure')).waitFor();
    await page.getByText('The payment was unsuccessful or was cancelled.', { exact: true }).waitFor();
    await page.getByText(t(`orders:why.${reason}`)).waitFor();
    await page.getByText(t('orders:next.failure')).waitFor();
    await isClean(page, paths.paymentFailure);
    const toCart = page.getByRole('main').getByRole('link', { name: t('orders:to_cart') });
    await expect(toCart.getByText(/held 1[45]:\d\d/)).toBeVisible();
    const ordered = page.getByRole('list', { name: t('orders:nights') });
    await ordered.getByRole('heading', { level: 2, name: EVENT }).waitFor();
    await ordered.getByText(t('orders:doors', { time: '' }).trim()).waitFor();
    // A countdown announced every second would drown everything else.
    expect(await toCart.locator('xpath=ancestor::*[@aria-live]').count()).toBe(0);
    const links = await page.getByRole('main').getByRole('link').all();
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([paths.cart, paths.allEvents]);
    expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 0 });
    await toCart.click();
    await page.getByRole('button', { name: t('cart:remove_named', { name: EVENT }) }).waitFor();
  });

test('a slow bank is waited for, and its status is shown when it arrives', rare, async () => {
  const { app, guest, page, t } = await returnFromBank('late');
  await heading(page, t('orders:title.settling')).waitFor();
  await page.getByText(t('orders:text.settling')).waitFor();
  await isClean(page, paths.paymentSuccess);
  for (let step = 0; step < 7; step += 1) await page.clock.runFor(STEP_MS);
  await scannerDevice(app, guest, 6);
  await heading(page, t('orders:title.success')).waitFor();
  expect(await ticketsOf(app, guest)).toBe(1);
});

test('a page that waited long enough says that nothing is lost, and looks again when asked', rare, async () => {
  const { app, page, t } = await returnFromBank('late');
  await heading(page, t('orders:title.settling')).waitFor();
  const again = page.getByRole('button', { name: t('orders:look_again') });
  await expect
    .poll(
      async () => {
        await page.clock.runFor(STEP_MS);
        return again.count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
  await page.getByText(t('orders:text.slow')).waitFor();
  app.clock.advanceMinutes(6);
  await again.click();
  await heading(page, t('orders:title.success')).waitFor();
});

test('the page says that money for which no place was left goes back', async () => {
  const app = await openShop();
  const guest = await arrive(app, { allowed: /status of 401/ });
  const { page, t } = guest;
  const eventId = await pay(app, guest, 'late', { allocation: 1 });
  await heading(page, t('orders:title.settling')).waitFor();
  await isClean(page, paths.paymentSuccess);
  await page.goto(paths.about);
  // The payment completes after the rival has taken the place, although the page asks the bank before; the bank sends no callback.
  await app.ctx.db.update(fakeBankOrders).set({ callbackDueAt: null, completesAt: new Date(app.clock.now().getTime() + 21 * MINUTE_MS) });
  await scannerDevice(app, guest, 20);
  const rival = await createUser(app.ctx);
  await app.api(rival.accessToken).cart.addTicket({ eventId });
  await scannerDevice(app, guest, 2);
  await page.goBack();
  await heading(page, t('orders:title.refunded')).waitFor();
  await page.getByText(t('orders:next.refunded')).waitFor();
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 0 });
});

test('a guest who comes to the page of failures may have paid after all', rare, async () => {
  const { page, t } = await returnFromBank('lost');
  await heading(page, t('orders:title.success')).waitFor();
  const token = await tokenOf(page);
  await page.goto(`${paths.paymentFailure}?order=${token}`);
  await heading(page, t('orders:title.success')).waitFor();
});

const NO_TOKENS = [
  ['none', ''],
  ['rubbish', '?order=xyz'],
  ['a made-up one', `?order=${'A'.repeat(32)}`],
] as const;

test('without a token of an order the pages say what the specification says, and nothing more [§2.payment-pages]', async () => {
  const app = await openShop();
  const t = await translatorOf('en');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1440, allowed: /status of (400|404)/ });
  for (const [name, query] of NO_TOKENS)
    await test.step(`with ${name}`, async () => {
      await page.goto(paths.paymentSuccess + query);
      await heading(page, 'Payment Successful!').waitFor();
      await page.getByText('A QR code will be emailed to you shortly.').waitFor();
      await isClean(page, paths.paymentSuccess);
      expect(await page.getByRole('list', { name: t('orders:nights') }).count()).toBe(0);
      await page.goto(paths.paymentFailure + query);
      await heading(page, 'Payment Failed').waitFor();
      await page.getByText('The payment was unsuccessful or was cancelled.', { exact: true }).waitFor();
      // Without a session, the link to the held places leads to the login.
      const toLogin = page.getByRole('main').getByRole('link', { name: t('common:nav.login') });
      expect(await toLogin.getAttribute('href')).toBe(paths.login);
    });
});

test('a stranger who opens the address changes nothing, and keeps their own cart', rare, async () => {
  const app = await openShop();
  const guest = await arrive(app);
  await pay(app, guest, 'lost');
  await heading(guest.page, guest.t('orders:title.success')).waitFor();
  const token = await tokenOf(guest.page);

  const otherGuest = await arrive(app);
  const { id: own } = await createEvent(app.ctx, { nameLat: 'Own Night' });
  await app.api(otherGuest.accessToken).cart.addTicket({ eventId: own });
  const { page, t } = otherGuest;
  for (const _ of [1, 2]) {
    await page.goto(`${paths.paymentSuccess}?order=${token}`);
    await heading(page, t('orders:title.success')).waitFor();
    expect(await page.getByRole('main').innerText()).not.toContain(guest.email);
  }
  await page.goto(paths.cart);
  await page.getByRole('button', { name: t('cart:remove_named', { name: 'Own Night' }) }).waitFor();
  expect(await ticketsOf(app, otherGuest)).toBe(0);
  expect(await ticketsOf(app, guest)).toBe(1);
});

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

for (const language of languages)
  test(`without scripts both pages read as the specification has them, in ${language}`, rare, async () => {
    const app = await openShop();
    const t = await translatorOf(language);
    const page = await visitWithoutScript({ origin: app.url }, language);
    for (const [path, outcome] of [[paths.paymentSuccess, 'success'] as const, [paths.paymentFailure, 'failure'] as const]) {
      await page.goto(`${path}?order=${'A'.repeat(32)}`);
      expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toHaveLength(1);
      expect(await heading(page, t(`orders:title.${outcome}`)).isVisible()).toBe(true);
      expect(await page.locator('p.type-lead:visible').allInnerTexts()).toEqual([t(`orders:text.${outcome}`)]);
    }
  });
