import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '#server/platform/platform.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { expectBooksRight, complimentary, openComplimentary } from '#tests/factories/complimentary.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { orders } from '#server/sales/tables/orders.table.ts';

test('tickets that were taken back admit nobody, and their places are free again', async () => {
  const { app, desk, door } = await openComplimentary();
  const { id } = await createEvent(app.ctx, { capacity: 2 });
  const given = await desk.give({ id, body: complimentary });
  const [first, second] = await app.ctx.db.select({ id: tickets.id }).from(tickets).orderBy(tickets.id);
  await door.scan({ body: { isReject: false, ticketId: first?.id ?? 0 } });
  const revoked = await desk.revoke({ id: given.id, body: { reason: 'cannot come' } });
  expect(revoked).toMatchObject({ valid: 0, used: 1, revokedAt: '2026-11-20T18:00:00+04:00', revokeReason: 'cannot come' });
  await expect(door.scan({ body: { isReject: false, ticketId: second?.id ?? 0 } })).rejects.toMatchObject({
    body: { code: 'ticket_revoked' },
  });
  expect(await stockOf(app.ctx, id)).toEqual({ held: 0, sold: 1 });
  await expect(desk.revoke({ id: given.id, body: { reason: 'again' } })).rejects.toMatchObject({
    status: 409,
    body: { code: 'nothing_to_revoke' },
  });
  expect(await desk.give({ id, body: { ...complimentary, quantity: 1 } })).toMatchObject({ valid: 1 });
  await expectBooksRight(app);
  const log = await app.ctx.db
    .select({ action: auditEntries.action, detail: auditEntries.detail })
    .from(auditEntries)
    .orderBy(auditEntries.id);
  expect(log).toMatchObject([
    { action: 'complimentary.give', detail: { orderId: given.id, quantity: 2, reason: 'plays tonight' } },
    { action: 'complimentary.revoke', detail: { tickets: [second?.id], reason: 'cannot come' } },
    { action: 'complimentary.give' },
  ]);
  expect(JSON.stringify(log)).not.toContain('lela@example.com');
});

test('taking tickets back while a door admits one is a conflict, and nothing is taken back', async () => {
  const { app, desk } = await openComplimentary();
  const { id } = await createEvent(app.ctx);
  const given = await desk.give({ id, body: complimentary });
  const revoked = await app.ctx.database.transaction(async (door) => {
    const [first] = await door.select({ id: tickets.id }).from(tickets);
    await door
      .update(tickets)
      .set({ usedAt: app.clock.now() })
      .where(eq(tickets.id, first?.id ?? 0));
    const answer = desk.revoke({ id: given.id, body: { reason: 'cannot come' } }).catch((error: unknown) => error);
    await untilWaiting(app, 1, 'tickets');
    return { answer };
  });
  expect(await revoked.answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect((await desk.given({ id })).items).toMatchObject([{ valid: 1, used: 1, revokedAt: null }]);
});

test('the order of a complimentary ticket says who gave it and why, and that it was taken back', async () => {
  const { app, admin, desk } = await openComplimentary();
  const { staffMoney, staffOrders } = app.api(admin.accessToken);
  const { id } = await createEvent(app.ctx, { nameLat: 'Nulovani' });
  const given = await desk.give({ id, body: complimentary });
  await desk.revoke({ id: given.id, body: { reason: 'cannot come' } });
  expect(await staffMoney.order({ id: given.id })).toMatchObject({
    gift: { reason: 'plays tonight', givenBy: given.givenBy, revokeReason: 'cannot come' },
    lines: [{ eventNameLat: 'Nulovani', quantity: 2, price: 0 }],
    payments: [],
  });
  const steps = await staffOrders.timeline({ id: given.id });
  expect(steps.filter(({ kind }) => kind === 'staff')).toMatchObject([
    { what: 'complimentary.give', by: given.givenBy, note: 'plays tonight' },
    { what: 'complimentary.revoke', note: 'cannot come' },
  ]);
});

test('a whole order that was taken back is over, and the next one starts anew', async () => {
  const { app, desk } = await openComplimentary();
  const { id } = await createEvent(app.ctx, { capacity: 2 });
  for (let time = 0; time < 2; time += 1) {
    const given = await desk.give({ id, body: complimentary });
    expect(await desk.revoke({ id: given.id, body: { reason: 'a slip' } })).toMatchObject({ valid: 0, used: 0 });
  }
  expect((await app.ctx.db.select({ state: orders.state }).from(orders)).map(({ state }) => state)).toEqual(['refunded', 'refunded']);
  const page = await desk.given({ id, limit: 1 });
  expect(page.items).toHaveLength(1);
  expect((await desk.given({ id, limit: 1, before: page.next ?? 0 })).items).toHaveLength(1);
  await expectBooksRight(app);
});
