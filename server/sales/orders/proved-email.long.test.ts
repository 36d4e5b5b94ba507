import { expect, test } from 'vitest';
import { holds } from '#server/sales/cart/cart.table.ts';
import { orders } from '#server/sales/orders/orders.table.ts';
import { requestProof } from '#tests/factories/email-proof.ts';
import { createEvent } from '#tests/factories/events.ts';
import { fillCart } from '#tests/factories/purchases.ts';
import { createUser } from '#tests/factories/users.ts';
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
    { code: 'email_not_proved', message: 'Please prove your email address first: your profile has a code mailed to you.' },
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
