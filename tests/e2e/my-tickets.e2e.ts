import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { mails } from '#server/platform/platform.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { readPdf } from '#tests/setup/pdf.ts';
import { readQrPicture } from '#tests/setup/qr-reader.ts';
import { enterAs, EVENT, openSold, openTickets, putToken, tokenOf, goOffline, seeTickets } from './my-tickets.steps.ts';
import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';

const eventName = { en: EVENT.nameLat, ka: EVENT.name };

/** Returns the token with a past expiry; without a network its signature is not checked. */
function expired(token: string): string {
  const [head, body = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const past = { ...claims, iat: 1_700_000_000, exp: 1_700_000_900 };
  return [head, Buffer.from(JSON.stringify(past)).toString('base64url'), signature].join('.');
}

test('tickets seen once open without a network, also with a token that has run out, and their code reads [§2.ticket-name]', async () => {
  const {
    app,
    guest,
    tickets: [ticket],
  } = await openSold();
  const t = await translatorOf('en');
  const page = await enterAs(app, guest, 'en', 1440);
  await seeTickets(page, 'en');
  await goOffline(page);

  await page.reload();
  await page.getByRole('heading', { level: 1, name: t('tickets:title') }).waitFor();
  await page.getByRole('article').getByRole('heading', { name: eventName.en }).waitFor();
  await page
    .locator('main output')
    .getByText(t('tickets:kept', { date: '|', time: '' }).split('|')[0] ?? '')
    .waitFor();
  expect(await page.getByRole('button', { name: t('tickets:resend'), exact: true }).count()).toBe(0);

  const open = page.getByRole('button', { name: t('tickets:enlarge_qr', { id: String(ticket?.id) }) });
  await open.click();
  const code = page.getByRole('dialog').locator('img');
  expect(await readQrPicture(await code.screenshot())).toBe(ticket?.code);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);

  const token = expired(guest.accessToken);
  await putToken(page, token, 0);
  await page.reload();
  await open.waitFor();
  expect(await tokenOf(page)).toBe(token);

  await putToken(page, guest.accessToken);
  await goOffline(page, false);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common:try_again') })
    .click();
  await page.getByRole('button', { name: t('accounts:profile.logout') }).waitFor();
});

test('a ticket is saved as a PDF, goes into the calendar and is mailed again until it is enough [§2.ticket-used]', async () => {
  const {
    app,
    guest,
    event,
    tickets: [ticket, used],
  } = await openSold(2);
  await app.ctx.db
    .update(tickets)
    .set({ usedAt: app.clock.now() })
    .where(eq(tickets.id, used?.id ?? 0));
  const t = await translatorOf('ka');
  const page = await enterAs(app, guest, 'ka');
  await openTickets(page, t);
  const id = String(ticket?.id);
  const card = page.getByRole('article').filter({ hasText: id });

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: t('tickets:pdf_of', { id }) }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`ticket-${id}.pdf`);
  expect(readPdf(await readFile(await download.path())).pages).toBe(1);

  const entry = await card.getByRole('link', { name: t('tickets:calendar') }).getAttribute('href');
  expect(entry).toBe(`/calendar/${event.id}.ics?lang=ka`);

  const again = card.getByRole('button', { name: t('tickets:resend_of', { id }) });
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
  expect(await app.ctx.db.select().from(mails)).toHaveLength(3);

  const usedCard = page.getByRole('article').filter({ hasText: String(used?.id) });
  await usedCard.getByText(t('tickets:used')).first().waitFor();
  expect(await usedCard.getByRole('button').count()).toBe(0);
});
