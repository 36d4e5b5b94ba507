import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import type { Status } from '#shared/constants.ts';
import { createEvent } from '#tests/factories/events.ts';
import { countEndings } from '#tests/factories/purchases.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';

const refusal = (status: number, code: string) => ({ status, body: { code } });
const verifiedOnly = refusal(409, 'verified_only');
const rejected = refusal(403, 'account_rejected');
const banned = refusal(403, 'banned');

const setUser = ({ ctx }: TestApp, id: number, columns: Partial<typeof users.$inferInsert>) =>
  ctx.db.update(users).set(columns).where(eq(users.id, id));

test('an event for verified guests takes the verified and the welcomed, and nobody else', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { verifiedOnly: true });
  const endings: Partial<Record<Status, string>> = {};
  for (const status of ['Pending', 'Verified', 'Rejected', 'Welcomed_Guest', 'Unverified', 'Check_Later'] as const) {
    const { accessToken } = await createUser(app.ctx, { status });
    endings[status] = Object.keys(await countEndings([app.api(accessToken).cart.addTicket({ eventId })])).join();
  }
  const no = 'verified_only';
  expect(endings).toEqual({ Pending: no, Verified: 'ok', Rejected: no, Welcomed_Guest: 'ok', Unverified: no, Check_Later: no });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 2, sold: 0 });
});

test('an event for everybody asks for no status', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const { accessToken } = await createUser(app.ctx, { status: 'Rejected' });
  await app.api(accessToken).cart.addTicket({ eventId });
});

test('where the club wants it the rejected buy nothing anywhere, and may still give places back', async () => {
  const app = await startTestApp({ env: { REJECTED_MAY_BUY: 'false' } });
  const { id: eventId } = await createEvent(app.ctx);
  const { cart } = app.api((await createUser(app.ctx, { status: 'Rejected' })).accessToken);
  await expect(cart.addTicket({ eventId })).rejects.toMatchObject(rejected);
  const guest = await createUser(app.ctx, { status: 'Unverified' });
  const own = app.api(guest.accessToken).cart;
  await own.addTicket({ eventId, quantity: 2 });
  await setUser(app, guest.id, { status: 'Rejected' });
  await expect(own.updateTicket({ eventId, quantity: 3 })).rejects.toMatchObject(rejected);
  await expect(own.checkout()).rejects.toMatchObject(rejected);
  await own.removeTicket({ eventId });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 0 });
});

test('where the club wants it a rejected person buys nothing with another account either, unless staff verified that one', async () => {
  const app = await startTestApp({ env: { REJECTED_MAY_BUY: 'false' } });
  const [first, second] = [await createEvent(app.ctx), await createEvent(app.ctx)];
  const personalNumber = '01024099999';
  const other = await createUser(app.ctx, { status: 'Pending', personalNumber });
  const verified = await createUser(app.ctx, { status: 'Verified', personalNumber });
  const { cart } = app.api(other.accessToken);
  await cart.addTicket({ eventId: first.id });
  const { id: rejectedId } = await createUser(app.ctx, { status: 'Rejected', personalNumber });
  await createUser(app.ctx, { status: 'Rejected', personalNumber: '01024088888' });
  await expect(cart.addTicket({ eventId: second.id })).rejects.toMatchObject(rejected);
  await expect(cart.updateTicket({ eventId: first.id, quantity: 2 })).rejects.toMatchObject(rejected);
  await expect(cart.checkout()).rejects.toMatchObject(rejected);
  await app.api(verified.accessToken).cart.addTicket({ eventId: first.id });
  await app.api(verified.accessToken).cart.checkout();
  await app.api((await createUser(app.ctx, { status: 'Pending' })).accessToken).cart.addTicket({ eventId: first.id });
  await setUser(app, rejectedId, { status: 'Check_Later' });
  await cart.checkout();
});

test('a cart filled before the switch is refused at the checkout and takes no more places, but may be given back', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const { accessToken } = await createUser(app.ctx, { status: 'Pending' });
  const { cart } = app.api(accessToken);
  await cart.addTicket({ eventId, quantity: 2 });
  await app.ctx.db.update(events).set({ verifiedOnly: true });
  await expect(cart.checkout()).rejects.toMatchObject(verifiedOnly);
  await expect(cart.updateTicket({ eventId, quantity: 3 })).rejects.toMatchObject(verifiedOnly);
  await cart.updateTicket({ eventId, quantity: 1 });
  await cart.removeTicket({ eventId });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 0 });
});

