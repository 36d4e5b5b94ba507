import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { refunds } from '#server/sales/tables/payments.table.ts';
import { resaleListings } from '#server/sales/tables/resale.table.ts';
import { findFaults } from '#tests/factories/books.ts';
import { withTransaction } from '#server/platform/context.ts';
import { postgresCode } from '#server/platform/db/database-failure.ts';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { ApiError } from '#shared/errors.ts';
import { createEvent } from '#tests/factories/events.ts';
import { comeBack, countEndings, createUsers, payAtBank, startBeside } from '#tests/factories/purchases.ts';
import { buyTickets, createGuest } from '#tests/factories/sold-out.ts';
import { dropStockChecks, stockOf } from '#tests/factories/stock.ts';
import { codeOf, startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { offerPlaces } from '#server/sales/waitlist/offer-places.ts';

export const SELLERS = 10;

export const PLACES = 2 * SELLERS;

export const WAITERS = 60;

export const LOCK_NOT_AVAILABLE = '55P03';

/**
 * A sold-out event whose tickets are all listed for resale: guests want its places on two servers, some from the waitlist and
 * some by chance, both servers offer places, and all who have an offer pay at once.
 */
export async function rush(comers: number, without?: Guard) {
  const app = await startTestApp({ without });
  if (without) await dropStockChecks(app);
  const beside = await startBeside(app);
  const { id: eventId } = await createEvent(app.ctx, { allocation: PLACES, ticketsPerPerson: 2 });
  const sellers = await Promise.all(Array.from({ length: SELLERS }, () => createGuest(app)));
  const sold: { seller: (typeof sellers)[number]; ids: number[] }[] = [];
  for (const seller of sellers) sold.push({ seller, ids: await buyTickets(app, seller, { eventId, quantity: 2 }) });
  const users = await createUsers(app, WAITERS + comers);
  const waiters = users.slice(0, WAITERS);
  const join = await countEndings(
    waiters.map(({ accessToken }, index) =>
      comingAgain(() => (index % 2 ? app : beside).api(accessToken).waitlist.join({ id: eventId, body: { quantity: 1 } })),
    ),
  );
  await Promise.all(sold.flatMap(({ seller, ids }) => ids.map((id) => seller.api.transfers.listForResale({ id }))));

  const { offerPlaces: serve } = await codeOf(app, 'server/sales/waitlist/offer-places.ts', { offerPlaces });
  const serves = [app, beside, app, beside].map((each) => triedAgain(() => withTransaction(each.ctx, (tx) => serve(tx, eventId))));
  const byChance = await countEndings(
    users
      .slice(WAITERS)
      .map(({ accessToken }, index) => comingAgain(() => (index % 2 ? app : beside).api(accessToken).cart.addTicket({ eventId }))),
  );
  await Promise.all(serves);
  const paid = await countEndings(waiters.map(async ({ accessToken }, index) => payCart(index % 2 ? app : beside, accessToken)));
  await sweepPayments.run(app.ctx, {});
  return { app, eventId, join, byChance, paid };
}

/** Repeats a call that got a 503: on a busy machine this many guests wait too long for a connection. */
export const comingAgain = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 503) return comingAgain(call);
    throw error;
  });

/** Repeats a job that waited too long for the event's lock: on a busy machine the rush holds it for seconds. */
export const triedAgain = <T>(job: () => Promise<T>): Promise<T> =>
  job().catch((error: unknown) => {
    if (postgresCode(error) === LOCK_NOT_AVAILABLE) return triedAgain(job);
    throw error;
  });

export async function payCart(app: TestApp, accessToken: string): Promise<void> {
  const { redirect } = await app.api(accessToken).cart.checkout();
  await comeBack(app, (await payAtBank(app, redirect, 'lost')).token);
}

export async function expectFairRush(byChanceCount: number): Promise<void> {
  const { app, eventId, join, byChance, paid } = await rush(byChanceCount);
  expect(join).toEqual({ ok: WAITERS });
  expect(byChance).toEqual({ sold_out: byChanceCount });
  expect(paid).toEqual({ ok: PLACES, cart_empty: WAITERS - PLACES });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: PLACES });
  const { rows } = await app.ctx.db.execute<{ state: string; first: number; last: number }>(sql`
    select state, min(id)::int as first, max(id)::int as last from waitlist_entries group by 1 order by 2`);
  expect(rows).toEqual([
    { state: 'offered', first: 1, last: PLACES },
    { state: 'waiting', first: PLACES + 1, last: WAITERS },
  ]);
  expect(await app.ctx.db.selectDistinct({ state: resaleListings.state }).from(resaleListings)).toEqual([{ state: 'sold' }]);
  const given = await app.ctx.db.select({ reason: refunds.reason, amount: refunds.amountTetri, state: refunds.state }).from(refunds);
  expect(given).toEqual(Array.from({ length: given.length }, () => expect.objectContaining({ reason: 'returned', state: 'confirmed' })));
  expect(given.reduce((sum, { amount }) => sum + amount, 0)).toBe(PLACES * 4_000);
  expect(await findFaults(app.ctx)).toEqual([]);
}
