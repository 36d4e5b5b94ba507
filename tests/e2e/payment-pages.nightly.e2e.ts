import type { Page } from 'playwright-core';
import type { Outcome } from '#server/fake-bank/outcomes.ts';
import { CALL_TIMEOUT_MS } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { arrive, openShop, letTimePass } from './guest.ts';
import { EVENT, heading, isClean, pay, seeFailure, ticketsOf } from './payment-pages.steps.ts';
import { skipToContent, visitWithoutScript, translatorOf, visit } from './site.ts';
import { expect, test, testInEachView } from './test.ts';
import { fakeBankOrders } from '#server/fake-bank/fake-bank.table.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser } from '#tests/factories/users.ts';

/** Shorter than a call's timeout, so that running calls still get their answer. */
const STEP_MS = CALL_TIMEOUT_MS - 1_000;

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

test('after a decline the page says why and what next, and the cart is as it was [§2.payment-pages]', () =>
  seeFailure('decline', 'declined'));

test('a slow bank is waited for, and its status is shown when it arrives', async () => {
  const { app, guest, page, t } = await returnFromBank('late');
  await heading(page, t('orders:title.settling')).waitFor();
  await page.getByText(t('orders:text.settling')).waitFor();
  await isClean(page, paths.paymentSuccess);
  for (let step = 0; step < 7; step += 1) await page.clock.runFor(STEP_MS);
  await letTimePass(app, guest, 6);
  await heading(page, t('orders:title.success')).waitFor();
  expect(await ticketsOf(app, guest)).toBe(1);
});

test('a page that waited long enough says that nothing is lost, and looks again when asked', async () => {
  const { app, page, t } = await returnFromBank('late');
  await heading(page, t('orders:title.settling')).waitFor();
  const again = page.getByRole('button', { name: t('orders:check_again') });
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

test('a guest who comes to the page of failures may have paid after all', async () => {
  const { page, t } = await returnFromBank('lost');
  await heading(page, t('orders:title.success')).waitFor();
  const token = await tokenOf(page);
  await page.goto(`${paths.paymentFailure}?order=${token}`);
  await heading(page, t('orders:title.success')).waitFor();
});

test('a stranger who opens the address changes nothing, and keeps their own cart', async () => {
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

testInEachView('without scripts both pages read as the specification has them', async ({ language }) => {
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
  await letTimePass(app, guest, 20);
  const rival = await createUser(app.ctx);
  await app.api(rival.accessToken).cart.addTicket({ eventId });
  await letTimePass(app, guest, 2);
  await page.goBack();
  await heading(page, t('orders:title.refunded')).waitFor();
  await page.getByText(t('orders:next.refunded')).waitFor();
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 0 });
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
      expect(await page.getByRole('list', { name: t('orders:your_events') }).count()).toBe(0);
      await page.goto(paths.paymentFailure + query);
      await heading(page, 'Payment Failed').waitFor();
      await page.getByText('The payment was unsuccessful or was cancelled.', { exact: true }).waitFor();
      // Without a session, the link to the held places leads to the login.
      const toLogin = page.getByRole('main').getByRole('link', { name: t('common:nav.login') });
      expect(await toLogin.getAttribute('href')).toBe(paths.login);
    });
});

test('the page of a paid order outlives a reload and the way back from the tickets', async () => {
  const { app, guest, page, t } = await returnFromBank('approve');
  await heading(page, t('orders:title.success')).waitFor();
  await skipToContent(page);
  await page.reload();
  await page.getByRole('link', { name: EVENT }).waitFor();
  await isClean(page, paths.paymentSuccess);
  await page
    .getByRole('main')
    .getByRole('link', { name: t('orders:to_tickets') })
    .click();
  await page.waitForURL(/profile#my-tickets/);
  await page.getByRole('list', { name: t('tickets:title') }).waitFor();
  await page.goBack();
  await heading(page, t('orders:title.success')).waitFor();
  expect(await ticketsOf(app, guest)).toBe(1);
});
