import { expect, test } from 'vitest';
import { payments } from '#server/sales/tables/payments.table.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { countEndings, createUsers, fillCart } from '#tests/factories/purchases.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const HALF_HOUR = '2026-11-20T18:30:00+04:00';

const openPayments = async ({ ctx }: TestApp) =>
  (await ctx.db.select({ state: payments.state }).from(payments)).filter(({ state }) => state === 'created' || state === 'pending').length;

test('150 checkouts of an ever changing cart keep the places no longer than half an hour and a payment begun within it', async () => {
  const app = await startTestApp();
  const { eventId, user } = await fillCart(app, { allocation: 4 }, 3);
  const endings = new Set<string>();
  const codeOf = (error: { body: { code: string } }) => error.body.code;
  for (let minute = 0; minute < 38; minute += 1) {
    const { cart } = app.api(await signInAgain(app.ctx, user.id));
    for (let round = 0; round < 4; round += 1) {
      await cart.updateTicket({ eventId, quantity: 3 + (round % 2) }).catch(codeOf);
      endings.add(await cart.checkout().then(() => 'ok', codeOf));
      expect(await openPayments(app)).toBeLessThanOrEqual(3);
    }
    const [line] = (await cart.get()).ticketItems;
    expect(Date.parse(line?.heldUntil ?? '')).toBeLessThan(Date.parse(HALF_HOUR) + 15 * 60_000);
    app.clock.advanceMinutes(1);
  }
  expect(endings).toEqual(new Set(['ok', 'payment_begun']));
  app.clock.advanceMinutes(7);
  const rival = await createUser(app.ctx);
  await app.api(rival.accessToken).cart.addTicket({ eventId, quantity: 4 });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('the holds and checkouts of one address in a minute are limited, over all its users', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '0.01' } });
  const { id: eventId } = await createEvent(app.ctx);
  const carts = (await createUsers(app, 43)).map(({ accessToken }) => app.api(accessToken).cart);
  // One request at a time, because accounts and connections have separate limits.
  const endings: Record<string, number>[] = [];
  for (const cart of carts.slice(0, 31)) endings.push(await countEndings([cart.addTicket({ eventId })]));
  expect(endings.slice(29)).toEqual([{ ok: 1 }, { too_many_requests: 1 }]);
  for (const cart of carts.slice(31, 42)) endings.push(await countEndings([cart.checkout()]));
  expect(endings.slice(40)).toEqual([{ cart_empty: 1 }, { too_many_requests: 1 }]);
  app.clock.advanceMinutes(1);
  await carts.at(-1)?.addTicket({ eventId });
});

test('an account that changes its cart again and again opens ten orders at the bank, and then has to wait; others go on', async () => {
  const app = await startTestApp({ env: { RATE_LIMIT_SCALE: '1' } });
  const { eventId, user } = await fillCart(app, { allocation: 20 }, 3);
  const { cart } = app.api(user.accessToken);
  const endings: string[] = [];
  for (let round = 0; round < 14; round += 1) {
    await cart.updateTicket({ eventId, quantity: 3 + (round % 2) });
    endings.push(
      await cart.checkout().then(
        () => 'ok',
        (error: { body: { code: string } }) => error.body.code,
      ),
    );
  }
  // A cart that equals an earlier one leads to the same payment page.
  expect([...new Set(endings.slice(0, 10)), endings[10]]).toEqual(['ok', 'too_many_requests']);
  expect(await app.ctx.db.select().from(payments)).toHaveLength(10);
  const other = await createUser(app.ctx);
  await app.api(other.accessToken).cart.addTicket({ eventId });
  await app.api(other.accessToken).cart.checkout();
});
