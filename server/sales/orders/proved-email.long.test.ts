import { expect, test } from 'vitest';
import { holds } from '#server/sales/tables/holds.table.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { requestProof } from '#tests/factories/email-proof.ts';
import { createEvent } from '#tests/factories/events.ts';
import { fillCart } from '#tests/factories/purchases.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

const WANTED = { env: { PURCHASES_NEED_PROVED_EMAIL: 'true' } };

test('where the club wants it, nobody checks out before the address is proved: no order is made and the places stay held', async () => {
  const app = await startTestApp(WANTED);
  const { user, api } = await fillCart(app);
  const before = await app.ctx.db.select().from(holds);
  const key = { 'idempotency-key': 'one-press' };
  const press = () => rawCall(app.url, '/api/Cart/checkout', { bearer: user.accessToken, headers: key, body: {} });
  const refused = await press();
  expect([refused.status, refused.body]).toEqual([
    403,
    { code: 'email_not_proved', message: 'Verify your email first. You can do it in your profile.' },
  ]);
  expect(await app.ctx.db.$count(orders)).toBe(0);
  expect(await app.ctx.db.select().from(holds)).toEqual(before);

  const { code } = await requestProof(app, user.accessToken);
  await api.emailProof.confirm({ body: { code } });
  expect((await press()).status).toBe(200);
  expect(await app.ctx.db.$count(orders)).toBe(1);
});

test('an empty cart is refused as such, and adding to the cart needs no proof', async () => {
  const app = await startTestApp(WANTED);
  const guest = await createUser(app.ctx);
  const { cart } = app.api(guest.accessToken);
  await expect(cart.checkout()).rejects.toMatchObject({ body: { code: 'cart_empty' } });
  const { id: eventId } = await createEvent(app.ctx);
  expect((await cart.addTicket({ eventId })).ticketId).toBeGreaterThan(0);
});

test('with the settings as they come, somebody who just registered buys without a proof', async () => {
  const app = await startTestApp();
  const { api } = await fillCart(app);
  expect((await api.cart.checkout()).redirect).toContain('http');
  expect((await api.accounts.me()).isEmailProved).toBe(false);
});

test('places that a checkout refused for the proof are held on while the mail is read, within the half hour', async () => {
  const app = await startTestApp(WANTED);
  const { user, eventId } = await fillCart(app, { allocation: 1 });
  const endOf = async () => (await app.ctx.db.select({ until: holds.heldUntil }).from(holds))[0]?.until.getTime() ?? 0;
  const since = app.clock.now().getTime();
  app.clock.advanceMinutes(14);
  const session = app.api(await signInAgain(app.ctx, user.id));
  await expect(session.cart.checkout()).rejects.toMatchObject({ body: { code: 'email_not_proved' } });
  expect(await endOf()).toBe(since + 29 * 60_000);
  app.clock.advanceMinutes(3);
  const other = await createUser(app.ctx);
  await expect(app.api(other.accessToken).cart.addTicket({ eventId })).rejects.toMatchObject({ body: { code: 'sold_out' } });
  const token = await signInAgain(app.ctx, user.id);
  const { code } = await requestProof(app, token);
  await app.api(token).emailProof.confirm({ body: { code } });
  expect((await app.api(token).cart.checkout()).redirect).toContain('http');
});

test('presses before the proof hold no place beyond the half hour (I15)', async () => {
  const app = await startTestApp(WANTED);
  const { user } = await fillCart(app);
  const since = app.clock.now().getTime();
  for (let minute = 0; minute < 28; minute += 14) {
    app.clock.advanceMinutes(14);
    const press = app.api(await signInAgain(app.ctx, user.id)).cart.checkout();
    await expect(press).rejects.toMatchObject({ body: { code: 'email_not_proved' } });
  }
  const [hold] = await app.ctx.db.select({ until: holds.heldUntil }).from(holds);
  expect(hold?.until.getTime()).toBe(since + 30 * 60_000);
});
