import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { contextFor } from '#server/platform/context.ts';
import { expireHolds } from '#server/sales/inventory/holds.jobs.ts';
import { reconcile } from '#server/sales/payments/ledger/reconcile.ts';
import { refundEvent } from '#server/sales/payments/refunds/bulk-refunds.jobs.ts';
import { bankOrderOf, callBack } from '#tests/factories/bank-calls.ts';
import { findFaults } from '#tests/factories/books.ts';
import { comeBack, paidWithoutCallback, startBeside } from '#tests/factories/purchases.ts';
import { allPayments, createStaff, lastOrderOf, signInStaff, sweepAll, ticketsOf } from '#tests/factories/staff-money.ts';
import { changeEvent } from '#tests/factories/stock.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { bulkRefunds, payments } from '#server/sales/tables/payments.table.ts';

type Purchase = Awaited<ReturnType<typeof paidWithoutCallback>> & { orderId: number; staffId: number };
type Action = (app: TestApp, purchase: Purchase) => Promise<unknown>;

const HOLD_MINUTES = 16;
const reason = 'It was asked for.';

/** The actions on a paid order, each by another actor, in random order. */
const common: Record<string, Action> = {
  callback: async (app, { redirect }) => callBack(app, await bankOrderOf(app, redirect)),
  return: (app, { token }) => comeBack(app, token),
  sweep: (app) => sweepAll(app),
  expiry: async (app) => {
    app.clock.advanceMinutes(HOLD_MINUTES);
    await expireHolds.run(contextFor(app.deps), {});
  },
};

/** The owner cancels the event and refunds every order. */
const cancel: Action = async (app, { eventId, staffId }) => {
  await changeEvent(app.ctx, eventId, { state: 'cancelled' });
  const staff = await signInStaff(app, staffId);
  await staff.api.refundEvent({ id: eventId, body: { reason } });
  const [bulk] = await app.ctx.db.select().from(bulkRefunds).where(eq(bulkRefunds.eventId, eventId));
  for (let step = 0; step < 2; step++) await refundEvent.run(contextFor(app.deps), { bulkRefundId: bulk?.id ?? 0, afterOrderId: 0 });
};

/** Staff refund the order; before it is paid there is nothing to refund. */
const refund: Action = async (app, { orderId, staffId }) => {
  const staff = await signInStaff(app, staffId);
  await staff.api.refundOrder({ id: orderId, body: { reason } }).catch((error: unknown) => {
    expect(error).toMatchObject({ body: { code: 'nothing_to_refund' } });
  });
};

const permutations = (names: readonly string[]): string[][] =>
  names.length === 0 ? [[]] : names.flatMap((name) => permutations(names.filter((other) => other !== name)).map((rest) => [name, ...rest]));

/** Returns true if the payment was known before this step. */
const isPaymentKnownBefore = (order: readonly string[], step: string): boolean =>
  order.slice(0, order.indexOf(step)).some((name) => name === 'callback' || name === 'return' || name === 'sweep');

type Ending = { state: 'paid' | 'refunded'; tickets: number };

/** Returns the expected ending: the money as tickets or refunded; a refund before the payment was refused. */
function endingOf(order: readonly string[]): Ending {
  if (order.includes('cancel')) return { state: 'refunded', tickets: isPaymentKnownBefore(order, 'cancel') ? 2 : 0 };
  return { state: isPaymentKnownBefore(order, 'refund') ? 'refunded' : 'paid', tickets: 2 };
}

export const beginnings = [
  { last: 'cancel', running: { ...common, cancel } },
  { last: 'refund', running: { ...common, refund } },
].flatMap(({ last, running }) => Object.keys(running).map((first) => ({ first, last, running })));

type Beginning = (typeof beginnings)[number];

export const everyOrder = ({ first, running }: Beginning): string[][] =>
  permutations(Object.keys(running).filter((name) => name !== first)).map((rest) => [first, ...rest]);

/** Plays each of these orders with a purchase of its own. */
export async function expectRightEnds({ running }: Beginning, orders: string[][]): Promise<void> {
  const app = await startTestApp();
  const apps = [app, await startBeside(app)];
  const { id: staffId } = await createStaff(app);
  for (const order of orders) {
    const purchase = await paidWithoutCallback(app);
    const orderId = await lastOrderOf(app, purchase.user.id);
    for (const [turn, name] of order.entries()) {
      const step = Object.entries(running).find(([other]) => other === name)?.[1];
      await step?.(apps[turn % 2] ?? app, { ...purchase, orderId, staffId });
    }
    await sweepAll(app);
    const [payment] = await app.ctx.db.select().from(payments).where(eq(payments.orderId, orderId));
    const tickets = (await ticketsOf(app, purchase.user.id)).length;
    expect({ order, state: payment?.state, tickets }).toEqual({ order, ...endingOf(order) });
    expect({ order, faults: await findFaults(app.ctx) }).toEqual({ order, faults: [] });
  }
  expect(await allPayments(app)).toHaveLength(orders.length);
  app.clock.advanceMinutes(120);
  expect((await reconcile(app.ctx, new Date(0))).differences).toEqual([]);
}
