import { expect, test } from 'vitest';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { createRandom } from '#shared/media/random.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { countEndings, createUsers, payAtBank, startBeside } from '#tests/factories/purchases.ts';
import { changeEvent, dropStockChecks, stockOf } from '#tests/factories/stock.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { expireHolds } from '#server/sales/inventory/holds.jobs.ts';

/** Many guests reserve places of one event at once, through two servers. */
async function rush(apps: [TestApp, TestApp], eventId: number, buyers: number, quantityOf: (buyer: number) => number = () => 1) {
  const users = await createUsers(apps[0], buyers);
  return countEndings(
    users.map(({ accessToken }, buyer) => {
      const app = apps[buyer % 2] ?? apps[0];
      return app.api(accessToken).cart.addTicket({ eventId, quantity: quantityOf(buyer) });
    }),
  );
}

async function startTwo(without?: Guard): Promise<[TestApp, TestApp]> {
  const app = await startTestApp({ without });
  return [app, await startBeside(app)];
}

test('a rush on two servers holds exactly the allocation of a ticket type (I1)', async () => {
  const apps = await startTwo();
  const { ctx } = apps[0];
  const { id: eventId } = await createEvent(ctx, { allocation: 20 });
  expect(await rush(apps, eventId, 60)).toEqual({ ok: 20, sold_out: 40 });
  expect(await stockOf(ctx, eventId)).toEqual({ held: 20, sold: 0 });
  expect(await findFaults(ctx)).toEqual([]);
});

test('a rush over several ticket types holds exactly the capacity of the event (I1)', async () => {
  const apps = await startTwo();
  const { ctx } = apps[0];
  const { id: eventId } = await createEvent(ctx, {
    capacity: 25,
    ticketTypes: [{ allocation: 7 }, { allocation: 9 }, { allocation: 100 }],
  });
  expect(await rush(apps, eventId, 50)).toEqual({ ok: 25, sold_out: 25 });
  expect(await stockOf(ctx, eventId)).toEqual({ held: 25, sold: 0 });
  expect(await findFaults(ctx)).toEqual([]);
});

test('requests of different sizes fill a ticket type without passing it (I1)', async () => {
  const apps = await startTwo();
  const { ctx } = apps[0];
  const { id: eventId } = await createEvent(ctx, { allocation: 31 });
  await rush(apps, eventId, 40, (buyer) => 1 + (buyer % 4));
  expect(await findFaults(ctx)).toEqual([]);
  expect((await stockOf(ctx, eventId))?.held).toBeGreaterThan(28);
});

test('control: without the guard and the check of the database the same rush oversells (I1)', async () => {
  const apps = await startTwo('stock');
  const { ctx } = apps[0];
  await dropStockChecks(apps[0]);
  const { id: eventId, ticketTypeId } = await createEvent(ctx, { allocation: 20 });
  expect(await rush(apps, eventId, 60)).toEqual({ ok: 60 });
  expect(await findFaults(ctx)).toContain(`ticket type ${ticketTypeId} is over its allocation`);
});

test('control: without the guard the check of the database still refuses to oversell', async () => {
  const apps = await startTwo('stock');
  const { ctx } = apps[0];
  const { id: eventId } = await createEvent(ctx, { allocation: 5 });
  const endings = await rush(apps, eventId, 20);
  expect(endings['server_error']).toBeGreaterThan(0);
  expect(await findFaults(ctx)).toEqual([]);
});

test('one person never exceeds the limit, whichever calls run at once', async () => {
  const apps = await startTwo();
  const { ctx } = apps[0];
  const { id: eventId } = await createEvent(ctx);
  const { accessToken } = await createUser(ctx);
  const carts = apps.map((app) => app.api(accessToken).cart);
  await countEndings(carts.flatMap((cart) => [1, 2, 3, 4].map((quantity) => cart.addTicket({ eventId, quantity }))));
  await countEndings(carts.flatMap((cart) => [1, 2, 3, 4].map((quantity) => cart.updateTicket({ eventId, quantity }))));
  expect(await findFaults(ctx)).toEqual([]);
});

/** Fills an event with holds and lets them expire, without running the sweeper. */
async function holdAndLeave(app: TestApp, allocation: number): Promise<number> {
  const { id: eventId } = await createEvent(app.ctx, { allocation });
  const users = await createUsers(app, allocation);
  await Promise.all(users.map(({ accessToken }) => app.api(accessToken).cart.addTicket({ eventId })));
  app.clock.advanceMinutes(15);
  return eventId;
}

