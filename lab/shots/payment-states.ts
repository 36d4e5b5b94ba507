import type { Page } from 'playwright-core';
import { demoAdmin, type DemoSite } from '#lab/trial/demo-site.ts';
import { paths } from '#shared/paths.ts';
import { wholeApi } from './links.ts';
import { buttonOf, fillCart, untilWord } from './states.ts';
import type { Screen } from './take.ts';

/** The return pages after a payment, with their order. */
export function paymentStatesOf(site: DemoSite): Screen[] {
  const inCart = { path: paths.cart, as: 'guest' } as const;
  return [
    { ...inCart, name: 'state-payment-success', before: () => fillAndRefund(site), act: (page) => pay(page, 'approve') },
    { ...inCart, name: 'state-payment-failure', before: () => fillCart(site), act: (page) => pay(page, 'decline') },
  ];
}

/** Sends a visitor to the login page, which names the chosen event. */
export async function wantTicket(page: Page): Promise<void> {
  await (await buttonOf(page, 'events:get_ticket')).first().click();
  await page.locator('input[type=password]').waitFor();
}

async function pay(page: Page, outcome: 'approve' | 'decline'): Promise<void> {
  await page.locator('[name=acceptTerms]').check();
  await (await buttonOf(page, 'cart:checkout')).first().click();
  await page.locator(`button[name=outcome][value=${outcome}]`).click();
  await page.waitForURL(outcome === 'approve' ? /successpayment/i : /failpayment/i);
  if (outcome === 'approve') await untilWord(page, 'orders:to_tickets');
  else await untilHeld(page);
}

/** Waits until the event has loaded with the link back to the cart and its time. */
async function untilHeld(page: Page): Promise<void> {
  await page.locator('main li h2').first().waitFor();
  await page.locator(`main a[href="${paths.cart}"] .type-tabular`).waitFor();
}

/** Buys tickets; the returned function refunds them, so that the guest may buy the same for the next picture. */
async function fillAndRefund(site: DemoSite): Promise<() => Promise<void>> {
  await fillCart(site);
  return async () => {
    const { staffOrders, staffMoney } = await wholeApi(site, demoAdmin);
    const { items } = await staffOrders.list({ state: 'paid', eventId: site.events[1]?.id ?? 1 });
    await staffMoney.refundOrder({ id: items[0]?.id ?? 1, body: { reason: 'For a picture.' } });
  };
}
