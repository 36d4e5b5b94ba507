import type { Page } from 'playwright-core';
import type { Outcome } from '#server/fake-bank/outcomes.ts';
import { CALL_TIMEOUT_MS } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { arrive, openShop, letTimePass } from './guest.ts';
import { heading, isClean, pay, seeFailure, ticketsOf } from './payment-pages.steps.ts';
import { visitWithoutScript, translatorOf } from './site.ts';
import { expect, test, testInEachView } from './test.ts';

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
