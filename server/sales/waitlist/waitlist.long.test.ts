import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getEvent } from '#server/content/events/events.service.ts';
import { withTransaction } from '#server/platform/context.ts';
import { mails } from '#server/platform/platform.table.ts';
import { mailKinds, runDueJobs } from '#server/registry.ts';
import { findFaults } from '#tests/factories/books.ts';
import { setClub } from '#tests/factories/club-settings.ts';
import { createEvent } from '#tests/factories/events.ts';
import { comeBack, payAtBank } from '#tests/factories/purchases.ts';
import { createGuest, type Guest, sellOut } from '#tests/factories/sold-out.ts';
import { changeEvent, stockOf } from '#tests/factories/stock.ts';
import { createAdmin, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { offerPlaces } from './offer-places.ts';
import { offerAllPlaces } from './waitlist.jobs.ts';
import { findEntriesOfEvent } from './waitlist.queries.ts';
import { waitlistEntries } from '#server/sales/tables/waitlist.table.ts';

const refused = (code: string) => ({ body: { code } });

const serve = (app: TestApp, eventId: number) => withTransaction(app.ctx, (tx) => offerPlaces(tx, eventId));

/** A sold-out event with waitlist entries for these numbers of places, in that order. */
async function openLine(wanted: readonly number[], { places = 4, ...event }: Parameters<typeof sellOut>[2] & { places?: number } = {}) {
  const app = await startTestApp();
  const { seller, tickets, eventId } = await sellOut(app, places, event);
  const line: Guest[] = [];
  for (const [index, quantity] of wanted.entries()) {
    const guest = await createGuest(app, { firstName: `Waiter ${index + 1}` });
    await guest.api.waitlist.join({ id: eventId, body: { quantity } });
    line.push(guest);
  }
  const admin = app.api((await createAdmin(app.ctx)).accessToken);
  const [order] = (await admin.staffOrders.list({ limit: 5 })).items;
  const free = (...ids: number[]) =>
    admin.staffMoney.refundOrder({ id: order?.id ?? 0, body: { reason: 'Cannot come.', tickets: ids, evenIfUsed: false } });
  const signIn = async (guest: Guest): Promise<Guest> => ({ ...guest, api: app.api(await signInAgain(app.ctx, guest.id)) });
  return { app, admin, seller, tickets, eventId, line, free, signIn };
}

const cartOf = async (guest: Guest) => (await guest.api.cart.get()).ticketItems.map(({ quantity, price }) => ({ quantity, price }));

const statesOf = async (app: TestApp) =>
  (await app.ctx.db.select({ state: waitlistEntries.state }).from(waitlistEntries).orderBy(asc(waitlistEntries.id))).map(
    ({ state }) => state,
  );

test('a place that comes free is held for the first in the line, with a mail; then for the next', async () => {
  const { app, eventId, tickets, line, free, signIn } = await openLine([1, 1]);
  const [first, second] = line as [Guest, Guest];
  expect(await second.api.waitlist.look({ id: eventId })).toMatchObject({ most: 4, entry: { state: 'waiting', place: 2, quantity: 1 } });
  await free(tickets[0] ?? 0);
  await serve(app, eventId);
  expect(await cartOf(first)).toEqual([{ quantity: 1, price: 40 }]);
  expect(await cartOf(second)).toEqual([]);
  expect(await first.api.waitlist.look({ id: eventId })).toMatchObject({
    entry: { state: 'offered', heldUntil: '2026-11-20T18:30:00+04:00' },
  });
  expect(await second.api.waitlist.look({ id: eventId })).toMatchObject({ entry: { place: 1 } });
  expect(await findFaults(app.ctx)).toEqual([]);

  app.clock.advanceMinutes(30);
  await serve(app, eventId);
  expect(await cartOf(await signIn(second))).toEqual([{ quantity: 1, price: 40 }]);
  expect(await (await signIn(first)).api.waitlist.look({ id: eventId })).toMatchObject({ entry: null, last: 'lapsed' });
  expect(await statesOf(app)).toEqual(['lapsed', 'offered']);
  const mailed = await app.ctx.db.select({ kind: mails.kind, to: mails.recipient }).from(mails).orderBy(asc(mails.id));
  expect(mailed.filter(({ kind }) => kind.startsWith('waitlist'))).toEqual([
    { kind: 'waitlist-offer', to: first.email },
    { kind: 'waitlist-lapsed', to: first.email },
    { kind: 'waitlist-offer', to: second.email },
  ]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('an offer that is paid is a ticket like any other', async () => {
  const { app, eventId, tickets, line, free } = await openLine([2]);
  const [guest] = line as [Guest];
  await free(...tickets.slice(0, 2));
  await serve(app, eventId);
  const { redirect } = await guest.api.cart.checkout();
  await comeBack(app, (await payAtBank(app, redirect, 'lost')).token);
  expect(await guest.api.tickets.mine()).toHaveLength(2);
  await offerAllPlaces.run(app.ctx, {});
  expect(await statesOf(app)).toEqual(['bought']);
  expect(await guest.api.waitlist.look({ id: eventId })).toMatchObject({ entry: null, last: 'bought' });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('nobody starves: who wants more places than are free keeps the place in the line, and the next is served', async () => {
  const { app, eventId, tickets, line, free } = await openLine([3, 1]);
  const [big, small] = line as [Guest, Guest];
  await free(tickets[0] ?? 0);
  await serve(app, eventId);
  expect(await cartOf(big)).toEqual([]);
  expect(await cartOf(small)).toEqual([{ quantity: 1, price: 40 }]);
  expect(await big.api.waitlist.look({ id: eventId })).toMatchObject({ entry: { place: 1, state: 'waiting' } });
  await free(...tickets.slice(1, 4));
  await serve(app, eventId);
  expect(await cartOf(big)).toEqual([{ quantity: 3, price: 40 }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('who comes by chance gets no place that somebody waits for, before it is offered and while it is', async () => {
  const { app, eventId, tickets, line, free } = await openLine([1]);
  const other = await createGuest(app);
  await free(tickets[0] ?? 0);
  await expect(other.api.cart.addTicket({ eventId })).rejects.toMatchObject(refused('sold_out'));
  await serve(app, eventId);
  await expect(other.api.cart.addTicket({ eventId })).rejects.toMatchObject(refused('sold_out'));
  await free(tickets[1] ?? 0);
  // The waitlist is empty: this place is for every guest.
  await other.api.cart.addTicket({ eventId });
  expect(await cartOf(line[0] as Guest)).toHaveLength(1);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('more places in a cart are not taken from those who wait either', async () => {
  const { app, eventId, tickets, free } = await openLine([1], { places: 3 });
  const owner = await createGuest(app);
  await free(tickets[0] ?? 0);
  await serve(app, eventId);
  await free(tickets[1] ?? 0);
  await owner.api.cart.addTicket({ eventId });
  const late = await createGuest(app);
  await late.api.waitlist.join({ id: eventId, body: { quantity: 1 } });
  await free(tickets[2] ?? 0);
  await expect(owner.api.cart.updateTicket({ eventId, quantity: 2 })).rejects.toMatchObject(refused('sold_out'));
});

test('no offer outlives the sale, nor the doors, and all waiting ends with them', async () => {
  const { app, eventId, tickets, line, free, signIn } = await openLine([1, 1]);
  const saleEnd = new Date(app.clock.now().getTime() + 10 * 60_000);
  await app.owner.execute(`update ticket_types set on_sale_until = '${saleEnd.toISOString()}' where event_id = ${eventId}`);
  await free(tickets[0] ?? 0);
  await serve(app, eventId);
  expect(await (line[0] as Guest).api.waitlist.look({ id: eventId })).toMatchObject({ entry: { heldUntil: '2026-11-20T18:10:00+04:00' } });
  app.clock.advanceMinutes(10);
  await serve(app, eventId);
  expect(await statesOf(app)).toEqual(['lapsed', 'ended']);
  expect(await (await signIn(line[1] as Guest)).api.waitlist.look({ id: eventId })).toMatchObject({ entry: null, last: 'ended' });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 3 });
});

test('no mail without a place: it is not written when the offer is over before it leaves', async () => {
  const { app, eventId, tickets, line, free } = await openLine([1]);
  const entry = (await app.ctx.db.select().from(waitlistEntries))[0]?.id ?? 0;
  const render = () => mailKinds['waitlist-offer'].render(app.ctx, { payload: { entryId: entry }, language: 'en' });
  expect(await render()).toBeUndefined();
  await free(tickets[0] ?? 0);
  await serve(app, eventId);
  expect((await render())?.text).toMatch(/in your cart until 18:30[\s\S]*40.00/);
  await (line[0] as Guest).api.cart.removeTicket({ eventId });
  expect(await render()).toBeUndefined();
  await serve(app, eventId);
  const lapsed = await mailKinds['waitlist-lapsed'].render(app.ctx, { payload: { entryId: entry }, language: 'ka' });
  expect(lapsed?.subject).toContain('ღამე');
});

test('anybody leaves the line at any time, with an offer too, and the next one gets its places', async () => {
  const { app, eventId, tickets, line, free } = await openLine([1, 1, 1]);
  const [first, second, third] = line as [Guest, Guest, Guest];
  expect(await second.api.waitlist.leave({ id: eventId })).toMatchObject({ entry: null, last: 'left' });
  expect(await second.api.waitlist.leave({ id: eventId })).toMatchObject({ entry: null, last: 'left' });
  await free(tickets[0] ?? 0);
  await serve(app, eventId);
  await first.api.waitlist.leave({ id: eventId });
  expect(await cartOf(first)).toEqual([]);
  await runDueJobs(app.deps);
  expect(await cartOf(third)).toEqual([{ quantity: 1, price: 40 }]);
  await second.api.waitlist.join({ id: eventId, body: { quantity: 1 } });
  expect(await second.api.waitlist.look({ id: eventId })).toMatchObject({ entry: { place: 1 } });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('who takes offered places out of the cart leaves the line: no mail, and the next one is served', async () => {
  const { app, eventId, tickets, line, free } = await openLine([1, 1]);
  const [first, second] = line as [Guest, Guest];
  await free(tickets[0] ?? 0);
  await serve(app, eventId);
  await first.api.cart.removeTicket({ eventId });
  expect(await first.api.waitlist.look({ id: eventId })).toMatchObject({ entry: null, last: 'left' });
  await runDueJobs(app.deps);
  expect(await cartOf(second)).toEqual([{ quantity: 1, price: 40 }]);
  expect(await statesOf(app)).toEqual(['left', 'offered']);
  expect(await app.ctx.db.$count(mails, eq(mails.kind, 'waitlist-lapsed'))).toBe(0);
});

test('an offer that is over says so at once: bought, or to be waited for anew', async () => {
  const { app, eventId, tickets, line, free, signIn } = await openLine([1, 1]);
  const [buyer, late] = line as [Guest, Guest];
  await free(...tickets.slice(0, 2));
  await serve(app, eventId);
  const { redirect } = await buyer.api.cart.checkout();
  await comeBack(app, (await payAtBank(app, redirect, 'lost')).token);
  expect(await buyer.api.waitlist.look({ id: eventId })).toMatchObject({ entry: null, last: 'bought' });
  expect(await buyer.api.waitlist.leave({ id: eventId })).toMatchObject({ last: 'bought' });
  app.clock.advanceMinutes(30);
  const again = await signIn(late);
  expect(await again.api.waitlist.look({ id: eventId })).toMatchObject({ entry: null, last: 'lapsed' });
  const other = await createGuest(app);
  await other.api.cart.addTicket({ eventId });
  expect(await again.api.waitlist.join({ id: eventId, body: { quantity: 1 } })).toMatchObject({ entry: { state: 'waiting', place: 1 } });
  expect(await statesOf(app)).toEqual(['bought', 'lapsed', 'waiting']);
});

test('other places of a guest whose offer is over are no offer', async () => {
  const { app, eventId, tickets, line, free, signIn } = await openLine([1]);
  await free(...tickets.slice(0, 2));
  await serve(app, eventId);
  app.clock.advanceMinutes(41);
  const guest = await signIn(line[0] as Guest);
  await guest.api.cart.addTicket({ eventId });
  const [entry] = await findEntriesOfEvent(app.ctx.db, eventId, 1);
  expect(entry?.heldUntil).toBeNull();
  await guest.api.waitlist.leave({ id: eventId });
  expect(await cartOf(guest)).toEqual([{ quantity: 1, price: 40 }]);
  expect(await statesOf(app)).toEqual(['lapsed']);
});

test('no offer of less than five minutes: the line closes that long before the sale ends', async () => {
  const { app, eventId, tickets, line, free } = await openLine([1]);
  const saleEnd = new Date(app.clock.now().getTime() + 4 * 60_000);
  await app.owner.execute(`update ticket_types set on_sale_until = '${saleEnd.toISOString()}' where event_id = ${eventId}`);
  await free(tickets[0] ?? 0);
  await serve(app, eventId);
  expect(await statesOf(app)).toEqual(['ended']);
  await expect((line[0] as Guest).api.waitlist.join({ id: eventId, body: { quantity: 1 } })).rejects.toMatchObject(refused('not_on_sale'));
  const other = await createGuest(app);
  await other.api.cart.addTicket({ eventId });
});

test('the page of an event shows no place that is for somebody who waits', async () => {
  const { app, admin, eventId, tickets, free } = await openLine([2]);
  const shown = async () => {
    const { baskets, isAwaited } = await getEvent(app.ctx, eventId);
    return { free: baskets[0]?.available, isAwaited };
  };
  await free(tickets[0] ?? 0);
  expect(await shown()).toEqual({ free: 1, isAwaited: true });
  await free(tickets[1] ?? 0);
  expect(await shown()).toEqual({ free: 0, isAwaited: true });
  const [entry] = (await admin.staffWaitlist.list({ id: eventId })).items;
  await admin.staffWaitlist.remove({ id: entry?.id ?? 0 });
  expect(await shown()).toEqual({ free: 2, isAwaited: false });
});

test('the failure of one event does not stop the lines of the others', async () => {
  const { app, eventId, tickets, free } = await openLine([1]);
  const next = await sellOut(app, 1);
  const guest = await createGuest(app);
  await guest.api.waitlist.join({ id: next.eventId, body: { quantity: 1 } });
  await free(tickets[0] ?? 0);
  await app.owner.execute(`create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`);
  await app.owner.execute(
    `create trigger fail before insert on holds for each row when (new.event_id = ${eventId}) execute function fail()`,
  );
  await app.owner.execute(`update events set capacity = capacity + 1 where id = ${next.eventId}`);
  await app.owner.execute(`update ticket_types set allocation = allocation + 1 where event_id = ${next.eventId}`);
  await offerAllPlaces.run(app.ctx, {});
  expect(await cartOf(guest)).toHaveLength(1);
  expect(await statesOf(app)).toEqual(['waiting', 'offered']);
});

test('nobody waits while places can be bought, twice, before the sale, or without the right to buy', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 3, ticketsPerPerson: 2, verifiedOnly: true });
  const guest = await createGuest(app);
  const join = (who: Guest, quantity = 1, id = eventId) => who.api.waitlist.join({ id, body: { quantity } });
  await expect(join(guest)).rejects.toMatchObject(refused('not_sold_out'));
  await expect(join(guest, 3)).rejects.toMatchObject(refused('invalid_input'));
  await expect(join(guest, 1, 99)).rejects.toMatchObject(refused('event_not_found'));
  await expect(join(await createGuest(app, { status: 'Pending' }))).rejects.toMatchObject(refused('verified_only'));
  await expect(join(await createGuest(app, { emailProvedAt: null }))).rejects.toMatchObject(refused('email_not_proved'));
  const [one, two] = [await createGuest(app), await createGuest(app)];
  await one.api.cart.addTicket({ eventId, quantity: 2 });
  // Two places can no longer be bought, one can.
  await join(guest, 2);
  await expect(join(guest, 2)).rejects.toMatchObject(refused('already_waiting'));
  await expect(join(two, 1)).rejects.toMatchObject(refused('not_sold_out'));
  await expect(join(one)).rejects.toMatchObject(refused('ticket_in_cart'));
  await changeEvent(app.ctx, eventId, { startsAt: app.clock.now() });
  await expect(join(two, 2)).rejects.toMatchObject(refused('not_on_sale'));
  await setClub(app, { 'club:waitlist': 'no' });
  await expect(join(two, 2)).rejects.toMatchObject(refused('not_offered'));
});

test('who may no longer buy leaves the line, so that nobody waits behind them', async () => {
  const { app, eventId, tickets, line, free } = await openLine([1, 1]);
  await app.owner.execute(`update users set banned_at = now() - interval '1 year' where id = ${line[0]?.id}`);
  await free(tickets[0] ?? 0);
  await serve(app, eventId);
  expect(await statesOf(app)).toEqual(['ended', 'offered']);
});

test('nobody gets an offer of a minute: whose half hour of holding is nearly over waits for a whole one', async () => {
  const { app, eventId, tickets, free, signIn } = await openLine([], { places: 3 });
  const guest = await createGuest(app);
  await free(tickets[0] ?? 0);
  await guest.api.cart.addTicket({ eventId });
  app.clock.advanceMinutes(14);
  await guest.api.cart.removeTicket({ eventId });
  await guest.api.cart.addTicket({ eventId });
  app.clock.advanceMinutes(14);
  const again = await signIn(guest);
  await again.api.cart.removeTicket({ eventId });
  const other = await createGuest(app);
  await other.api.cart.addTicket({ eventId });
  await again.api.waitlist.join({ id: eventId, body: { quantity: 1 } });
  await other.api.cart.removeTicket({ eventId });
  await serve(app, eventId);
  expect(await statesOf(app)).toEqual(['waiting']);
  app.clock.advanceMinutes(6);
  await serve(app, eventId);
  expect(await again.api.waitlist.look({ id: eventId })).toMatchObject({
    entry: { state: 'offered', heldUntil: '2026-11-20T19:04:00+04:00' },
  });
});

test('the club sets for how long a place is held', async () => {
  const { app, eventId, tickets, line, free } = await openLine([1]);
  await setClub(app, { 'club:offer': '5' });
  await free(tickets[0] ?? 0);
  await serve(app, eventId);
  expect(await (line[0] as Guest).api.waitlist.look({ id: eventId })).toMatchObject({ entry: { heldUntil: '2026-11-20T18:05:00+04:00' } });
});

test('staff see the line in its order and take somebody out of it; a place that was held goes on', async () => {
  const { app, admin, eventId, tickets, line, free } = await openLine([1, 2]);
  await free(tickets[0] ?? 0);
  await serve(app, eventId);
  const shown = await admin.staffWaitlist.list({ id: eventId });
  expect(shown).toMatchObject({ isOn: true, waiting: 1, places: 2, offered: 1, listed: 0 });
  expect(shown.items.map(({ guest, state }) => [guest.name, state])).toEqual([
    ['Waiter 2 Beridze', 'waiting'],
    ['Waiter 1 Beridze', 'offered'],
  ]);
  const after = await admin.staffWaitlist.remove({ id: shown.items[1]?.id ?? 0 });
  expect(after.items.map(({ state }) => state)).toEqual(['waiting', 'removed']);
  expect(await cartOf(line[0] as Guest)).toEqual([]);
  await expect(admin.staffWaitlist.remove({ id: shown.items[1]?.id ?? 0 })).rejects.toMatchObject(refused('conflict'));
  await expect(admin.staffWaitlist.remove({ id: 9_999 })).rejects.toMatchObject(refused('not_found'));
  await expect(admin.staffWaitlist.list({ id: 9_999 })).rejects.toMatchObject(refused('event_not_found'));
  expect(await findFaults(app.ctx)).toEqual([]);
});
