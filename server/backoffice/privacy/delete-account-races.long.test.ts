import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import type { Actor } from '#server/platform/context.ts';
import { addTicket } from '#server/sales/cart/cart.service.ts';
import { changeStock, insertHolds, lockEventForStaff } from '#server/sales/inventory/stock.queries.ts';
import { HOLD_MS } from '#shared/constants.ts';
import { checkout } from '#server/sales/orders/checkout.service.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { payments, refunds } from '#server/sales/tables/payments.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { findFaults } from '#tests/factories/books.ts';
import { buyForFriends, shareLink } from '#tests/factories/claims.ts';
import { createEvent } from '#tests/factories/events.ts';
import { countLockWaits, openTransaction } from '#tests/factories/open-transaction.ts';
import { comeBack, fillCart, payAtBank } from '#tests/factories/purchases.ts';
import { createGuest } from '#tests/factories/sold-out.ts';
import { createUser, type TestUser } from '#tests/factories/users.ts';
import { codeOf, startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const erase = (app: TestApp, { accessToken, password }: Pick<TestUser, 'accessToken' | 'password'>) =>
  rawCall(app.url, '/api/auth/delete-account', { bearer: accessToken, body: { password } });

/** A user whose request was authenticated before the account was deleted and runs after it. */
const actorOf = ({ id }: TestUser): Actor => ({ userId: id, sessionId: '', rights: [], status: 'Verified' });

const ROUNDS = 12;
const STEP_MS = 15;

test('of deletion, adding and checking out at once, no order is left open on a deleted account', async () => {
  const app = await startTestApp();
  const rounds = Array.from({ length: ROUNDS }, async (_, round) => {
    const { eventId, user, api } = await fillCart(app);
    const erasing = erase(app, user);
    // The password is checked first, so an order that starts slightly later overlaps the deletion itself. The last round runs after the
    // deletion.
    await (round === ROUNDS - 1 ? erasing : sleep(round * STEP_MS));
    await Promise.allSettled([erasing, api.cart.checkout(), api.cart.addTicket({ eventId }), erase(app, user)]);
    const [account] = await app.ctx.db.select().from(users).where(eq(users.id, user.id));
    if (!account) throw new Error('a deleted account keeps its row');
    return { isGone: account.deletedAt !== null, open: await app.ctx.db.$count(orders, eq(orders.userId, user.id)) };
  });
  const ends = await Promise.all(rounds);
  expect(ends).toContainEqual({ isGone: true, open: 0 });
  expect(ends).not.toContainEqual({ isGone: true, open: 1 });
  expect(ends).not.toContainEqual({ isGone: false, open: 0 });
  expect(await findFaults(app.ctx)).toEqual([]);
});

/** A request that was authenticated before the deletion gets no places and cannot check out held ones after it. */
async function orderAfterDeletion(without?: Guard) {
  const app = await startTestApp({ without });
  const service = await codeOf(app, 'server/sales/orders/checkout.service.ts', { checkout });
  const { id: eventId, ticketTypeId } = await createEvent(app.ctx);
  const guest = await createUser(app.ctx);
  await erase(app, guest);
  const late = { ...app.ctx, actor: actorOf(guest) };
  await expect(addTicket(late, { eventId })).rejects.toMatchObject({ code: 'unauthorized' });
  const now = app.clock.now();
  const hold = { userId: guest.id, eventId, ticketTypeId, quantity: 1, priceTetri: 4000, heldSince: now, createdAt: now };
  await insertHolds(app.ctx.db, [{ ...hold, heldUntil: new Date(now.getTime() + HOLD_MS) }]);
  await changeStock(app.ctx.db, [{ eventId, ticketTypeId, places: 1 }]);
  const ending = await service.checkout(late).then(
    () => 'ordered',
    (error: { code?: string }) => error.code,
  );
  return { ending, orders: await app.ctx.db.$count(orders) };
}

test('a deleted account orders nothing, also by a call that was let in before', async () => {
  expect(await orderAfterDeletion()).toEqual({ ending: 'unauthorized', orders: 0 });
});

test('control: without the guard a deleted account orders', async () => {
  expect(await orderAfterDeletion('liveBuyer')).toMatchObject({ orders: 1 });
});

/** The payment failed, the guest deleted the account, and then the money arrived. */
async function moneyAfterDeletion(without?: Guard) {
  const app = await startTestApp({ without });
  const { user, api } = await fillCart(app);
  const { redirect } = await api.cart.checkout();
  const { token } = await payAtBank(app, redirect, 'lost');
  await app.ctx.db.update(payments).set({ state: 'failed' });
  await app.ctx.db.update(orders).set({ state: 'failed' });
  expect((await erase(app, user)).status).toBe(200);
  await comeBack(app, token);
  const [payment] = await app.ctx.db.select().from(payments);
  return { app, tickets: await app.ctx.db.$count(tickets), refunds: await app.ctx.db.$count(refunds), state: payment?.state };
}

test('money that comes for a deleted account goes back', async () => {
  const { app, ...end } = await moneyAfterDeletion();
  expect(end).toMatchObject({ tickets: 0, refunds: 1, state: expect.stringMatching(/^refund/) });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('control: without the guard a deleted account is sold a ticket that nobody gets', async () => {
  expect(await moneyAfterDeletion('liveBuyer')).toMatchObject({ tickets: 1, refunds: 0, state: 'paid' });
});

test('a deletion waits for the events of the account’s tickets before it locks the account: staff who have them may want it', async () => {
  const app = await startTestApp();
  const { eventId, buyer } = await buyForFriends(app, 2, { namesRequired: true });
  const luka = await createGuest(app);
  await luka.api.transfers.take({ body: await shareLink(buyer) });
  const commit = await openTransaction(app.ctx, (tx) => lockEventForStaff(tx.db, eventId));
  const erasing = erase(app, luka);
  await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  await app.ctx.db.execute(sql`select from users where id = ${luka.id} for share nowait`);
  await commit();
  expect((await erasing).status).toBe(200);
});
