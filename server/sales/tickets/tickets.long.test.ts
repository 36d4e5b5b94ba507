import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { contextFor, withTransaction } from '#server/platform/context.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { qrPng } from '#server/platform/qr-picture.ts';
import { verifyTicketCode } from './ticket-code.ts';
import { issueTickets, listMyTickets, type TicketLine } from './tickets.service.ts';
import { toWireTime } from '#shared/dates.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

async function readPicture(picture: Buffer): Promise<string | undefined> {
  const decoder = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(decoder).buffer } });
  const [found] = await readBarcodes(new Blob([new Uint8Array(picture)]), { formats: ['QRCode'] });
  return found?.text;
}

async function createPaidLine({ ctx }: TestApp, quantity: number): Promise<TicketLine> {
  const { id: userId } = await createUser(ctx);
  const { id: eventId, ticketTypeId } = await createEvent(ctx);
  const [order] = await ctx.db
    .insert(orders)
    .values({ userId, state: 'paid', totalTetri: 4000 * quantity, language: 'en', createdAt: ctx.clock.now() })
    .returning();
  const [line] = await ctx.db
    .insert(orderLines)
    .values({ orderId: order?.id ?? 0, eventId, ticketTypeId, quantity, priceTetri: 4000 })
    .returning();
  return { id: line?.id ?? 0, userId, eventId, ticketTypeId, quantity, priceTetri: 4000 };
}

test('a guest sees the own tickets, newest first, in the shape of the wire [§3.ticket §7.my-tickets]', async () => {
  const { ctx, api } = await startTestApp();
  const guest = await createUser(ctx);
  const other = await createUser(ctx);
  const event = await createEvent(ctx);
  const first = await createTicket(ctx, { userId: guest.id, eventId: event.id, priceTetri: 4050 });
  const second = await createTicket(ctx, { userId: guest.id, eventId: event.id });
  await createTicket(ctx, { userId: other.id, eventId: event.id });
  await ctx.db.update(tickets).set({ usedAt: ctx.clock.now() }).where(eq(tickets.id, first.id));

  const mine = await api(guest.accessToken).tickets.mine();

  const qrCodeUrl = expect.stringMatching(/^data:image\/svg\+xml;base64,/);
  expect(mine).toEqual([
    {
      id: second.id,
      basket: { id: event.ticketTypeId, eventId: event.id, price: 40, name: 'შესვლა', nameLat: 'Entry' },
      isUsedTicket: false,
      holderName: null,
      usedAt: null,
      qrCodeUrl,
      code: second.code,
    },
    {
      id: first.id,
      basket: { id: event.ticketTypeId, eventId: event.id, price: 40.5, name: 'შესვლა', nameLat: 'Entry' },
      isUsedTicket: true,
      holderName: null,
      usedAt: toWireTime(ctx.clock.now()),
      qrCodeUrl,
      code: first.code,
    },
  ]);
  expect(second.code).toContain(`User ID: ${guest.id}\nTicket ID: ${second.id}\n`);
  expect(verifyTicketCode(ctx.keys, second.code, { ...second, userId: guest.id })).toBe(true);
});

test('the next ticket is the unused one of the first event that is neither over nor cancelled, and never another guest’s', async () => {
  const { ctx, api } = await startTestApp();
  const guest = await createUser(ctx);
  const other = await createUser(ctx);
  const next = async () => (await api(guest.accessToken).tickets.next()).ticket?.id;
  const ticketOn = async (day: string, event: Parameters<typeof createEvent>[1] = {}) => {
    const startsAt = new Date(`${day}T23:00:00+04:00`);
    const endsAt = new Date(startsAt.getTime() + 8 * 3_600_000);
    const { id: eventId } = await createEvent(ctx, { startsAt, endsAt, ...event });
    return createTicket(ctx, { userId: guest.id, eventId });
  };
  expect(await next()).toBeUndefined();
  await ticketOn('2026-11-10');
  await ticketOn('2026-11-21', { state: 'cancelled' });
  const late = await ticketOn('2026-12-24');
  const first = await ticketOn('2026-12-04');
  expect(await next()).toBe(first.id);
  await ctx.db.update(tickets).set({ usedAt: ctx.clock.now() }).where(eq(tickets.id, first.id));
  expect(await next()).toBe(late.id);
  await ctx.db.update(tickets).set({ state: 'refunded' }).where(eq(tickets.id, late.id));
  expect(await next()).toBeUndefined();
  expect(await api(other.accessToken).tickets.next()).toEqual({ ticket: null });
  await expect(api().tickets.next()).rejects.toMatchObject({ status: 401 });
});

