import type { Page, Route } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, translatorOf } from './site.ts';
import { expect, test } from './test.ts';

async function openProfile(language: 'en' | 'ka'): Promise<{ page: Page; open(): Promise<void>; id: number }> {
  const app = await startTestSite();
  const { id: eventId } = await createEvent(app.ctx);
  const guest = await createUser(app.ctx);
  const { id } = await createTicket(app.ctx, { userId: guest.id, eventId });
  const page = await visit({ origin: app.url, folder: '' }, { language, width: 390, allowed: /status of (404|500)/ });
  await page.goto(paths.about);
  await page.evaluate((token) => {
    localStorage.setItem('accessTokenReceivedAt', String(Date.now()));
    localStorage.setItem('accessToken', token);
  }, guest.accessToken);
  const open = async () => {
    await page.goto(paths.profile);
    await page.locator('button[aria-controls=my-tickets]').click();
  };
  return { page, open, id };
}

const answer = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body });

test('what goes wrong with tickets is said where it went wrong, and tried again [§2.ticket-price §4.tickets-format §8.tickets §8.ticket-card]', async () => {
  const { page, open } = await openProfile('ka');
  const t = await translatorOf('ka');
  const own = /Tickets\/my-tickets/i;
  const says = (text: string) => page.locator('#my-tickets').getByText(text, { exact: true }).first().waitFor();

  await page.route(own, answer(500, {}));
  await open();
  await says(t('tickets:fetch_failed'));
  await page.unroute(own);
  await page
    .locator('#my-tickets')
    .getByRole('button', { name: t('common:try_again') })
    .click();
  await page.getByRole('article').waitFor();

  await page.route(own, answer(200, { tickets: [] }));
  await open();
  await says(t('tickets:unexpected_format'));
  await page.unroute(own);

  const plain = { qrCodeUrl: 'data:image/svg+xml,<svg/>', isUsedTicket: false, code: '' };
  await page.route(own, answer(200, [{ id: 7, basket: { price: null }, ...plain }]));
  await open();
  await page.getByRole('article').getByText(t('tickets:event_missing')).waitFor();
  await page.getByRole('article').getByText(t('tickets:no_price'), { exact: true }).waitFor();
  await page.unroute(own);

  await page.route(/Events\/\d+$/i, answer(404, {}));
  await open();
  await page.getByRole('article').getByText(t('tickets:event_failed')).waitFor();
  await page.unroute(/Events\/\d+$/i);
  await page
    .getByRole('article')
    .getByRole('button', { name: t('common:try_again') })
    .click();
  await page
    .getByRole('article')
    .getByRole('link', { name: t('tickets:to_event') })
    .waitFor();
});

test('while a code is shown the screen stays on, and afterwards it may go off [§2.ticket-qr]', async () => {
  const { page, open, id } = await openProfile('en');
  const t = await translatorOf('en');
  // Records whether the page holds the device's wake lock.
  await page.addInitScript(() => {
    const held = { count: 0 };
    Reflect.set(globalThis, 'heldLocks', held);
    const lock = () => {
      held.count += 1;
      return Promise.resolve({ release: () => Promise.resolve(void (held.count -= 1)) });
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request: lock } });
  });
  const held = () => page.evaluate(() => Reflect.get(Reflect.get(globalThis, 'heldLocks'), 'count'));
  await open();
  const enlarge = page.getByRole('button', { name: t('tickets:enlarge_qr', { id: String(id) }) });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: t('common:close') })
        .click(),
    () => page.locator('[data-ticket-code]').click({ position: { x: 12, y: 400 } }),
  ]) {
    await enlarge.click();
    await expect.poll(held).toBe(1);
    await close();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(held).toBe(0);
    expect(await enlarge.evaluate((button) => button === document.activeElement)).toBe(true);
  }
});