test('expired places are sold again although no sweeper runs (I2)', async () => {
  const apps = await startTwo();
  const { ctx } = apps[0];
  const eventId = await holdAndLeave(apps[0], 5);
  expect(await rush(apps, eventId, 12)).toEqual({ ok: 5, sold_out: 7 });
  expect(await findFaults(ctx)).toEqual([]);
});

test('control: without lazy expiry they would stay lost (I2)', async () => {
  const apps = await startTwo('lazyExpiry');
  const eventId = await holdAndLeave(apps[0], 5);
  expect(await rush(apps, eventId, 12)).toEqual({ sold_out: 12 });
});

test('a place is not taken from its holder a moment before the time is over', async () => {
  const app = await startTestApp();
  const eventId = await holdAndLeave(app, 1);
  app.clock.set(new Date(app.clock.now().getTime() - 1));
  const { accessToken } = await createUser(app.ctx);
  await expect(app.api(accessToken).cart.addTicket({ eventId })).rejects.toMatchObject({ body: { code: 'sold_out' } });
  app.clock.set(new Date(app.clock.now().getTime() + 1));
  await app.api(accessToken).cart.addTicket({ eventId });
});

test('the sweeper gives expired places back, also when two run at once', async () => {
  const apps = await startTwo();
  const eventId = await holdAndLeave(apps[0], 6);
  await Promise.all(apps.map(({ ctx }) => expireHolds.run(ctx, {})));
  expect(await stockOf(apps[0].ctx, eventId)).toEqual({ held: 0, sold: 0 });
  expect(await findFaults(apps[0].ctx)).toEqual([]);
});

test('a smaller allocation for a ticket type that is partly sold sells nothing more', async () => {
  const apps = await startTwo();
  const { ctx } = apps[0];
  const { id: eventId } = await createEvent(ctx, { allocation: 10 });
  await rush(apps, eventId, 6);
  await changeEvent(ctx, eventId, { allocation: 6 });
  expect(await rush(apps, eventId, 3)).toEqual({ sold_out: 3 });
});

test('people who add, change, remove, pay and let their time run out at once leave consistent books (I1–I6)', async () => {
  const apps = await startTwo();
  const { ctx, clock } = apps[0];
  const random = createRandom(7);
  const below = (limit: number): number => Math.floor(random() * limit);
  const events = await Promise.all([
    createEvent(ctx, { allocation: 9 }),
    createEvent(ctx, { capacity: 8, ticketTypes: [{ allocation: 3 }, { allocation: 20, priceTetri: 5500 }] }),
  ]);

  const live = async (accessToken: string, app: TestApp): Promise<void> => {
    const api = app.api(accessToken);
    for (let step = 0; step < 8; step += 1) {
      const eventId = events[below(2)]?.id ?? 0;
      const quantity = 1 + below(4);
      const step = below(10);
      if (step < 4) await api.cart.addTicket({ eventId, quantity }).catch(expected);
      else if (step < 6) await api.cart.updateTicket({ eventId, quantity }).catch(expected);
      else if (step < 7) await api.cart.removeTicket({ eventId });
      else await checkoutAndPay(app, accessToken, step === 9 ? 'decline' : 'approve').catch(expected);
    }
  };
  const users = await createUsers(apps[0], 16);
  await Promise.all(users.map(({ accessToken }, index) => live(accessToken, apps[index % 2] ?? apps[0])));
  expect(await findFaults(ctx)).toEqual([]);

  for (const minutes of [10, 10, 60]) {
    clock.advanceMinutes(minutes);
    await Promise.all(apps.flatMap((app) => [sweepPayments.run(app.ctx, {}), expireHolds.run(app.ctx, {})]));
    expect(await findFaults(ctx)).toEqual([]);
  }
  for (const { id } of events) expect((await stockOf(ctx, id))?.held).toBe(0);
});

async function checkoutAndPay(app: TestApp, accessToken: string, outcome: 'approve' | 'decline'): Promise<void> {
  const api = app.api(accessToken);
  const { redirect } = await api.cart.checkout();
  const { token } = await payAtBank(app, redirect, outcome);
  await api.payments.bankReturn({ body: { token } });
}

/** Refusals are expected, server errors are not. */
function expected(error: { status?: number }): void {
  if (error.status === undefined || error.status >= 500) throw error;
}
