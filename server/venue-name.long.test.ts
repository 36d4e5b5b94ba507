import { expect, test } from 'vitest';
import { printTickets, ticketPdfOf } from '#server/sales/tickets/ticket-print.ts';
import { findValidTicketsOfOrder } from '#server/sales/tickets/tickets.queries.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { resources } from '#server/platform/translators.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPaidOrder } from '#tests/factories/paid-orders.ts';
import { createUser } from '#tests/factories/users.ts';
import { allParts, readMime } from '#tests/setup/mime.ts';
import { readPdf } from '#tests/setup/pdf.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { runDueJobs } from './registry.ts';

const STANDARD_NAME = /rkali|რკალ/i;
const NAMES = { en: 'Other <House>', ka: 'სხვა' };

async function startOther() {
  const smtp = await startSmtp();
  const env = { VENUE_NAME: NAMES.en, VENUE_NAME_KA: NAMES.ka, PUBLIC_URL: 'https://other.example', SMTP_URL: smtp.url };
  const app = await startTestSite({ env });
  const event = await createEvent(app.ctx, { nameLat: 'Deep Kura', startsAt: new Date('2026-11-21T23:00:00+04:00') });
  const read = async (path: string): Promise<string> => (await fetch(app.url + path)).text();
  return { ...app, smtp, event, read };
}

test.each(LANGUAGES)('a club of another name finds only its own on the pages and files in %s', async (language) => {
  const { read, event } = await startOther();
  const pages = [
    paths.home,
    paths.about,
    paths.rentals,
    paths.djs,
    paths.gallery,
    paths.terms,
    paths.events('upcoming'),
    paths.events('past'),
    paths.event(event.id),
    paths.cart,
    paths.login,
    paths.register,
    paths.forgotPassword,
    paths.profile,
    paths.scanner,
    paths.staff,
    '/nowhere',
    '/door',
    '/manifest.webmanifest',
    '/calendar.ics',
    `/calendar/${event.id}.ics`,
  ];
  for (const page of pages) {
    const text = await read(`${page}?lang=${language}`);
    expect([page, STANDARD_NAME.exec(text)?.[0]]).toEqual([page, undefined]);
    expect([page, /Other|სხვა/.test(text)]).toEqual([page, true]);
  }
  expect(STANDARD_NAME.exec(JSON.stringify(resources[language]))).toBeNull();
});

test('the title of the door is the name in the language of the reader, and the API has it too', async () => {
  const { read } = await startOther();
  expect(await read('/door?lang=en')).toContain('<title>Other &lt;House&gt; · Door · კარი</title>');
  expect(await read('/door?lang=ka')).toContain('<title>სხვა · Door · კარი</title>');
  const description: { info: { title: string } } = JSON.parse(await read('/api/docs/json'));
  expect(description.info.title).toBe(NAMES.en);
});

test.each(LANGUAGES)('its mails and tickets in %s come from it and from no address of another club', async (language) => {
  const { ctx, deps, smtp, event } = await startOther();
  const { id: userId } = await createUser(ctx, { email: 'nino@example.com' });
  const { id: orderId } = await createPaidOrder(ctx, {
    userId,
    lines: [{ eventId: event.id, ticketTypeId: event.ticketTypeId, priceTetri: 4050 }],
  });
  const to = { recipient: 'nino@example.com', language };
  await queueMail(ctx, { ...to, key: 'ticket', kind: 'ticket', payload: { orderId } });
  await queueMail(ctx, { ...to, key: 'welcome', kind: 'welcome', payload: { userId } });
  await queueMail(ctx, { ...to, key: 'reset', kind: 'password-reset', payload: { token: 'abc' } });
  await runDueJobs(deps);
  const mails = smtp.received.map(({ raw }) => readMime(raw));
  expect(mails).toHaveLength(3);
  for (const mail of mails) {
    const parts = allParts(mail).filter(({ type }) => type.startsWith('text/'));
    const headers = [...mail.headers.values()].flat();
    const text = [...headers, ...parts.map(({ body }) => body.toString('utf8'))].join('\n');
    expect(STANDARD_NAME.exec(text)?.[0]).toBeUndefined();
    expect(text).toContain(language === 'ka' ? NAMES.ka : 'Other');
  }
  const [page = []] = readPdf(await printTickets(ticketPdfOf(ctx, await findValidTicketsOfOrder(ctx.db, orderId), language))).lines;
  expect(page.join('\n')).not.toMatch(STANDARD_NAME);
  expect(page.join('\n')).toContain(NAMES[language]);
});
