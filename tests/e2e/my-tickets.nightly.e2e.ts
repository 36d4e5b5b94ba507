import { mails } from '#server/platform/platform.table.ts';
import { paths } from '#shared/paths.ts';
import { enterAs, openSold, openTickets, putToken, EVENT, tokenOf, goOffline, seeTickets } from './my-tickets.steps.ts';
import { visit, translatorOf } from './site.ts';
import { expect, test } from './test.ts';
import type { Page } from 'playwright-core';
import { createUser } from '#tests/factories/users.ts';

test('the profile begins with the ticket of the next event, its code in the first view of a phone, also in the list', async () => {
  const {
    app,
    guest,
    tickets: [ticket],
  } = await openSold();
  const t = await translatorOf('ka');
  const page = await enterAs(app, guest, 'ka');
  await page.goto(paths.profile);
  const next = page.getByRole('article', { name: t('tickets:next') });
  const code = next.getByRole('img', { name: t('tickets:qr_of', { id: String(ticket?.id) }) });
  await code.waitFor();
  const bottom = await code.evaluate((image) => image.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThan(844);
  await next.getByRole('button', { name: t('tickets:enlarge_qr', { id: String(ticket?.id) }) }).press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('accounts:profile.my_tickets') }).click();
  const listed = page
    .getByRole('list', { name: t('tickets:title') })
    .getByRole('img', { name: t('tickets:qr_of', { id: String(ticket?.id) }) });
  await listed.waitFor();
  const listedBottom = await listed.evaluate((image) => image.getBoundingClientRect().bottom + scrollY);
  // The evening strip takes 44 px.
  expect(listedBottom).toBeLessThan(800);
  expect(await next.count()).toBe(0);
  await page.getByRole('button', { name: t('accounts:profile.collapse') }).click();
  await code.waitFor();
});

test('while the list of tickets cannot be fetched, the next one stays open', async () => {
  const { app, guest } = await openSold();
  const t = await translatorOf('en');
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 390, allowed: /status of 500/ });
  await page.goto(paths.about);
  await putToken(page, guest.accessToken);
  await page.route('**/api/Tickets/my-tickets', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto(paths.profile);
  await page.getByRole('button', { name: t('accounts:profile.my_tickets') }).click();
  await page.getByRole('alert').getByText(t('tickets:fetch_failed')).waitFor();
  expect(
    await page
      .getByRole('article', { name: t('tickets:next') })
      .getByRole('img')
      .isVisible(),
  ).toBe(true);
});

test('printed, every ticket has a sheet of its own with a code that is sixty millimetres wide', async () => {
  const { app, guest } = await openSold(3);
  const page = await enterAs(app, guest, 'en', 1440);
  await openTickets(page, await translatorOf('en'));
  await page.waitForLoadState('networkidle');
  const file = await page.pdf({ format: 'A4' });
  expect(file.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(3);
  await page.emulateMedia({ media: 'print' });
  const width = await page
    .locator('#my-tickets article img[src^="data:"]')
    .first()
    .evaluate((image) => image.getBoundingClientRect().width);
  expect(width).toBeCloseTo((60 / 25.4) * 96, 0);
  // On wide paper the event's name is as wide as the ticket, too.
  await page.setViewportSize({ width: 1440, height: 900 });
  const parts = await page
    .locator('#my-tickets article')
    .first()
    .evaluate((ticket) => Array.from(ticket.children, (part) => part.clientWidth));
  expect(new Set(parts).size).toBe(1);
});

const keptKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kept:')));

test('without a network and without a copy the profile says so, and somebody must log in again [§4.profile-fails]', async () => {
  const { app, guest } = await openSold();
  const t = await translatorOf('en');
  const page = await enterAs(app, guest);
  await seeTickets(page, 'en');
  await page.evaluate(() => Object.keys(localStorage).forEach((key) => key.startsWith('kept:') && localStorage.removeItem(key)));
  await goOffline(page);
  await page.reload();
  await page.getByText(t('accounts:profile.load_failed')).waitFor();
  await expect.poll(() => tokenOf(page)).toBe(null);
});

test('logging out takes the copy away, and nobody else on the device sees it', async () => {
  const { app, guest } = await openSold();
  const t = await translatorOf('en');
  const other = await createUser(app.ctx);
  const page = await enterAs(app, guest);
  await seeTickets(page, 'en');
  expect((await keptKeys(page)).length).toBeGreaterThan(1);
  await page.getByRole('button', { name: t('accounts:profile.logout') }).click();
  await page.waitForURL((url) => url.pathname === paths.login);
  expect(await keptKeys(page)).toEqual([]);

  await putToken(page, guest.accessToken);
  await seeTicketsAgain(page);
  await putToken(page, other.accessToken);
  await goOffline(page);
  await page.goto(paths.profile);
  await page.getByText(t('accounts:profile.load_failed')).waitFor();
  expect(await page.getByText(EVENT.nameLat).count()).toBe(0);
  expect(await keptKeys(page)).toEqual([]);
});

/** Logging out ended the session: restores the copy as another tab would have left it. */
async function seeTicketsAgain(page: Page): Promise<void> {
  const owner = await page.evaluate(() => JSON.parse(atob((localStorage.getItem('accessToken') ?? '').split('.')[1] ?? '')).sub);
  await page.evaluate(
    (id) => localStorage.setItem(`kept:${id}:tickets`, JSON.stringify({ keptAt: '2026-11-20T14:00:00Z', tickets: [] })),
    owner,
  );
}

/** Returns the token with a past expiry; without a network its signature is not checked. */
function expired(token: string): string {
  const [head, body = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const past = { ...claims, iat: 1_700_000_000, exp: 1_700_000_900 };
  return [head, Buffer.from(JSON.stringify(past)).toString('base64url'), signature].join('.');
}

test('tickets open without a network also with a token that has run out, and are fetched again with the network', async () => {
  const {
    app,
    guest,
    tickets: [ticket],
  } = await openSold();
  const t = await translatorOf('en');
  const page = await enterAs(app, guest, 'en', 1440);
  await seeTickets(page, 'en');
  await goOffline(page);
  const token = expired(guest.accessToken);
  await putToken(page, token, 0);
  await page.reload();
  await page.getByRole('button', { name: t('tickets:enlarge_qr', { id: String(ticket?.id) }) }).waitFor();
  expect(await tokenOf(page)).toBe(token);
  await putToken(page, guest.accessToken);
  await goOffline(page, false);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common:try_again') })
    .click();
  await page.getByRole('button', { name: t('accounts:profile.logout') }).waitFor();
});

test('a ticket is mailed again until it is enough', async () => {
  const {
    app,
    guest,
    tickets: [ticket],
  } = await openSold();
  const t = await translatorOf('ka');
  const page = await enterAs(app, guest, 'ka');
  await openTickets(page, t);
  const again = page.getByRole('button', { name: t('tickets:resend_of', { id: String(ticket?.id) }) });
  for (const _ of [1, 2, 3]) {
    await again.click();
    await expect.poll(() => again.getAttribute('aria-busy')).toBe(null);
  }
  await page.getByText(t('tickets:resent')).first().waitFor();
  await again.click();
  await page
    .locator('section[aria-live] li')
    .filter({ hasNotText: t('tickets:resent') })
    .waitFor();
  expect(await app.ctx.db.$count(mails)).toBe(3);
});
