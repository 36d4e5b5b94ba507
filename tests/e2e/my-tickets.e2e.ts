import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { readPdf } from '#tests/setup/pdf.ts';
import { readQrPicture } from '#tests/setup/qr-reader.ts';
import { enterAs, EVENT, openSold, openTickets, goOffline, seeTickets } from './my-tickets.steps.ts';
import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';

test('tickets seen once open without a network, and their code reads [§2.ticket-name]', async () => {
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
  await page.getByRole('article').getByRole('heading', { name: EVENT.nameLat }).waitFor();
  const [kept = ''] = t('tickets:saved_copy', { date: '|', time: '' }).split('|');
  await page.locator('main output').getByText(kept).waitFor();
  expect(await page.getByRole('button', { name: t('tickets:resend'), exact: true }).count()).toBe(0);
  const open = page.getByRole('button', { name: t('tickets:enlarge_qr', { id: String(ticket?.id) }) });
  await open.click();
  const code = page.getByRole('dialog').locator('img');
  expect(await readQrPicture(await code.screenshot())).toBe(ticket?.code);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect(open).toBeFocused();
});

test('a ticket is saved as a PDF and goes into the calendar, a used one offers nothing [§2.ticket-used]', async () => {
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
  const saving = page.waitForEvent('download');
  await card.getByRole('button', { name: t('tickets:pdf_of', { id }) }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe(`ticket-${id}.pdf`);
  expect(readPdf(await readFile(await download.path())).pages).toBe(1);
  const entry = await card.getByRole('link', { name: t('tickets:calendar') }).getAttribute('href');
  expect(entry).toBe(`/calendar/${event.id}.ics?lang=ka`);
  const usedCard = page.getByRole('article').filter({ hasText: String(used?.id) });
  await usedCard.getByText(t('tickets:used')).first().waitFor();
  expect(await usedCard.getByRole('button').count()).toBe(0);
});
