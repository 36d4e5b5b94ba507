import type { Page } from 'playwright-core';
import type { Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPaidOrder } from '#tests/factories/paid-orders.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { waitForWorker } from './kept-pages.ts';
import { visit, translatorOf } from './site.ts';
import { cacheKeyOf } from '#shared/offline.ts';
import { expect } from './test.ts';

export const EVENT = { name: 'სპილენძის მთვარე', nameLat: 'Copper Moon' };

/** The browser's own messages about a missing network. */
const NO_NETWORK = /net::ERR_|status of (401|429|503)/;

export async function openSold(quantity = 1) {
  const app = await startTestSite({ env: { RATE_LIMIT_SCALE: '1' } });
  const event = await createEvent(app.ctx, EVENT);
  const guest = await createUser(app.ctx);
  const lines = [{ eventId: event.id, ticketTypeId: event.ticketTypeId, quantity }];
  const order = await createPaidOrder(app.ctx, { userId: guest.id, lines });
  return { app, guest, event, tickets: order.tickets };
}

/** Signs in with the token of an open session. */
export async function enterAs({ url }: TestApp, { accessToken }: TestUser, language: Language = 'en', width = 390): Promise<Page> {
  const page = await visit({ origin: url, folder: '' }, { language, width, allowed: NO_NETWORK, hasWorker: true });
  await page.goto(paths.about);
  await waitForWorker(page);
  await putToken(page, accessToken);
  return page;
}

export const putToken = (page: Page, token: string, receivedAt = Date.now()) =>
  page.evaluate(
    ([value, at]) => {
      localStorage.setItem('accessTokenReceivedAt', String(at));
      localStorage.setItem('accessToken', String(value));
    },
    [token, receivedAt],
  );

export async function openTickets(page: Page, t: Awaited<ReturnType<typeof translatorOf>>): Promise<void> {
  await page.goto(paths.profile);
  await page.getByRole('button', { name: t('accounts:profile.my_tickets') }).click();
  await page.getByRole('article').first().getByRole('heading').waitFor();
}

export const SOON = { timeout: 20_000 };

export const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'));

export const goOffline = (page: Page, isOffline = true) => page.context().setOffline(isOffline);

/** Opens the tickets and waits until the device has stored the whole page. */
export async function seeTickets(page: Page, language: Language): Promise<void> {
  await openTickets(page, await translatorOf(language));
  const address = cacheKeyOf(paths.profile, language);
  await expect.poll(() => page.evaluate(async (key) => (await caches.match(key)) !== undefined, address), SOON).toBe(true);
  await page.waitForLoadState('networkidle');
}
