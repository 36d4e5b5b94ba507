import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { createPaidOrder } from '#tests/factories/paid-orders.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { readPdf, squaresAsSvg, squaresWidthMm } from '#tests/setup/pdf.ts';
import { readQrPicture } from '#tests/setup/qr-reader.ts';
import { findValidTicketsOfOrder } from './tickets.queries.ts';
import { printTickets, ticketPdfOf } from './ticket-print.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

const LONG_NAME = 'ობერტონი და მეგობრები: დიდი საზაფხულო ღამე თბილისის ქუჩებში, მეორე ნაწილი';

const ask = ({ url }: TestApp, id: number | string, accessToken?: string, query = '') =>
  fetch(`${url}/api/Tickets/${id}/pdf${query}`, accessToken ? { headers: { authorization: `Bearer ${accessToken}` } } : {});

async function createOwn(app: TestApp, fields: Parameters<typeof createEvent>[1] = {}) {
  const guest = await createUser(app.ctx);
  const event = await createEvent(app.ctx, fields);
  return { guest, event, ticket: await createTicket(app.ctx, { userId: guest.id, eventId: event.id, priceTetri: 4050 }) };
}

const readCode = async (drawing = ''): Promise<string | undefined> => readQrPicture(await sharp(squaresAsSvg(drawing)).png().toBuffer());

test('an own ticket comes as a small PDF of one page, with its letters inside and a code that reads as the ticket', async () => {
  const app = await startTestApp();
  const { guest, ticket } = await createOwn(app, { name: LONG_NAME });
  const answer = await ask(app, ticket.id, guest.accessToken, '?lang=ka');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="ticket-${ticket.id}.pdf"`);

  const file = Buffer.from(await answer.arrayBuffer());
  expect(file.length).toBeLessThan(60_000);
  const { pages, faces, letters, drawings } = readPdf(file);
  expect(pages).toBe(1);
  expect(faces).toHaveLength(2);
  for (const face of faces) expect(face).toMatch(/^[A-Z]{6}\+FiraGO/);
  for (const letter of [...LONG_NAME.replaceAll(/[ :,]/g, ''), '₾', '4', '0', '5'])
    expect([letter, letters.has(letter)]).toEqual([letter, true]);
  expect(await readCode(drawings[0])).toBe(ticket.code);
  expect(squaresWidthMm(drawings[0] ?? '')).toBeGreaterThanOrEqual(60);
});

test('a ticket that is not the own one, is used, refunded or no ticket at all is not found', async () => {
  const app = await startTestApp();
  const { guest, event, ticket } = await createOwn(app);
  const otherUser = await createUser(app.ctx);
  const used = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  const refunded = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  await app.ctx.db.update(tickets).set({ usedAt: app.clock.now() }).where(eq(tickets.id, used.id));
  await app.ctx.db.update(tickets).set({ state: 'refunded' }).where(eq(tickets.id, refunded.id));
  for (const [id, token] of [
    [ticket.id, otherUser.accessToken],
    [used.id, guest.accessToken],
    [refunded.id, guest.accessToken],
    [1, guest.accessToken],
  ] as const) {
    const answer = await ask(app, id, token);
    expect([id, answer.status, (await answer.json()).code]).toEqual([id, 404, 'ticket_not_found']);
  }
  expect((await ask(app, ticket.id)).status).toBe(401);
  for (const invalid of ['x', '0', '-1', '1e3', '99999999999999999999'])
    expect((await ask(app, invalid, guest.accessToken)).status).toBe(400);
  expect((await ask(app, ticket.id, guest.accessToken, '?lang=xx')).status).toBe(400);
});

test('an order is printed with a page for every ticket, each with its own code', async () => {
  const { ctx } = await startTestApp();
  const { id: userId } = await createUser(ctx);
  const event = await createEvent(ctx, { nameLat: 'Oberton' });
  const order = await createPaidOrder(ctx, { userId, lines: [{ eventId: event.id, ticketTypeId: event.ticketTypeId, quantity: 3 }] });
  const file = await printTickets(ticketPdfOf(ctx, await findValidTicketsOfOrder(ctx.db, order.id), 'en'));
  const { pages, drawings } = readPdf(file);
  expect(pages).toBe(3);
  expect(await Promise.all(drawings.map(readCode))).toEqual(order.tickets.map(({ code }) => code));
});

const askForAll = ({ url }: TestApp, accessToken?: string, query = '') =>
  fetch(`${url}/api/Tickets/my-tickets/pdf${query}`, accessToken ? { headers: { authorization: `Bearer ${accessToken}` } } : {});

test('all own tickets come as one file, a page for each that is not used, the latest event first, and nobody else sees them', async () => {
  const app = await startTestApp();
  const { guest, event, ticket } = await createOwn(app);
  const later = await createEvent(app.ctx, { startsAt: new Date('2026-12-24T23:00:00+04:00') });
  const latest = await createTicket(app.ctx, { userId: guest.id, eventId: later.id });
  const used = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  const refunded = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  await app.ctx.db.update(tickets).set({ usedAt: app.clock.now() }).where(eq(tickets.id, used.id));
  await app.ctx.db.update(tickets).set({ state: 'refunded' }).where(eq(tickets.id, refunded.id));
  const answer = await askForAll(app, guest.accessToken, '?lang=ka');
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'no-store',
  ]);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="tickets-2026-11-20.pdf"');
  const { drawings } = readPdf(Buffer.from(await answer.arrayBuffer()));
  expect(await Promise.all(drawings.map(readCode))).toEqual([latest.code, ticket.code]);

  const otherUser = await createUser(app.ctx);
  const nothing = await askForAll(app, otherUser.accessToken);
  expect([nothing.status, (await nothing.json()).code]).toEqual([404, 'ticket_not_found']);
  expect((await askForAll(app)).status).toBe(401);
  expect((await askForAll(app, guest.accessToken, '?lang=xx')).status).toBe(400);
});

test('all tickets at once are drawn a few times an hour only', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const { guest } = await createOwn(app);
  for (let time = 0; time < 6; time += 1) expect((await askForAll(app, guest.accessToken)).status).toBe(200);
  const refused = await askForAll(app, guest.accessToken);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('names that the face cannot print, that never break or that are capitals do not spoil the page', async () => {
  const app = await startTestApp();
  const unusual = { name: 'ᲝᲑᲔᲠᲢᲝᲜᲘ 🎉', nameLat: '🎉🎉' };
  const { guest, ticket } = await createOwn(app, unusual);
  for (const language of ['en', 'ka']) {
    const answer = await ask(app, ticket.id, guest.accessToken, `?lang=${language}`);
    const { letters, pages } = readPdf(Buffer.from(await answer.arrayBuffer()));
    expect([pages, letters.has('ტ'), letters.has('Ტ')]).toEqual([1, true, false]);
  }
  const endless = await createOwn(app, { nameLat: 'W'.repeat(400), name: 'ძ'.repeat(400) });
  const answer = await ask(app, endless.ticket.id, endless.guest.accessToken);
  expect(readPdf(Buffer.from(await answer.arrayBuffer())).pages).toBe(1);
});

test('many who ask at once all get theirs, or are told to come back', async () => {
  const app = await startTestApp();
  const { guest, ticket } = await createOwn(app);
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(app, ticket.id, guest.accessToken)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(21);
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([429, '10']);
});