test('a checkout that was begun before the guest lost the status is not answered again', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { verifiedOnly: true });
  const guest = await createUser(app.ctx);
  const { cart } = app.api(guest.accessToken);
  await cart.addTicket({ eventId });
  await cart.checkout();
  await setUser(app, guest.id, { status: 'Rejected' });
  await expect(cart.checkout()).rejects.toMatchObject(verifiedOnly);
});

test('a banned guest neither fills a cart nor pays for one, until the ban is over', async () => {
  const app = await startTestApp();
  const [first, second] = [await createEvent(app.ctx), await createEvent(app.ctx)];
  const guest = await createUser(app.ctx);
  const { cart } = app.api(guest.accessToken);
  await cart.addTicket({ eventId: first.id });
  await setUser(app, guest.id, { bannedAt: app.clock.now(), bannedUntil: new Date('2026-11-20T18:05:00+04:00') });
  await expect(cart.addTicket({ eventId: second.id })).rejects.toMatchObject(banned);
  await expect(cart.updateTicket({ eventId: first.id, quantity: 2 })).rejects.toMatchObject(banned);
  await expect(cart.checkout()).rejects.toMatchObject(banned);
  app.clock.advanceMinutes(5);
  await cart.addTicket({ eventId: second.id });
  await cart.checkout();
});

test('a ban without an end does not end', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const guest = await createUser(app.ctx, { bannedAt: new Date('2020-01-01T00:00:00Z') });
  await expect(app.api(guest.accessToken).cart.addTicket({ eventId })).rejects.toMatchObject(banned);
});

/** Guests check out while staff reject them. Returns how many orders were committed for guests who were rejected by then. */
async function rejectAtCheckout(without?: Guard): Promise<{ wrong: number; endings: Record<string, number> }> {
  const app = await startTestApp({ without });
  const { id: eventId } = await createEvent(app.ctx, { verifiedOnly: true });
  const staff = app.api((await createAdmin(app.ctx)).accessToken).guests;
  const guests = await Promise.all(Array.from({ length: 12 }, () => createUser(app.ctx)));
  for (const { accessToken } of guests) await app.api(accessToken).cart.addTicket({ eventId });
  await witnessOrders(app);
  const calls = guests.flatMap(({ id, accessToken }, place) => {
    const press = () => app.api(accessToken).cart.checkout();
    const reject = () => staff.changeStatus({ id, body: { status: 'Rejected', tellGuest: false } });
    return place % 2 === 0 ? [press(), reject(), press(), press(), press()] : [reject(), press(), press(), press(), press()];
  });
  const endings = await countEndings(calls);
  const { rows } = await app.ctx.db.execute<{ wrong: number }>(sql`select count(*)::int as wrong from witnessed where status = 'Rejected'`);
  return { wrong: rows[0]?.wrong ?? 0, endings };
}

/** Records the buyer's status at the very end of the transaction that orders. */
async function witnessOrders({ owner }: TestApp): Promise<void> {
  await owner.execute(sql`create table witnessed (status text); grant select, insert on witnessed to public`);
  await owner.execute(sql`create function witness() returns trigger language plpgsql as
    'begin insert into witnessed select status from users where id = new.user_id; return null; end'`);
  await owner.execute(sql`create constraint trigger witness after insert on orders deferrable initially deferred
    for each row execute function witness()`);
}

test('nobody orders for such an event at the moment of being rejected', async () => {
  const { wrong, endings } = await rejectAtCheckout();
  expect(wrong).toBe(0);
  expect(endings['verified_only']).toBeGreaterThanOrEqual(12);
});

test('control: without its guard the checkout orders for the rejected', async () => {
  let wrong = 0;
  // A race without a loser proves nothing.
  for (let attempt = 0; attempt < 5 && wrong === 0; attempt++) wrong = (await rejectAtCheckout('admittedBuyer')).wrong;
  expect(wrong).toBeGreaterThan(0);
});
