import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { runDueJobs } from '#server/registry.ts';
import { mails } from '#server/platform/platform.table.ts';
import { payments, ledgerEntries } from '#server/sales/tables/payments.table.ts';
import { proveMailbox } from '#tests/factories/email-proof.ts';
import { createEvent } from '#tests/factories/events.ts';
import { expectBooksRight, complimentary, openComplimentary } from '#tests/factories/complimentary.ts';
import { countEndings, createUsers } from '#tests/factories/purchases.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { orders } from '#server/sales/tables/orders.table.ts';

const rowOf = async ({ ctx }: TestApp, email: string) => (await ctx.db.select().from(users).where(eq(users.email, email)))[0];

test('a stranger gets tickets by mail, and an account that "forgot password" opens', async () => {
  const smtp = await startSmtp();
  const { app, desk } = await openComplimentary({ env: { SMTP_URL: smtp.url } });
  const { id } = await createEvent(app.ctx);
  const given = await desk.give({ id, body: complimentary });
  expect(given).toMatchObject({
    guest: { firstName: 'Lela', lastName: 'M', email: 'lela@example.com', isUnclaimed: true },
    ticketType: null,
    quantity: 2,
    valid: 2,
    used: 0,
    reason: 'plays tonight',
    givenBy: 'Nika Desk',
    revokedAt: null,
  });
  const recipient = await rowOf(app, complimentary.email);
  expect(recipient).toMatchObject({ status: 'Pending', role: 'User', passwordHash: '', phoneNumber: '', personalNumberDigest: null });

  await runDueJobs(app.deps);
  const text = textOf(readMime(smtp.received[0]?.raw ?? Buffer.alloc(0)), 'text/plain');
  expect(text).toContain('Hello Lela, you’re invited. Here are your tickets.');
  expect(text).toContain('2 × Guest list');
  expect(text).toContain(`Set a password: ${app.deps.env.publicUrl}/forgot-password`);
  expect(text).not.toContain('0,00');

  const login = (password: string) => rawCall(app.url, '/api/auth/login', { body: { email: complimentary.email, password } });
  const wrong = await rawCall(app.url, '/api/auth/login', { body: { email: 'nobody@example.com', password: 'Some-Guess-1' } });
  const refused = await login('Some-Guess-1');
  expect([refused.status, refused.body]).toEqual([wrong.status, wrong.body]);

  await rawCall(app.url, '/api/auth/request-password-reset', { body: { email: complimentary.email } });
  await runDueJobs(app.deps);
  const token = /token=([\w-]+)/.exec(textOf(readMime(smtp.received[1]?.raw ?? Buffer.alloc(0)), 'text/plain'))?.[1] ?? '';
  expect((await rawCall(app.url, '/api/auth/reset-password', { body: { token, newPassword: 'Night-Lela-77' } })).status).toBe(200);
  const signedIn = await login('Night-Lela-77');
  const { accounts, tickets } = app.api(String(signedIn.body['accessToken']));
  expect((await accounts.me()).isEmailProved).toBe(true);
  expect(await tickets.mine()).toHaveLength(2);
  expect((await desk.given({ id })).items).toMatchObject([{ guest: { isUnclaimed: false } }]);
  await expectBooksRight(app);
});

test('a guest with an account gets the tickets there, in any letter case of the address, and the account stays as it was', async () => {
  const { app, desk } = await openComplimentary();
  const { id, ticketTypeId } = await createEvent(app.ctx, { allocation: 10 });
  const guest = await createUser(app.ctx, { email: 'Nino.B@example.com' });
  const before = await rowOf(app, guest.email);
  const body = { ...complimentary, email: 'nino.b@EXAMPLE.com', ticketTypeId, language: 'ka' as const };
  expect(await desk.give({ id, body })).toMatchObject({ guest: { id: guest.id, isUnclaimed: false }, ticketType: { nameLat: 'Entry' } });
  expect(await rowOf(app, guest.email)).toEqual(before);
  expect(await app.ctx.db.select().from(mails)).toMatchObject([{ kind: 'ticket', recipient: guest.email, language: 'ka' }]);
  await proveMailbox(app, guest.accessToken);
  expect(await app.api(guest.accessToken).tickets.mine()).toHaveLength(2);
  await expectBooksRight(app);
});

test('places that are given away count against allocation and room; nobody can buy from the hidden ticket type', async () => {
  const { app, desk } = await openComplimentary();
  const { id, ticketTypeId } = await createEvent(app.ctx, { allocation: 3, capacity: 5 });
  await desk.give({ id, body: { ...complimentary, ticketTypeId } });
  await expect(desk.give({ id, body: { ...complimentary, ticketTypeId } })).rejects.toMatchObject({
    status: 409,
    body: { code: 'no_room', params: { left: 1 } },
  });
  await desk.give({ id, body: complimentary });
  await expect(desk.give({ id, body: complimentary })).rejects.toMatchObject({ body: { code: 'no_room', params: { left: 1 } } });
  expect(await desk.list({ id })).toMatchObject({ places: { sold: 4, given: 4 }, free: 1, ticketTypes: [{ sold: 2, free: 1 }] });
  expect(await stockOf(app.ctx, id)).toEqual({ held: 0, sold: 4 });
  app.dropCaches();
  expect((await app.api().events.get({ id })).baskets).toHaveLength(1);
  const buyers = await createUsers(app, 2);
  const endings = await countEndings(buyers.map(({ accessToken }) => app.api(accessToken).cart.addTicket({ eventId: id })));
  expect(endings).toEqual({ ok: 1, sold_out: 1 });
  await expectBooksRight(app);
});

