import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { TicketTypeInput } from '#shared/staff/ticket-types.schemas.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { ticketTypes } from '#server/content/content.table.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { buy, comeBack, createUsers } from '#tests/factories/purchases.ts';
import { openDesk, ticketTypeOf } from '#tests/factories/ticket-types.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { expireHolds } from './holds.jobs.ts';

const early: TicketTypeInput = {
  name: 'ადრეული',
  nameLat: 'Early bird',
  price: 35.5,
  allocation: 50,
  onSaleFrom: '2026-11-20T12:00:00+04:00',
  onSaleUntil: '2026-11-21T23:00:00+04:00',
};

const audited = ({ ctx }: TestApp) =>
  ctx.db
    .select({ action: auditEntries.action, subject: auditEntries.subject, detail: auditEntries.detail })
    .from(auditEntries)
    .orderBy(auditEntries.id);

test('a ticket type is added at the end, with its price to the tetri, and is on the public page at once', async () => {
  const { app, desk } = await openDesk();
  const { id } = await createEvent(app.ctx, { ticketTypes: [] });
  const event = await desk.add({ id, body: early }, { idempotencyKey: 'early' });
  await desk.add({ id, body: early }, { idempotencyKey: 'early' });
  expect(event).toMatchObject({ places: { sold: 0, given: 0, held: 0, capacity: 400 }, free: 400 });
  const ticketType = { ...early, isHidden: false, id: expect.any(Number), held: 0, sold: 0, free: 50, version: 0, canRemove: true };
  expect((await desk.list({ id })).ticketTypes).toEqual([ticketType]);
  expect(await app.ctx.db.select({ priceTetri: ticketTypes.priceTetri }).from(ticketTypes)).toEqual([{ priceTetri: 3550 }]);
  app.dropCaches();
  expect((await app.api().events.get({ id })).baskets).toMatchObject([{ nameLat: 'Early bird', price: 35.5 }]);
  await desk.add({ id, body: { ...early, nameLat: 'Door', price: null, onSaleFrom: null, onSaleUntil: null } });
  await desk.add({ id, body: { ...early, nameLat: 'Friends', price: 0 } });
  expect((await desk.list({ id })).ticketTypes.map(({ nameLat, price }) => [nameLat, price])).toEqual([
    ['Early bird', 35.5],
    ['Door', null],
    ['Friends', 0],
  ]);
  expect((await audited(app)).map(({ action }) => action)).toEqual(['ticket_type.add', 'ticket_type.add', 'ticket_type.add']);
});

test('sold, held and free are those of now, and the room limits what is free', async () => {
  const { app, desk } = await openDesk();
  const { id } = await createEvent(app.ctx, { capacity: 10, allocation: 8 });
  const [buyer, holder] = await createUsers(app, 2);
  const { token } = await buy(app, buyer?.accessToken ?? '', { eventId: id, quantity: 2 });
  await comeBack(app, token);
  await app.api(holder?.accessToken ?? '').cart.addTicket({ eventId: id, quantity: 3 });
  await desk.add({ id, body: { ...early, allocation: 100 } });
  const event = await desk.list({ id });
  expect(event).toMatchObject({ places: { held: 3, sold: 2 }, free: 5 });
  expect(event.ticketTypes.map(({ held, sold, free, canRemove }) => ({ held, sold, free, canRemove }))).toEqual([
    { held: 3, sold: 2, free: 3, canRemove: false },
    { held: 0, sold: 0, free: 5, canRemove: true },
  ]);
});

test('a change is logged with the values before, and one of an older version changes nothing', async () => {
  const { app, desk } = await openDesk();
  const { id } = await createEvent(app.ctx, { allocation: 10 });
  const { ticketType, input } = await ticketTypeOf(desk, id);
  const changed = await desk.change({ id: ticketType.id, body: { ...input, nameLat: 'Late', price: 60 } });
  expect(changed.ticketTypes).toMatchObject([{ nameLat: 'Late', price: 60, version: 1 }]);
  await expect(desk.change({ id: ticketType.id, body: { ...input, allocation: 3 } })).rejects.toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  await expect(desk.remove({ id: ticketType.id, version: 0 })).rejects.toMatchObject({ body: { code: 'conflict' } });
  expect(await audited(app)).toMatchObject([
    {
      action: 'ticket_type.change',
      subject: `ticket_type ${ticketType.id}`,
      detail: { before: { nameLat: 'Entry', priceTetri: 4000 }, after: { nameLat: 'Late', priceTetri: 6000 } },
    },
  ]);
});

