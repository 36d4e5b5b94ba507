import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { buy, comeBack, createUsers, startBeside } from '#tests/factories/purchases.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { expireHolds } from '#server/sales/inventory/holds.jobs.ts';
import { contextFor } from '#server/platform/context.ts';
import { createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { payments } from '#server/sales/tables/payments.table.ts';

const CLOSED_PORT = 'http://127.0.0.1:1';
const OUTAGE_MINUTES = 10;

/** Starts two processes of the club whose bank can be disconnected: its port then refuses connections. */
async function startWithPlug() {
  const apps = [await startTestApp()];
  const [first] = apps;
  if (first) apps.push(await startBeside(first));
  const banks = apps.map(({ url }) => url);
  let isPlugged = true;
  for (const [index, { deps }] of apps.entries()) {
    deps.payments = createProvider(deps.env, () => (isPlugged ? (banks[index] ?? '') : CLOSED_PORT));
  }
  return {
    apps,
    plug: (is: boolean) => {
      isPlugged = is;
    },
  };
}

/** Runs each process's jobs of one minute; the sweeper has its own pauses. */
async function minutePasses(apps: readonly TestApp[]): Promise<void> {
  apps[0]?.clock.advanceMinutes(1);
  for (const { deps } of apps) {
    const ctx = contextFor(deps);
    await Promise.all([sweepPayments.run(ctx, {}), expireHolds.run(ctx, {})]);
  }
}

const statesOf = async ({ ctx }: TestApp): Promise<string[]> =>
  (await ctx.db.select({ state: payments.state }).from(payments).orderBy(asc(payments.id))).map(({ state }) => state);

test('a bank that is away for ten minutes costs no ticket and no money, and everything continues by itself', async () => {
  const { apps, plug } = await startWithPlug();
  const [app = await startTestApp()] = apps;
  const { id: eventId } = await createEvent(app.ctx, { allocation: 20 });
  // Paid at the bank, but the callback is lost.
  const paid = [];
  for (const { accessToken } of await createUsers(app, 3)) paid.push(await buy(app, accessToken, { eventId, quantity: 2 }));
  const waiting = await createUser(app.ctx);
  await app.api(waiting.accessToken).cart.addTicket({ eventId });

  plug(false);
  const answer = await fetch(`${app.url}/api/Cart/checkout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${waiting.accessToken}` },
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
  for (let minute = 0; minute < OUTAGE_MINUTES; minute += 1) {
    await minutePasses(apps);
    for (const { token } of paid) expect(await comeBack(app, token)).toMatchObject({ state: 'settling' });
  }
  expect(await statesOf(app)).toEqual(['pending', 'pending', 'pending', 'created']);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 7, sold: 0 });

  plug(true);
  // The waiting guest succeeds at once, and the sweeper finds the others although they do not return.
  const api = app.api(await signInAgain(app.ctx, waiting.id));
  expect((await api.cart.checkout()).redirect).toContain('/fake-bank/pay/');
  for (let minute = 0; minute < OUTAGE_MINUTES; minute += 1) await minutePasses(apps);
  expect((await statesOf(app)).slice(0, 3)).toEqual(['paid', 'paid', 'paid']);
  expect((await stockOf(app.ctx, eventId))?.sold).toBe(6);
  expect(await findFaults(app.ctx)).toEqual([]);
});