test('overdue holds are released for a complimentary ticket', async () => {
  const { app, desk } = await openComplimentary();
  const { id } = await createEvent(app.ctx, { capacity: 2 });
  const holder = await createUser(app.ctx);
  await app.api(holder.accessToken).cart.addTicket({ eventId: id, quantity: 2 });
  await expect(desk.give({ id, body: complimentary })).rejects.toMatchObject({ body: { code: 'no_room' } });
  await app.ctx.db.update(events).set({ endsAt: new Date(app.clock.now().getTime() + 86_400_000 * 3) });
  app.clock.advanceMinutes(16);
  const again = await createAdmin(app.ctx);
  expect(await app.api(again.accessToken).staffTicketTypes.give({ id, body: complimentary })).toMatchObject({ valid: 2 });
  await expectBooksRight(app);
});

test('a complimentary ticket moves no money', async () => {
  const { app, desk } = await openComplimentary();
  const { id } = await createEvent(app.ctx);
  const { id: orderId } = await desk.give({ id, body: complimentary });
  expect(await app.ctx.db.select().from(orders)).toMatchObject([{ id: orderId, kind: 'complimentary', state: 'paid', totalTetri: 0 }]);
  expect(await app.ctx.db.select().from(payments)).toEqual([]);
  expect(await app.ctx.db.select().from(ledgerEntries)).toEqual([]);
  const { staffMoney } = app.api((await createAdmin(app.ctx)).accessToken);
  await expect(staffMoney.refundOrder({ id: orderId, body: { reason: 'x' } })).rejects.toMatchObject({
    body: { code: 'nothing_to_refund' },
  });
});

test('a cancelled event is refunded to its end although tickets were given away', async () => {
  const { app, admin, desk } = await openComplimentary();
  const { id } = await createEvent(app.ctx);
  await desk.give({ id, body: complimentary });
  await app.ctx.db.update(events).set({ state: 'cancelled' });
  const { staffMoney } = app.api(admin.accessToken);
  await staffMoney.refundEvent({ id, body: { reason: 'The roof leaks' } });
  await runDueJobs(app.deps);
  expect(await staffMoney.eventRefund({ id })).toMatchObject({ state: 'done', orders: { left: 0 } });
});

test('the same key gives once', async () => {
  const { app, desk } = await openComplimentary();
  const { id } = await createEvent(app.ctx);
  const [first, second] = await Promise.all(
    [1, 2].map(() => desk.give({ id, body: complimentary }, { idempotencyKey: 'complimentary-1' }).catch((error: unknown) => error)),
  );
  const third = await desk.give({ id, body: complimentary }, { idempotencyKey: 'complimentary-1' });
  expect([first, second]).toContainEqual(third);
  expect(await app.ctx.db.select().from(orders)).toHaveLength(1);
});

test('only an event that is published and not over has tickets to give; a banned guest gets none', async () => {
  const { app, desk } = await openComplimentary();
  const { id, ticketTypeId } = await createEvent(app.ctx);
  const { id: other } = await createEvent(app.ctx);
  const give = (eventId: number, fields: Partial<typeof complimentary> = {}) =>
    desk.give({ id: eventId, body: { ...complimentary, ...fields } });
  await expect(give(999)).rejects.toMatchObject({ status: 404, body: { code: 'event_not_found' } });
  await expect(give(other, { ticketTypeId })).rejects.toMatchObject({ status: 404, body: { code: 'not_found' } });
  const banned = await createUser(app.ctx, { bannedAt: app.clock.now() });
  await expect(give(id, { email: banned.email })).rejects.toMatchObject({ status: 409, body: { code: 'guest_banned' } });
  await app.ctx.db.update(events).set({ state: 'draft' }).where(eq(events.id, id));
  await expect(give(id)).rejects.toMatchObject({ body: { code: 'not_on_sale' } });
  await app.ctx.db
    .update(events)
    .set({ startsAt: new Date(0), endsAt: app.clock.now() })
    .where(eq(events.id, other));
  await expect(give(other)).rejects.toMatchObject({ body: { code: 'event_ended' } });
  expect(await app.ctx.db.select().from(orders)).toEqual([]);
  expect(await rowOf(app, complimentary.email)).toBeUndefined();
  expect(await app.ctx.db.select().from(ticketTypes).where(eq(ticketTypes.kind, 'complimentary'))).toEqual([]);
});

test('bad input is marked at its field', async () => {
  const { app, desk } = await openComplimentary();
  const { id } = await createEvent(app.ctx);
  const bad = { ...complimentary, firstName: ' ', email: 'lela@', quantity: 21, reason: '' };
  await expect(desk.give({ id, body: bad })).rejects.toMatchObject({
    status: 422,
    body: {
      errors: {
        firstName: 'validation.entry_first_name',
        email: 'validation.invalid_email',
        quantity: 'validation.quantity_format',
        reason: 'validation.reason_required',
      },
    },
  });
  await expect(desk.revoke({ id: 1, body: { reason: 'x' } })).rejects.toMatchObject({ status: 404 });
  expect(await app.ctx.db.select().from(orders)).toEqual([]);
});
