import { eq } from 'drizzle-orm';
import { fakeBankRefunds } from '#server/fake-bank/fake-bank.table.ts';
import { contextFor } from '#server/platform/context.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { payments, refunds } from '#server/sales/tables/payments.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { createEvent } from './events.ts';
import { buy, comeBack } from './purchases.ts';
import { createAdmin, createUser, signInAgain } from './users.ts';

type Calls = ReturnType<TestApp['api']>;
export type Staff = { api: Calls['staffMoney']; alerts: Calls['alertInbox']; door: Calls['door']; id: number };

/** Creates an Admin with the calls about money, alerts and the door. After a large change of the clock, sign in again. */
export async function createStaff(app: TestApp): Promise<Staff> {
  const { id } = await createAdmin(app.ctx);
  return signInStaff(app, id);
}

export async function signInStaff(app: TestApp, id: number): Promise<Staff> {
  const { staffMoney, alertInbox, door } = app.api(await signInAgain(app.ctx, id));
  return { api: staffMoney, alerts: alertInbox, door, id };
}

type Sale = { eventId?: number; quantity?: number; allocation?: number; priceTetri?: number };

/** Sells places of an event to a guest, who gets the tickets. */
export async function sell(app: TestApp, { eventId, quantity = 2, allocation = 10, priceTetri = 4000 }: Sale = {}) {
  const event = eventId ?? (await createEvent(app.ctx, { allocation, priceTetri })).id;
  const user = await createUser(app.ctx);
  const { token } = await buy(app, user.accessToken, { eventId: event, quantity });
  await comeBack(app, token);
  const orderId = await lastOrderOf(app, user.id);
  return { eventId: event, user, token, orderId, ticketIds: await ticketsOf(app, user.id) };
}

export async function lastOrderOf(app: TestApp, userId: number): Promise<number> {
  const rows = await app.ctx.db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId)).orderBy(orders.id);
  return rows.at(-1)?.id ?? 0;
}

export async function ticketsOf(app: TestApp, userId: number): Promise<number[]> {
  const rows = await app.ctx.db.select({ id: tickets.id }).from(tickets).where(eq(tickets.userId, userId)).orderBy(tickets.id);
  return rows.map(({ id }) => id);
}

export const allPayments = (app: TestApp) => app.ctx.db.select().from(payments).orderBy(payments.id);
export const allRefunds = (app: TestApp) => app.ctx.db.select().from(refunds).orderBy(refunds.id);

/** Runs the sweeper once with everything due. */
export async function sweepAll(app: TestApp): Promise<void> {
  await app.ctx.db.update(payments).set({ checkAt: app.clock.now() });
  await app.ctx.db.update(refunds).set({ checkAt: app.clock.now() });
  await sweepPayments.run(contextFor(app.deps), {});
}

/** Returns the sum that the fake bank has refunded. */
export async function moneyBack(app: TestApp): Promise<number> {
  const refunds = await app.ctx.db.select().from(fakeBankRefunds);
  return refunds.reduce((sum, { amountTetri }) => sum + amountTetri, 0);
}
