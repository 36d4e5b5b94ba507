import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ticketTypes } from '#server/content/content.table.ts';
import { createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { findFaults } from '#tests/factories/books.ts';
import { fillCart, payAtBank, startBeside } from '#tests/factories/purchases.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { holdHistory } from '#server/sales/tables/holds.table.ts';
import { expireHolds } from './holds.jobs.ts';

const at = (time: string) => `2026-11-20T${time}:00+04:00`;
const refused = (code: string, params?: object) => ({ status: 409, body: { code, ...(params ? { params } : {}) } });

/** Signs the guest in again: access tokens expire before holds do. */
const again = async (app: TestApp, userId: number) => app.api(await signInAgain(app.ctx, userId));

/** Advances the clock and signs the guest in again. */
async function later(app: TestApp, minutes: number, userId: number) {
  app.clock.advanceMinutes(minutes);
  return again(app, userId);
}

async function startWithCart({ quantity = 1, without }: { quantity?: number; without?: Guard | undefined } = {}) {
  const app = await startTestApp({ without });
  return { app, ...(await fillCart(app, { allocation: 4 }, quantity)) };
}

test('a guest who removes places and adds them again at once continues the same half hour', async () => {
  const { app, api, eventId, user } = await startWithCart();
  app.clock.advanceMinutes(14);
  await api.cart.removeTicket({ eventId });
  expect(await api.cart.addTicket({ eventId })).toMatchObject({ heldUntil: at('18:29') });
  const { cart } = await later(app, 14, user.id);
  await cart.removeTicket({ eventId });
  expect(await cart.addTicket({ eventId, quantity: 4 })).toMatchObject({ heldUntil: at('18:30') });
  expect((await cart.get()).ticketItems).toMatchObject([{ heldUntil: at('18:30') }]);
});

test('control: without the guard removing and adding would keep a place for ever', async () => {
  const { app, eventId, user } = await startWithCart({ without: 'holdLimit' });
  for (let half = 0; half < 4; half += 1) {
    const { cart } = await later(app, 14, user.id);
    await cart.removeTicket({ eventId });
    await cart.addTicket({ eventId });
  }
  expect((await (await again(app, user.id)).cart.get()).ticketItems).toMatchObject([{ heldUntil: at('19:11') }]);
});

test('after the half hour the places are for others for five minutes, and then for everybody', async () => {
  const { app, eventId, user } = await startWithCart({ quantity: 4 });
  await (await later(app, 16, user.id)).cart.addTicket({ eventId, quantity: 4 });
  const { cart } = await later(app, 15, user.id);
  await expect(cart.addTicket({ eventId })).rejects.toMatchObject(refused('hold_limit', { time: '18:35' }));
  expect(await cart.get()).toMatchObject({ ticketItems: [], expiredItems: [{ eventId, againAt: at('18:35') }] });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 0 });

  const rival = await createUser(app.ctx);
  await app.api(rival.accessToken).cart.addTicket({ eventId });
  await expect((await later(app, 3, user.id)).cart.addTicket({ eventId })).rejects.toMatchObject(refused('hold_limit'));
  const free = (await later(app, 1, user.id)).cart;
  expect(await free.get()).toMatchObject({ expiredItems: [{ eventId, againAt: null }] });
  expect(await free.addTicket({ eventId, quantity: 3 })).toMatchObject({ heldUntil: at('18:50') });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a rest of five minutes begins a new half hour, and buying does too', async () => {
  const { app, api, eventId, user } = await startWithCart();
  app.clock.advanceMinutes(14);
  await api.cart.removeTicket({ eventId });
  const { cart } = await later(app, 5, user.id);
  expect(await cart.addTicket({ eventId })).toMatchObject({ heldUntil: at('18:34') });
  const { redirect } = await cart.checkout();
  const { token } = await payAtBank(app, redirect, 'lost');
  await cart.checkout();
  expect(await api.payments.bankReturn({ body: { token } })).toMatchObject({ state: 'paid' });
  expect(await (await later(app, 12, user.id)).cart.addTicket({ eventId })).toMatchObject({ heldUntil: at('18:46') });
});

