import type { Page } from 'playwright-core';
import type { Outcome } from '#server/fake-bank/outcomes.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { stockOf } from '#tests/factories/stock.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { arrive, openShop, type Guest } from './guest.ts';
import { expect } from './test.ts';

export const EVENT = 'Deep Kura';
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
export const ticketsOf = async (app: TestApp, guest: Guest) => (await app.api(guest.accessToken).tickets.mine()).length;

/** Goes from the cart to the bank and presses a button there. */
export async function pay(app: TestApp, guest: Guest, outcome: Outcome, event: Parameters<typeof createEvent>[1] = {}): Promise<number> {
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

/** Expects an address bar without a trace of the order. */
export const isClean = (page: Page, path: string) => expect.poll(() => page.url()).toBe(new URL(path, page.url()).href);

/** Reads after a payment that failed why it did, and finds the cart as it was. */
export async function seeFailure(outcome: 'decline' | 'cancel', reason: 'declined' | 'cancelled'): Promise<void> {
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
  await expect(toCart.getByText(/1[45]:\d\d left/)).toBeVisible();
  const ordered = page.getByRole('list', { name: t('orders:your_events') });
  await ordered.getByRole('heading', { level: 2, name: EVENT }).waitFor();
  await ordered.getByText(t('orders:doors', { time: '' }).trim()).waitFor();
  // A countdown announced every second would drown everything else.
  expect(await toCart.locator('xpath=ancestor::*[@aria-live]').count()).toBe(0);
  const links = await page.getByRole('main').getByRole('link').all();
  expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([paths.cart, paths.allEvents]);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 0 });
  await toCart.click();
  await page.getByRole('button', { name: t('cart:remove_named', { name: EVENT }) }).waitFor();
}
