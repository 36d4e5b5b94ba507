import { expect, test } from 'vitest';
import { fakeBankRefunds } from '#server/fake-bank/fake-bank.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { bankOrderOf, callBack } from '#tests/factories/bank-calls.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { payAtBank, startBeside } from '#tests/factories/purchases.ts';
import { sweepAll } from '#tests/factories/staff-money.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';

const NUMBER = '01024012345';

/** `banned`: the account that staff ban, the buyer's own or another one with the same personal number. */
type Story = { banned: 'own' | 'other'; until?: string | null; without?: Guard };

/** A guest checks out, is banned while the bank's page is open, and pays. */
async function payWhenBanned({ banned, until = null, without }: Story) {
  const app = await startTestApp({ without });
  const { id: eventId } = await createEvent(app.ctx, { allocation: 10 });
  const buyer = await createUser(app.ctx, { personalNumber: banned === 'own' ? '' : NUMBER });
  const other = await createUser(app.ctx, { personalNumber: NUMBER });
  const { cart } = app.api(buyer.accessToken);
  await cart.addTicket({ eventId, quantity: 2 });
  const { redirect } = await cart.checkout();
  const { guests } = app.api((await createAdmin(app.ctx)).accessToken);
  await guests.ban({ id: banned === 'own' ? buyer.id : other.id, body: { reason: 'Took pictures', until } });
  return { app, eventId, redirect };
}

async function endOf({ ctx: { db } }: TestApp) {
  const [order] = await db.select().from(orders);
  const kinds = (await db.select().from(mails)).map(({ kind }) => kind).filter((kind) => kind === 'ticket' || kind === 'refund');
  const refunded = (await db.select().from(fakeBankRefunds)).map(({ amountTetri }) => amountTetri);
  return { order: order?.state, tickets: await db.$count(tickets), refunded, kinds };
}

const GIVEN_BACK = { order: 'refunded', tickets: 0, refunded: [8000], kinds: ['refund'] };

test.each<[string, 'own' | 'other']>([
  ['the account', 'own'],
  ['another account of the person', 'other'],
])('money of a guest who was banned before paying goes back, once: a ban of %s', async (_, banned) => {
  const { app, eventId, redirect } = await payWhenBanned({ banned });
  const { token } = await payAtBank(app, redirect, 'lost');
  const order = await bankOrderOf(app, redirect);
  const apps = [app, await startBeside(app)];
  await Promise.all(
    apps.flatMap((each) => [
      callBack(each, order),
      callBack(each, order),
      each.api().payments.bankReturn({ body: { token } }),
      sweepAll(each),
    ]),
  );
  expect(await app.api().payments.bankReturn({ body: { token } })).toEqual({ state: 'refunded', eventIds: [eventId] });
  expect(await endOf(app)).toEqual(GIVEN_BACK);
  app.clock.advanceMinutes(60);
  await sweepAll(app);
  expect(await stockOf(app.ctx, eventId)).toMatchObject({ sold: 0 });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('control: without the guard the door refuses tickets that were paid', async () => {
  const { app, redirect } = await payWhenBanned({ banned: 'own', without: 'unbannedBuyer' });
  const { token } = await payAtBank(app, redirect, 'lost');
  expect(await app.api().payments.bankReturn({ body: { token } })).toMatchObject({ state: 'paid' });
  expect(await endOf(app)).toMatchObject({ order: 'paid', tickets: 2, refunded: [] });
});

test('money that comes after the ban has ended buys its tickets', async () => {
  const { app, redirect } = await payWhenBanned({ banned: 'own', until: '2026-11-20T18:05:00+04:00' });
  app.clock.advanceMinutes(6);
  const { token } = await payAtBank(app, redirect, 'lost');
  expect(await app.api().payments.bankReturn({ body: { token } })).toMatchObject({ state: 'paid' });
  expect(await endOf(app)).toMatchObject({ order: 'paid', tickets: 2, refunded: [] });
  expect(await findFaults(app.ctx)).toEqual([]);
});