test('changing to another ticket type wins no time', async () => {
  const app = await startTestApp();
  const two = [
    { allocation: 2, priceTetri: 3000 },
    { allocation: 2, priceTetri: 4500 },
  ];
  const { api, eventId, user } = await fillCart(app, { ticketTypes: two });
  await app.ctx.db.update(ticketTypes).set({ onSaleUntil: app.clock.now() }).where(eq(ticketTypes.priceTetri, 3000));
  app.clock.advanceMinutes(14);
  await api.cart.removeTicket({ eventId });
  expect(await api.cart.addTicket({ eventId })).toMatchObject({ price: 45, heldUntil: at('18:29') });
  await expect((await later(app, 17, user.id)).cart.addTicket({ eventId })).rejects.toMatchObject(refused('hold_limit'));
});

test('a payment begun within the half hour may finish after it, and no other one begins', async () => {
  const { app, eventId, user } = await startWithCart();
  await (await later(app, 14, user.id)).cart.checkout();
  const { cart } = await later(app, 14, user.id);
  const { redirect } = await cart.checkout();
  expect((await cart.get()).ticketItems).toMatchObject([{ heldUntil: at('18:43') }]);

  const late = await later(app, 4, user.id);
  expect(await late.cart.checkout()).toEqual({ redirect });
  await expect(late.cart.updateTicket({ eventId, quantity: 2 })).rejects.toMatchObject(refused('payment_begun'));
  const other = await fillCart(app);
  await late.cart.addTicket({ eventId: other.eventId });
  await expect(late.cart.checkout()).rejects.toMatchObject(refused('payment_begun'));
  await late.cart.removeTicket({ eventId: other.eventId });
  expect(await late.cart.checkout()).toEqual({ redirect });

  const { token } = await payAtBank(app, redirect, 'lost');
  expect(await late.payments.bankReturn({ body: { token } })).toMatchObject({ state: 'paid' });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('when such a payment fails its places go back at once', async () => {
  const { app, eventId, user } = await startWithCart({ quantity: 4 });
  await (await later(app, 14, user.id)).cart.checkout();
  const { redirect } = await (await later(app, 14, user.id)).cart.checkout();
  const late = await later(app, 4, user.id);
  const { token } = await payAtBank(app, redirect, 'decline');
  expect(await late.payments.bankReturn({ body: { token } })).toMatchObject({ state: 'failed' });
  expect(await late.cart.get()).toMatchObject({ ticketItems: [], expiredItems: [{ eventId, againAt: at('18:37') }] });
  await app.api((await createUser(app.ctx)).accessToken).cart.addTicket({ eventId, quantity: 4 });
});

/** Places held by a payment that began within the half hour and fails at 18:36, more than a pause after the half hour. */
async function failLate() {
  const { app, eventId, user } = await startWithCart({ quantity: 4 });
  await (await later(app, 14, user.id)).cart.checkout();
  const { redirect } = await (await later(app, 14, user.id)).cart.checkout();
  const late = await later(app, 8, user.id);
  const { token } = await payAtBank(app, redirect, 'decline');
  expect(await late.payments.bankReturn({ body: { token } })).toMatchObject({ state: 'failed' });
  return { app, eventId, user, late };
}

const findings: [string, (failed: Awaited<ReturnType<typeof failLate>>) => Promise<unknown>][] = [
  ['the guest who adds again', () => Promise.resolve()],
  ['the cart', ({ late }) => late.cart.get()],
  ['the guest who removes them', ({ late, eventId }) => late.cart.removeTicket({ eventId })],
  ['the job', ({ app }) => expireHolds.run(app.ctx, {})],
  [
    'the job a minute later',
    ({ app }) => {
      app.clock.advanceMinutes(1);
      return expireHolds.run(app.ctx, {});
    },
  ],
];

test.each(findings)('a payment that fails late leaves its places to others for five minutes, found by %s', async (_, find) => {
  const failed = await failLate();
  const { app, eventId, user } = failed;
  await find(failed);
  const back = await again(app, user.id);
  await expect(back.cart.addTicket({ eventId, quantity: 4 })).rejects.toMatchObject(refused('hold_limit', { time: '18:41' }));
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 0 });
  const rival = await createUser(app.ctx);
  await app.api(rival.accessToken).cart.addTicket({ eventId, quantity: 3 });

  app.clock.set(at('18:41'));
  expect(await (await again(app, user.id)).cart.addTicket({ eventId })).toMatchObject({ heldUntil: at('18:56') });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('others who need such places get them at once, and their last owner waits from then', async () => {
  const { app, eventId, user, late } = await failLate();
  const rival = await createUser(app.ctx);
  await app.api(rival.accessToken).cart.addTicket({ eventId, quantity: 4 });
  expect(await late.cart.get()).toMatchObject({ ticketItems: [], expiredItems: [{ eventId, againAt: at('18:41') }] });
  await expect((await later(app, 4, user.id)).cart.addTicket({ eventId })).rejects.toMatchObject(refused('hold_limit'));
});

test('a payment that fails within the half hour leaves its places in the cart until the half hour is over', async () => {
  const { app, eventId, user } = await startWithCart();
  await (await later(app, 14, user.id)).cart.checkout();
  const { redirect } = await (await later(app, 14, user.id)).cart.checkout();
  const api = await later(app, 1, user.id);
  const { token } = await payAtBank(app, redirect, 'decline');
  expect(await api.payments.bankReturn({ body: { token } })).toMatchObject({ state: 'failed' });
  expect(await api.cart.get()).toMatchObject({ ticketItems: [{ eventId, heldUntil: at('18:30') }], expiredItems: [] });
  const { cart } = await later(app, 3, user.id);
  expect(await cart.get()).toMatchObject({ ticketItems: [], expiredItems: [{ eventId, againAt: at('18:35') }] });
});

test('pressing again while the bank is away wins no time beyond that of the order', async () => {
  const { app, user } = await startWithCart();
  await (await later(app, 14, user.id)).cart.checkout();
  app.deps.payments = createProvider(app.deps.env, () => 'http://127.0.0.1:1');
  // The first press opens a new payment, because the old session has ended; from then on the bank does not say whether it was paid.
  for (const [minutes, code] of [
    [14, 'bank_unavailable'],
    [5, 'payment_may_come'],
    [5, 'payment_may_come'],
  ] as const) {
    const { cart } = await later(app, minutes, user.id);
    await expect(cart.checkout()).rejects.toMatchObject({ status: code === 'bank_unavailable' ? 503 : 409, body: { code } });
    expect((await cart.get()).ticketItems).toMatchObject([{ heldUntil: at('18:43') }]);
  }
});

/** One guest repeatedly reserves places at two servers at once, after the half hour. */
async function takeAtTwoServers(without?: Guard) {
  const { app, eventId, user } = await startWithCart({ without });
  const other = await startBeside(app);
  for (const minutes of [16, 15]) {
    app.clock.advanceMinutes(minutes);
    const token = await signInAgain(app.ctx, user.id);
    const calls = [app, other, app, other].map(async (each) => {
      const { cart } = each.api(token);
      await cart.removeTicket({ eventId }).catch(() => undefined);
      await cart.addTicket({ eventId }).catch(() => undefined);
    });
    await Promise.all([...calls, expireHolds.run(app.ctx, {})]);
  }
  expect(await findFaults(app.ctx)).toEqual([]);
  return stockOf(app.ctx, eventId);
}

test('removing and adding at two servers at once does not get around the limit', async () => {
  expect(await takeAtTwoServers()).toEqual({ held: 0, sold: 0 });
});

test('control: without the guard the same keeps a place', async () => {
  expect(await takeAtTwoServers('holdLimit')).toEqual({ held: 1, sold: 0 });
});

test('the record of removed places is deleted after its five minutes', async () => {
  const { app, api, eventId } = await startWithCart();
  await api.cart.removeTicket({ eventId });
  await expireHolds.run(app.ctx, {});
  expect(await app.ctx.db.$count(holdHistory)).toBe(1);
  app.clock.advanceMinutes(5);
  await expireHolds.run(app.ctx, {});
  expect(await app.ctx.db.$count(holdHistory)).toBe(0);
});