test('a refunded ticket is no longer listed', async () => {
  const { ctx, api } = await startTestApp();
  const guest = await createUser(ctx);
  const event = await createEvent(ctx);
  const { id } = await createTicket(ctx, { userId: guest.id, eventId: event.id });
  await ctx.db.update(tickets).set({ state: 'refunded' }).where(eq(tickets.id, id));
  expect(await api(guest.accessToken).tickets.mine()).toEqual([]);
});

test('tickets of guests who look at the same moment stay apart, and of each there are at most a thousand', async () => {
  const { ctx, deps } = await startTestApp();
  const event = await createEvent(ctx);
  const guests = await Promise.all(Array.from({ length: 5 }, () => createUser(ctx)));
  const first = await Promise.all(guests.map(({ id: userId }) => createTicket(ctx, { userId, eventId: event.id })));
  await ctx.db.execute(sql`
    insert into tickets (id, order_line_id, place, user_id, event_id, ticket_type_id, price_tetri, created_at)
    select id + n, order_line_id, place + n, user_id, event_id, ticket_type_id, price_tetri, created_at
    from tickets, generate_series(1, 1000) n where id = ${first[4]?.id ?? 0}`);
  const look = ({ id: userId }: TestUser) => listMyTickets(contextFor(deps, { userId, sessionId: '', rights: [], status: 'Verified' }));
  const [ofMany = [], ...others] = (await Promise.all(guests.toReversed().map(look))).map((own) => own.map(({ id }) => id));
  expect(others).toEqual(
    first
      .slice(0, 4)
      .toReversed()
      .map(({ id }) => [id]),
  );
  expect([ofMany.length, ofMany[0]]).toEqual([1000, (first[4]?.id ?? 0) + 1000]);
});

test('tickets need a signed-in guest [§6.guest]', async () => {
  const { api } = await startTestApp();
  await expect(api().tickets.mine()).rejects.toMatchObject({ status: 401, body: { code: 'unauthorized' } });
});

test('the picture of a ticket stands in its address and reads as its code', async () => {
  const { ctx, api } = await startTestApp();
  const guest = await createUser(ctx);
  const event = await createEvent(ctx);
  const { code } = await createTicket(ctx, { userId: guest.id, eventId: event.id });

  const [ticket] = await api(guest.accessToken).tickets.mine();

  const svg = Buffer.from(ticket?.qrCodeUrl.replace('data:image/svg+xml;base64,', '') ?? '', 'base64');
  expect(svg.toString()).toContain('stroke="#0B0B0C"');
  expect(await readPicture(await sharp(svg).png().toBuffer())).toBe(code);
  expect(await readPicture(qrPng(code))).toBe(code);
});

test('one ticket is issued for every place of the lines, numbered within its line', async () => {
  const app = await startTestApp();
  const { ctx } = app;
  const [a, b] = [await createPaidLine(app, 3), await createPaidLine(app, 1)];

  const issued = await withTransaction(ctx, (tx) => issueTickets(tx, [a, b]));

  const stored = await ctx.db.select().from(tickets).orderBy(tickets.id);
  expect(stored.map(({ id, orderLineId, place, userId }) => [id, orderLineId, place, userId])).toEqual([
    [issued[0]?.id, a.id, 0, a.userId],
    [issued[1]?.id, a.id, 1, a.userId],
    [issued[2]?.id, a.id, 2, a.userId],
    [issued[3]?.id, b.id, 0, b.userId],
  ]);
  expect(stored.every(({ state, usedAt, priceTetri }) => state === 'valid' && usedAt === null && priceTetri === 4000)).toBe(true);
  expect(await issueTickets(ctx, [])).toEqual([]);
});

test('a line that has its tickets cannot get them again, however many ask at once', async () => {
  const app = await startTestApp();
  const { ctx } = app;
  const line = await createPaidLine(app, 2);
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => withTransaction(ctx, (tx) => issueTickets(tx, [line]))));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await ctx.db.select().from(tickets)).toHaveLength(2);
});