test('a price change never touches places that are held or sold (I6)', async () => {
  const { app, desk } = await openDesk();
  const { id } = await createEvent(app.ctx, { allocation: 10, priceTetri: 4000 });
  const [early, late, last] = await createUsers(app, 3);
  const { token } = await buy(app, early?.accessToken ?? '', { eventId: id });
  await comeBack(app, token);
  const holder = app.api(late?.accessToken ?? '');
  await holder.cart.addTicket({ eventId: id });

  const { ticketType, input } = await ticketTypeOf(desk, id);
  await desk.change({ id: ticketType.id, body: { ...input, price: 90 } });
  const { redirect } = await holder.cart.checkout();
  expect(redirect).toBeTruthy();
  const { token: lastToken } = await buy(app, last?.accessToken ?? '', { eventId: id });
  await comeBack(app, lastToken);
  expect(
    (await app.ctx.db.select({ price: orderLines.priceTetri }).from(orderLines).orderBy(orderLines.id)).map(({ price }) => price),
  ).toEqual([4000, 4000, 9000]);
  const prices = async (token = '') => (await app.api(token).tickets.mine()).map(({ basket }) => basket.price);
  expect([await prices(early?.accessToken), await prices(last?.accessToken)]).toEqual([[40], [90]]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('an allocation cannot go below what is sold and held, and the refusal names the numbers', async () => {
  const { app, desk } = await openDesk();
  const { id } = await createEvent(app.ctx, { allocation: 10 });
  const [buyer, holder] = await createUsers(app, 2);
  const { token } = await buy(app, buyer?.accessToken ?? '', { eventId: id, quantity: 2 });
  await comeBack(app, token);
  await app.api(holder?.accessToken ?? '').cart.addTicket({ eventId: id, quantity: 3 });
  const { ticketType, input } = await ticketTypeOf(desk, id);
  await expect(desk.change({ id: ticketType.id, body: { ...input, allocation: 4 } })).rejects.toMatchObject({
    status: 409,
    body: {
      code: 'allocation_sold',
      errors: { allocation: 'validation.allocation_sold' },
      params: { held: 3, sold: 2, soldOrReserved: 5 },
    },
  });
  expect((await desk.change({ id: ticketType.id, body: { ...input, allocation: 5 } })).ticketTypes).toMatchObject([
    { allocation: 5, free: 0 },
  ]);
});

test('ticket types are in the order that staff give them, and a stale order is refused', async () => {
  const { app, desk } = await openDesk();
  const { id, ticketTypeIds } = await createEvent(app.ctx, { ticketTypes: [{ allocation: 1 }, { allocation: 2 }, { allocation: 3 }] });
  const [a = 0, b = 0, c = 0] = ticketTypeIds;
  const ids = async () => (await desk.list({ id })).ticketTypes.map((ticketType) => ticketType.id);
  expect((await desk.order({ id, body: { seen: [a, b, c], wanted: [c, a, b] } })).ticketTypes.map((ticketType) => ticketType.id)).toEqual([
    c,
    a,
    b,
  ]);
  await expect(desk.order({ id, body: { seen: [a, b, c], wanted: [b, a, c] } })).rejects.toMatchObject({ body: { code: 'conflict' } });
  for (const wanted of [
    [c, a],
    [c, a, a],
    [c, a, 999],
  ])
    await expect(desk.order({ id, body: { seen: [c, a, b], wanted } })).rejects.toMatchObject({ status: 400 });
  expect(await ids()).toEqual([c, a, b]);
  expect(await audited(app)).toEqual([
    { action: 'ticket_type.order', subject: `event ${id}`, detail: { before: [a, b, c], after: [c, a, b] } },
  ]);
});

test('a ticket type can be removed only when nothing of it was ever ordered and nothing is held', async () => {
  const { app, admin, desk } = await openDesk();
  const { id } = await createEvent(app.ctx, { allocation: 10 });
  const user = await createUser(app.ctx);
  const cart = app.api(user.accessToken).cart;
  await cart.addTicket({ eventId: id });
  const { ticketType } = await ticketTypeOf(desk, id);
  const remove = () => desk.remove({ id: ticketType.id, version: 0 });
  await expect(remove()).rejects.toMatchObject({ status: 409, body: { code: 'ticket_type_in_use' } });
  await cart.checkout();
  app.clock.advanceMinutes(60);
  await expireHolds.run(app.ctx, {});
  const later = app.api(await signInAgain(app.ctx, admin.id)).staffTicketTypes;
  expect((await later.list({ id })).ticketTypes).toMatchObject([{ held: 0, sold: 0, canRemove: false }]);
  await expect(later.remove({ id: ticketType.id, version: 0 })).rejects.toMatchObject({ body: { code: 'ticket_type_in_use' } });
  const { id: other } = await createEvent(app.ctx, { allocation: 10 });
  const free = await ticketTypeOf(later, other);
  expect((await later.remove({ id: free.ticketType.id, version: 0 })).ticketTypes).toEqual([]);
  expect(await app.ctx.db.select().from(ticketTypes).where(eq(ticketTypes.eventId, other))).toEqual([]);
  await expect(later.remove({ id: free.ticketType.id, version: 0 })).rejects.toMatchObject({ status: 404 });
  expect(await audited(app)).toMatchObject([
    { action: 'ticket_type.remove', detail: { eventId: other, before: { allocation: 10 }, after: null } },
  ]);
});

test('bad input is marked at its field and changes nothing', async () => {
  const { app, desk } = await openDesk();
  const { id } = await createEvent(app.ctx, { allocation: 10 });
  const bad = { ...early, name: '', price: 1.005, allocation: -1, onSaleUntil: '2026-11-20T12:00:00+04:00' };
  await expect(desk.add({ id, body: bad })).rejects.toMatchObject({
    status: 422,
    body: {
      errors: {
        name: 'validation.ticket_type_name_required',
        price: 'validation.price_format',
        allocation: 'validation.allocation_format',
      },
    },
  });
  const { ticketType, input } = await ticketTypeOf(desk, id);
  await expect(
    desk.change({ id: ticketType.id, body: { ...input, onSaleFrom: early.onSaleUntil, onSaleUntil: early.onSaleFrom } }),
  ).rejects.toMatchObject({
    status: 422,
    body: { errors: { onSaleUntil: 'validation.window_order' } },
  });
  await expect(desk.list({ id: 999 })).rejects.toMatchObject({ status: 404, body: { code: 'event_not_found' } });
  await expect(desk.add({ id: 999, body: early })).rejects.toMatchObject({ status: 404 });
  expect((await ticketTypeOf(desk, id)).input).toEqual(input);
  expect(await audited(app)).toEqual([]);
});

test('ticket types are for staff', async () => {
  const app = await startTestApp();
  const { id, ticketTypeId } = await createEvent(app.ctx);
  const { accessToken } = await createUser(app.ctx);
  const calls = [
    ['GET', `/nights/${id}/ticket-types`],
    ['POST', `/nights/${id}/ticket-types`],
    ['PUT', `/nights/${id}/ticket-types/order`],
    ['PUT', `/ticket-types/${ticketTypeId}`],
    ['DELETE', `/ticket-types/${ticketTypeId}?version=0`],
    ['GET', `/nights/${id}/complimentary`],
    ['POST', `/nights/${id}/complimentary`],
    ['POST', '/complimentary/1/revoke'],
  ] as const;
  for (const [method, path] of calls) {
    const body = method === 'POST' || method === 'PUT' ? { body: {} } : {};
    const call = (bearer?: string) => rawCall(app.url, `/api/staff${path}`, { method, ...body, ...(bearer ? { bearer } : {}) });
    expect([path, (await call()).status, (await call(accessToken)).status]).toEqual([path, 401, 403]);
  }
});

test('who may not give tickets makes no type free, and no free one larger', async () => {
  const { app, desk } = await openDesk();
  const { id } = await createEvent(app.ctx);
  const own = app.api((await createUser(app.ctx, { roles: ['Editor'] })).accessToken).staffTicketTypes;
  const FORBIDDEN = { status: 403, body: { code: 'forbidden', params: { right: 'tickets.give' } } };
  const { ticketType: paid, input } = await ticketTypeOf(desk, id);
  await expect(own.add({ id, body: { ...early, price: 0, isHidden: true } })).rejects.toMatchObject(FORBIDDEN);
  await expect(own.change({ id: paid.id, body: { ...input, price: 0 } })).rejects.toMatchObject(FORBIDDEN);
  const { ticketTypes: shown } = await desk.add({ id, body: { ...early, price: 0 } });
  const free = shown.find(({ price }) => price === 0);
  const change = (body: Partial<TicketTypeInput>, version: number) =>
    own.change({ id: free?.id ?? 0, body: { ...early, price: 0, version, ...body } });
  await expect(change({ allocation: 51 }, 0)).rejects.toMatchObject(FORBIDDEN);
  await expect(change({ isHidden: true }, 0)).rejects.toMatchObject(FORBIDDEN);
  await change({ allocation: 40 }, 0);
  await change({ price: 12 }, 1);
});
