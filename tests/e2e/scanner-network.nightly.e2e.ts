import type { Page } from 'playwright-core';
import { scans } from '#server/door/door.table.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { button, openEvent, openScanner, typeNumber } from './at-the-door.ts';
import { isSamePage, loseAnswer, markPage, NO_NETWORK } from './scanner-network.steps.ts';
import { expect, test } from './test.ts';

const isCameraOn = (page: Page) =>
  page.evaluate(() => {
    const stream = document.querySelector('video')?.srcObject;
    return stream instanceof MediaStream && stream.getTracks().every(({ readyState }) => readyState === 'live');
  });

test('a scanner whose network goes and comes says so at once, and scans on where it was', async () => {
  const { app } = await openEvent();
  const { page, t } = await openScanner(app, { allowed: NO_NETWORK });
  await button(page, t('door:start')).click();
  await page.getByText(t('door:point')).waitFor();
  await markPage(page);
  for (let blip = 0; blip < 3; blip += 1) {
    await page.context().setOffline(true);
    await page.getByText(t('door:offline')).waitFor();
    await page.context().setOffline(false);
    await page.getByText(t('door:offline')).waitFor({ state: 'detached' });
  }
  // A page that reloads itself would do so within this time.
  await page.waitForLoadState('networkidle');
  await page.getByText(t('door:point')).waitFor();
  expect([await isSamePage(page), await isCameraOn(page), new URL(page.url()).pathname]).toEqual([true, true, '/QRScan']);
});

test('a server that cannot be reached is shown although the device has a network, until it can', async () => {
  const { app } = await openEvent();
  const { page, t } = await openScanner(app, { allowed: NO_NETWORK });
  await page.getByText('Nulovani').waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.getByText(t('door:offline')).waitFor();
  await page.unroute('**/api/**');
  await page.getByText(t('door:offline')).waitFor({ state: 'detached' });
});

test('a guest whose answer got lost is accepted also when somebody else came in between', async () => {
  const { app, event, guest, ticket } = await openEvent();
  const other = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  const { page, t } = await openScanner(app, { allowed: NO_NETWORK });
  await loseAnswer({ page, t }, ticket.id);
  for (const { id } of [other, ticket]) {
    await button(page, t('door:scan_again')).click();
    await typeNumber({ page, t }, id);
    await page.getByText(t('door:accepted'), { exact: true }).first().waitFor();
  }
  expect((await app.ctx.db.select().from(scans)).map(({ ticketId }) => ticketId)).toEqual([ticket.id, other.id]);
});

test('a missing answer can be cancelled, and ends by itself', async () => {
  const { app, ticket } = await openEvent();
  const { page, t } = await openScanner(app, { allowed: NO_NETWORK });
  await page.route('**/QRCode/scan', () => undefined);
  await typeNumber({ page, t }, ticket.id);
  await button(page, t('door:cancel')).click();
  await typeNumber({ page, t }, ticket.id);
  await button(page, t('door:try_again')).waitFor();
  await page.getByText(t('door:decision_failed'), { exact: true }).first().waitFor();
  await page.unroute('**/QRCode/scan');
  await button(page, t('door:try_again')).click();
  await page.getByText(t('door:accepted'), { exact: true }).first().waitFor();
});
