import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Language } from '#shared/constants.ts';
import { events } from '#server/content/content.table.ts';
import { loadTexts } from '#server/content/site-texts/shown-site.ts';
import { runDueJobs } from '#server/registry.ts';
import { mails } from '#server/platform/platform.table.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPaidOrder } from '#tests/factories/paid-orders.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { allParts, readMime, textOf, type MimePart } from '#tests/setup/mime.ts';
import { readPdf, squaresAsSvg } from '#tests/setup/pdf.ts';
import { readQrPicture } from '#tests/setup/qr-reader.ts';
import { startSmtp, type TestSmtp } from '#tests/setup/smtp.ts';
import { verifyTicketCode } from './ticket-code.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

type MailingApp = TestApp & { smtp: TestSmtp };

async function startWithSmtp(env: Record<string, string> = {}): Promise<MailingApp> {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://rkali.example', ...env } });
  return { ...app, smtp };
}

async function mailOrder({ ctx, deps, smtp }: MailingApp, orderId: number, language: Language): Promise<MimePart> {
  await queueMail(ctx, { key: `ticket:${orderId}`, kind: 'ticket', recipient: 'nino@example.com', language, payload: { orderId } });
  await runDueJobs(deps);
  expect(smtp.received).toHaveLength(1);
  return readMime(smtp.received[0]?.raw ?? Buffer.alloc(0));
}

async function createEventAndUser({ ctx }: TestApp, email = 'nino@example.com') {
  const fields = { name: 'ობერტონი <ღამე>', nameLat: 'Oberton & Friends', startsAt: new Date('2026-11-21T23:00:00+04:00') };
  const event = await createEvent(ctx, { ...fields, ticketTypes: [{ name: 'პირველი', nameLat: 'First release', priceTetri: 4050 }] });
  const user = await createUser(ctx, { email });
  return { eventId: event.id, ticketTypeId: event.ticketTypeId, userId: user.id };
}

const picturesOf = (mail: MimePart): MimePart[] => allParts(mail).filter(({ type }) => type === 'image/png');

test('an English ticket mail says what, when and how much, and its code opens the door', async () => {
  const app = await startWithSmtp();
  const { eventId, ticketTypeId, userId } = await createEventAndUser(app);
  const order = await createPaidOrder(app.ctx, { userId, lines: [{ eventId, ticketTypeId, priceTetri: 4050 }] });
  const [ticket] = order.tickets;
  const mail = await mailOrder(app, order.id, 'en');

  expect(mail.headers.get('subject')).toEqual(['Your ticket: Oberton & Friends, November 21, 2026']);
  const html = textOf(mail, 'text/html');
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('Oberton &amp; Friends');
  expect(html).toContain('href="https://rkali.example/profile"');
  const text = textOf(mail, 'text/plain');
  expect(text).toContain('When: Saturday, November 21, 2026, 23:00');
  expect(text).toContain('Tickets: 1 × First release, 40,50\u00a0₾');
  expect(text).not.toContain('Dress code');
  expect(text).toContain(ticket?.code);
  expect(text).toContain('View my tickets: https://rkali.example/profile');
  expect(text).toContain('Entry is 18+. Bring a photo ID.');

  const [picture] = picturesOf(mail);
  const code = picture ? await readQrPicture(picture.body) : undefined;
  expect(code).toBe(ticket?.code);
  expect(verifyTicketCode(app.ctx.keys, code ?? '', { id: ticket?.id ?? 0, userId, eventId })).toBe(true);
});

test.each([
  ['en', 'Dress code: Black, shoes for dancing'],
  ['ka', 'დრესკოდი: შავი'],
] as const)('a ticket mail in %s says the dress code of its night', async (language, line) => {
  const app = await startWithSmtp();
  const { eventId, ticketTypeId, userId } = await createEventAndUser(app);
  await app.ctx.db.update(events).set({ dressCode: 'შავი', dressCodeLat: 'Black, shoes for dancing' }).where(eq(events.id, eventId));
  const order = await createPaidOrder(app.ctx, { userId, lines: [{ eventId, ticketTypeId, priceTetri: 4050 }] });
  expect(textOf(await mailOrder(app, order.id, language), 'text/plain')).toContain(line);
});

