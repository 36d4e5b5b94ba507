import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { arrive, lookAt, openShop, letTimePass, type Guest } from './guest.ts';
import { expect } from './test.ts';

export const EVENT = 'Deep Kura';

const textOf = (page: Page) => page.getByRole('main').innerText();

export const isShown = (page: Page, text: RegExp) => expect.poll(() => textOf(page)).toMatch(text);

export const timeLeft = (page: Page, text: RegExp) => page.getByText(text).filter({ visible: true });

export const toasts = ({ page, t }: Guest) => page.getByRole('region', { name: t('common:toasts') });

export const removal = ({ page, t }: Guest) => page.getByRole('button', { name: t('cart:remove_named', { name: EVENT }) });

export const taking = ({ page, t }: Guest) => page.getByRole('button', { name: t('cart:take_again_named', { name: EVENT }) });

export async function withTicket(app: TestApp, guest: Guest, event: Parameters<typeof createEvent>[1] = {}): Promise<number> {
  const { id: eventId } = await createEvent(app.ctx, { nameLat: EVENT, ...event });
  await app.api(guest.accessToken).cart.addTicket({ eventId });
  await guest.page.goto(paths.cart);
  await removal(guest).waitFor();
  return eventId;
}

export async function rivalTakes(app: TestApp, eventId: number): Promise<void> {
  const { accessToken } = await createUser(app.ctx);
  await app.api(accessToken).cart.addTicket({ eventId });
}

/** Sees a place counted down by the server's clock on a device whose clock differs by so much. */
export async function seeCountdown(skewMs: number): Promise<void> {
  const app = await openShop();
  const guest = await arrive(app, { skewMs });
  await withTicket(app, guest);
  await isShown(guest.page, /Reserved for you until 18:15/);
  await timeLeft(guest.page, /^1[45]:\d\d left$/).waitFor();
  await letTimePass(app, guest, 10.5);
  await lookAt(guest.page);
  await timeLeft(guest.page, /^4:\d\d left$/).waitFor();
  await guest.page.locator('[aria-live=polite]').getByText(`${EVENT}: 5 minutes left`).waitFor({ state: 'attached' });
}

export const checkout = ({ page, t }: Guest) => page.getByRole('button', { name: t('cart:checkout') });