test('a ticket mail says where the club is, and the way there once staff have written it', async () => {
  const app = await startWithSmtp();
  const { eventId, ticketTypeId, userId } = await createEventAndUser(app);
  const lines = [{ eventId, ticketTypeId, priceTetri: 4050 }];
  const admin = await createAdmin(app.ctx);
  const value = 'Metro Avlabari\nSteps down, on the left';
  await app.api(admin.accessToken).siteTexts.save({ body: { changes: [{ key: 'club:directions', language: 'en', value, version: 0 }] } });
  await loadTexts(app.ctx);
  const order = await createPaidOrder(app.ctx, { userId, lines });
  const text = textOf(await mailOrder(app, order.id, 'en'), 'text/plain');
  expect(text).toMatch(/Where:\s+Rkali, 12 Sulava Street, Tbilisi\s+Metro Avlabari\s+Steps down, on the left/);
});

test('a Georgian ticket mail is Georgian throughout and shows every code of the order inside itself', async () => {
  const app = await startWithSmtp();
  const { eventId, ticketTypeId, userId } = await createEventAndUser(app);
  const order = await createPaidOrder(app.ctx, {
    userId,
    lines: [{ eventId, ticketTypeId, quantity: 3, priceTetri: 4050 }],
    language: 'ka',
  });
  const mail = await mailOrder(app, order.id, 'ka');

  expect(mail.headers.get('subject')).toEqual(['თქვენი ბილეთები: ობერტონი <ღამე>, 21 ნოემბერი, 2026']);
  expect(mail.headers.get('content-language')).toEqual(['ka']);
  const html = textOf(mail, 'text/html');
  expect(html).toContain('<html lang="ka">');
  expect(html).toContain('ობერტონი &lt;ღამე&gt;');
  const text = textOf(mail, 'text/plain');
  expect(text).toContain('როდის: შაბათი, 21\u00a0ნოემბერი, 2026, 23:00');
  expect(text).toContain('ბილეთები: 3 × პირველი, 40,50\u00a0₾');
  expect(text).toContain('გადახდილია: 121,50\u00a0₾');

  const pictures = picturesOf(mail);
  expect(await Promise.all(pictures.map(({ body }) => readQrPicture(body)))).toEqual(order.tickets.map(({ code }) => code));
  for (const picture of pictures) {
    const cid = /^<(.+)>$/.exec(picture.headers.get('content-id')?.[0] ?? '')?.[1];
    expect(html).toContain(`src="cid:${cid}"`);
    expect(picture.headers.get('content-disposition')?.[0]).toMatch(/^inline; filename="?ticket-\d+\.png"?$/);
  }
  expect(html).not.toMatch(/src="(?!cid:)/);
});

test('an order over two events names both, the earlier one first', async () => {
  const app = await startWithSmtp();
  const first = await createEventAndUser(app);
  const later = await createEvent(app.ctx, { nameLat: 'Later', startsAt: new Date('2026-11-27T23:00:00+04:00') });
  const lines = [{ eventId: later.id, ticketTypeId: later.ticketTypeId }, first];
  const order = await createPaidOrder(app.ctx, { userId: first.userId, lines });
  const mail = await mailOrder(app, order.id, 'en');
  expect(mail.headers.get('subject')).toEqual(['Your tickets: Oberton & Friends, November 21, 2026 and more']);
  expect(textOf(mail, 'text/plain')).toMatch(/Event: Oberton & Friends[^]*Event: Later/);
});

test('hostile event names cannot add headers', async () => {
  const app = await startWithSmtp();
  const user = await createUser(app.ctx);
  const event = await createEvent(app.ctx, { nameLat: 'Night\r\nBcc: thief@example.com\r\n\r\nHello' });
  const order = await createPaidOrder(app.ctx, { userId: user.id, lines: [{ eventId: event.id, ticketTypeId: event.ticketTypeId }] });
  const mail = await mailOrder(app, order.id, 'en');
  expect(mail.headers.get('subject')?.[0]).toContain('Night Bcc: thief@example.com Hello');
  expect(mail.headers.has('bcc')).toBe(false);
  expect(app.smtp.received.flatMap(({ to }) => to)).toEqual(['nino@example.com']);
});

test('refunded tickets are left out, and with none left no mail goes', async () => {
  const app = await startWithSmtp();
  const { eventId, ticketTypeId, userId } = await createEventAndUser(app);
  const order = await createPaidOrder(app.ctx, { userId, lines: [{ eventId, ticketTypeId }] });
  await app.ctx.db
    .update(tickets)
    .set({ state: 'refunded' })
    .where(eq(tickets.id, order.tickets[0]?.id ?? 0));
  await queueMail(app.ctx, {
    key: 'ticket:x',
    kind: 'ticket',
    recipient: 'nino@example.com',
    language: 'en',
    payload: { orderId: order.id },
  });
  await runDueJobs(app.deps);
  expect(app.smtp.received).toEqual([]);
  expect(await app.ctx.db.select().from(mails)).toMatchObject([{ state: 'skipped' }]);
});

const fileOf = (mail: MimePart, type: string): MimePart | undefined => allParts(mail).find((part) => part.type === type);
const messageId = (mail: MimePart): string | undefined => mail.headers.get('message-id')?.[0];

test('the mail brings a PDF with a page for each ticket and a calendar file without any code', async () => {
  const app = await startWithSmtp();
  const first = await createEventAndUser(app);
  const later = await createEvent(app.ctx, { name: 'გვიან', startsAt: new Date('2026-11-27T23:00:00+04:00') });
  const lines = [
    { ...first, quantity: 2 },
    { eventId: later.id, ticketTypeId: later.ticketTypeId },
  ];
  const order = await createPaidOrder(app.ctx, { userId: first.userId, lines, language: 'ka' });
  const mail = await mailOrder(app, order.id, 'ka');

  const pdf = fileOf(mail, 'application/pdf');
  expect(pdf?.headers.get('content-disposition')?.[0]).toMatch(/^attachment; filename="?tickets-\d+\.pdf"?$/);
  const { pages, letters, drawings } = readPdf(pdf?.body ?? Buffer.alloc(0));
  expect(pages).toBe(3);
  for (const letter of 'ობერტონი₾') expect([letter, letters.has(letter)]).toEqual([letter, true]);
  const codes = drawings.map(async (drawing) => readQrPicture(await sharp(squaresAsSvg(drawing)).png().toBuffer()));
  expect(await Promise.all(codes)).toEqual(order.tickets.map(({ code }) => code));

  const calendar = fileOf(mail, 'text/calendar');
  expect(calendar?.headers.get('content-type')?.[0]).toContain('method=PUBLISH');
  expect(calendar?.headers.get('content-disposition')?.[0]).toMatch(/^attachment; filename="?tickets-\d+\.ics"?$/);
  const text = calendar?.body.toString('utf8').replaceAll('\r\n ', '') ?? '';
  expect(text).toContain('METHOD:PUBLISH');
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
  expect(text).toContain(`UID:event-${first.eventId}@rkali.example`);
  expect(text).toContain('DTSTART:20261121T190000Z');
  for (const { id, code } of order.tickets) {
    expect(text).toContain(String(id));
    expect(text).not.toContain(code.slice(code.indexOf('V1.'), 40));
  }
  expect(text).not.toContain('V1.');
});

test('a mail with forty tickets stays below a megabyte', async () => {
  const app = await startWithSmtp();
  const { eventId, ticketTypeId, userId } = await createEventAndUser(app);
  const order = await createPaidOrder(app.ctx, { userId, lines: [{ eventId, ticketTypeId, quantity: 40 }] });
  await mailOrder(app, order.id, 'en');
  expect(app.smtp.received[0]?.raw.length).toBeLessThan(1_000_000);
});

test('a guest has the tickets of an order mailed again, in its language and under a new Message-ID', async () => {
  const app = await startWithSmtp();
  const guest = await createUser(app.ctx, { email: 'nino@example.com' });
  const { eventId, ticketTypeId } = await createEventAndUser(app, 'other@example.com');
  const order = await createPaidOrder(app.ctx, { userId: guest.id, lines: [{ eventId, ticketTypeId, quantity: 2 }], language: 'ka' });
  const first = await mailOrder(app, order.id, 'ka');

  await app.api(guest.accessToken).tickets.resend({ id: order.tickets[1]?.id ?? 0 });
  await runDueJobs(app.deps);

  expect(app.smtp.received.map(({ to }) => to)).toEqual([['nino@example.com'], ['nino@example.com']]);
  const again = readMime(app.smtp.received[1]?.raw ?? Buffer.alloc(0));
  expect(again.headers.get('subject')).toEqual(first.headers.get('subject'));
  expect(picturesOf(again)).toHaveLength(2);
  expect(messageId(again)).toMatch(/^<.+@.+>$/);
  expect(messageId(again)).not.toBe(messageId(first));
});

test('nobody can have the tickets of others mailed, nor used or refunded ones', async () => {
  const app = await startWithSmtp();
  const { eventId, ticketTypeId, userId } = await createEventAndUser(app);
  const otherUser = await createUser(app.ctx);
  const order = await createPaidOrder(app.ctx, { userId, lines: [{ eventId, ticketTypeId, quantity: 2 }] });
  const [used, refunded] = order.tickets.map(({ id }) => id);
  const owner = app.api(await signInAgain(app.ctx, userId)).tickets;
  const notFound = { status: 404, body: { code: 'ticket_not_found' } };
  await expect(app.api(otherUser.accessToken).tickets.resend({ id: used ?? 0 })).rejects.toMatchObject(notFound);
  await expect(app.api().tickets.resend({ id: used ?? 0 })).rejects.toMatchObject({ status: 401 });
  await app.ctx.db
    .update(tickets)
    .set({ usedAt: app.clock.now() })
    .where(eq(tickets.id, used ?? 0));
  await app.ctx.db
    .update(tickets)
    .set({ state: 'refunded' })
    .where(eq(tickets.id, refunded ?? 0));
  for (const id of [used, refunded]) await expect(owner.resend({ id: id ?? 0 })).rejects.toMatchObject(notFound);
  expect(await app.ctx.db.select().from(mails)).toEqual([]);
});

test('an account has its tickets mailed again three times an hour; the refusal after that names the time to wait', async () => {
  const app = await startWithSmtp({ RATE_LIMIT_SCALE: '1' });
  const { eventId, ticketTypeId, userId } = await createEventAndUser(app);
  const order = await createPaidOrder(app.ctx, { userId, lines: [{ eventId, ticketTypeId }] });
  const { resend } = app.api(await signInAgain(app.ctx, userId)).tickets;
  const id = order.tickets[0]?.id ?? 0;
  for (const _ of [1, 2, 3]) await resend({ id });
  await expect(resend({ id })).rejects.toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  await runDueJobs(app.deps);
  expect(app.smtp.received).toHaveLength(3);
});

test('one command with one key is one mail, however often it is sent', async () => {
  const app = await startWithSmtp();
  const { eventId, ticketTypeId, userId } = await createEventAndUser(app);
  const order = await createPaidOrder(app.ctx, { userId, lines: [{ eventId, ticketTypeId }] });
  const { resend } = app.api(await signInAgain(app.ctx, userId)).tickets;
  const id = order.tickets[0]?.id ?? 0;
  for (const _ of [1, 2]) await resend({ id }, { idempotencyKey: 'the same command' });
  await runDueJobs(app.deps);
  expect(app.smtp.received).toHaveLength(1);
});
