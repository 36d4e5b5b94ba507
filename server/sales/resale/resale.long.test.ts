import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mails } from '#server/platform/platform.table.ts';
import { payments, refunds } from '#server/sales/tables/payments.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { offerPlaces } from '#server/sales/waitlist/offer-places.ts';
import { withTransaction } from '#server/platform/context.ts';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { findFaults } from '#tests/factories/books.ts';
import { setClub } from '#tests/factories/club-settings.ts';
import { createEvent } from '#tests/factories/events.ts';
import { comeBack, payAtBank } from '#tests/factories/purchases.ts';
import { buyTickets, createGuest, type Guest, sellOut, tokenIn } from '#tests/factories/sold-out.ts';
import { changeEvent, stockOf } from '#tests/factories/stock.ts';
import { createAdmin, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { resaleListings } from '#server/sales/tables/resale.table.ts';

const refused = (code: string) => ({ body: { code } });

/** A sold-out event with one ticket listed for resale, and a guest on the waitlist. */
async function putOneBack(settings: Record<string, string> = {}) {
  const app = await startTestApp();
  await setClub(app, settings);
  const { seller, tickets: ids, eventId } = await sellOut(app, 2);
  const [id = 0, otherId = 0] = ids;
  await seller.api.transfers.listForResale({ id });
  const waiter = await createGuest(app, { firstName: 'Luka' });
  await waiter.api.waitlist.join({ id: eventId, body: { quantity: 1 } });
  return { app, seller, waiter, eventId, id, otherId };
}

const serve = (app: TestApp, eventId: number) => withTransaction(app.ctx, (tx) => offerPlaces(tx, eventId));

async function payCart(app: TestApp, guest: Guest): Promise<void> {
  const { redirect } = await guest.api.cart.checkout();
  const { token } = await payAtBank(app, redirect, 'lost');
  await comeBack(app, token);
}

test('a ticket that was put back stays valid until somebody has paid for its place; then its money goes back, and no place moves', async () => {
  const { app, seller, waiter, eventId, id } = await putOneBack();
  await serve(app, eventId);
  const [line] = (await waiter.api.cart.get()).ticketItems;
  expect(line).toMatchObject({ price: 40, quantity: 1 });
  expect((await seller.api.tickets.mine()).map((ticket) => ticket.id)).toContain(id);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 2 });
  expect(await findFaults(app.ctx)).toEqual([]);

  await payCart(app, waiter);
  expect(await waiter.api.tickets.mine()).toHaveLength(1);
  expect((await seller.api.tickets.mine()).map((ticket) => ticket.id)).not.toContain(id);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 2 });
  await sweepPayments.run(app.ctx, {});
  expect(
    await app.ctx.db
      .select({ reason: refunds.reason, amount: refunds.amountTetri, fee: refunds.feeTetri, state: refunds.state })
      .from(refunds),
  ).toEqual([{ reason: 'returned', amount: 4_000, fee: 0, state: 'confirmed' }]);
  expect(await app.ctx.db.select({ state: resaleListings.state }).from(resaleListings)).toEqual([{ state: 'sold' }]);
  expect(await app.ctx.db.select({ to: mails.recipient }).from(mails).where(eq(mails.kind, 'refund'))).toEqual([{ to: seller.email }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('the club keeps its fee; when all of an order was put back, captured is refunds and fees', async () => {
  const { app, seller, waiter, eventId, otherId } = await putOneBack({ 'club:resale_fee': '10' });
  const { resale } = await seller.api.transfers.listForResale({ id: otherId });
  expect(resale).toMatchObject({ amount: 36, fee: 4, listing: { isHeld: false } });
  await waiter.api.waitlist.leave({ id: eventId });
  await waiter.api.waitlist.join({ id: eventId, body: { quantity: 2 } });
  await serve(app, eventId);
  await payCart(app, waiter);
  await sweepPayments.run(app.ctx, {});
  const [sold] = await app.ctx.db.select().from(payments).orderBy(payments.id);
  expect(sold).toMatchObject({ state: 'refunded', capturedTetri: 8_000, refundTetri: 7_200 });
  expect(await app.ctx.db.select({ fee: refunds.feeTetri }).from(refunds)).toEqual([{ fee: 800 }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('nothing is lost when the waiting guest does not pay: the ticket is its owner’s again', async () => {
  const { app, seller, waiter, eventId, id } = await putOneBack();
  await serve(app, eventId);
  await expect(seller.api.transfers.withdrawListing({ id })).rejects.toMatchObject(refused('resale_begun'));
  expect(await seller.api.transfers.show({ id })).toMatchObject({ resale: { listing: { isHeld: true } } });
  app.clock.advanceMinutes(31);
  const again: Guest = { ...seller, api: app.api(await signInAgain(app.ctx, seller.id)) };
  expect(await again.api.transfers.withdrawListing({ id })).toMatchObject({ resale: { listing: null } });
  await serve(app, eventId);
  const { api } = { api: app.api(await signInAgain(app.ctx, waiter.id)) };
  expect(await api.waitlist.look({ id: eventId })).toMatchObject({ entry: null, last: 'lapsed' });
  expect((await again.api.tickets.mine()).map((ticket) => ticket.id)).toContain(id);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('only when the night is sold out, unless the club allows it always', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 5 });
  const seller = await createGuest(app);
  const [id = 0] = await buyTickets(app, seller, { eventId });
  await expect(seller.api.transfers.listForResale({ id })).rejects.toMatchObject(refused('not_sold_out'));
  await setClub(app, { 'club:resale_always': 'yes' });
  expect(await seller.api.transfers.listForResale({ id })).toMatchObject({ resale: { listing: { isHeld: false } } });
  // Listing it again, and withdrawing it twice, changes nothing.
  await seller.api.transfers.listForResale({ id });
  await seller.api.transfers.withdrawListing({ id });
  expect(await seller.api.transfers.withdrawListing({ id })).toMatchObject({ resale: { listing: null } });
});

test('no complimentary ticket, no ticket of a friend, none that was used, and none after three hours before the doors', async () => {
  const app = await startTestApp();
  const { seller, tickets: ids, eventId } = await sellOut(app, 2);
  const [id = 0, otherId = 0] = ids;
  const { url } = await seller.api.transfers.makeLink({ id });
  const friend = await createGuest(app);
  const { ticketId } = await friend.api.transfers.take({ body: { token: tokenIn(url) } });
  await expect(friend.api.transfers.listForResale({ id: ticketId })).rejects.toMatchObject(refused('not_returnable'));
  await expect(friend.api.transfers.listForResale({ id: otherId })).rejects.toMatchObject(refused('ticket_not_found'));
  const admin = app.api((await createAdmin(app.ctx)).accessToken);
  const { code = '' } = (await friend.api.tickets.mine())[0] ?? {};
  await admin.door.scan({ body: { ticketId, code, isReject: false } });
  await expect(friend.api.transfers.listForResale({ id: ticketId })).rejects.toMatchObject(refused('conflict'));
  await changeEvent(app.ctx, eventId, { startsAt: new Date(app.clock.now().getTime() + 3 * 3_600_000) });
  await expect(seller.api.transfers.listForResale({ id: otherId })).rejects.toMatchObject(refused('transfer_over'));
  await setClub(app, { 'club:resale': 'no' });
  await expect(seller.api.transfers.listForResale({ id: otherId })).rejects.toMatchObject(refused('not_offered'));
});

test('putting back ends a link, and a ticket that is put back makes none', async () => {
  const app = await startTestApp();
  const { seller, tickets: ids } = await sellOut(app, 2);
  const [id = 0] = ids;
  const { url } = await seller.api.transfers.makeLink({ id });
  await seller.api.transfers.listForResale({ id });
  expect(await app.api().transfers.look({ body: { token: tokenIn(url) } })).toMatchObject({ state: 'ended' });
  await expect(seller.api.transfers.makeLink({ id })).rejects.toMatchObject(refused('conflict'));
});

test('a used ticket is sold to nobody: money that arrives for its place goes back', async () => {
  const { app, seller, waiter, eventId, id } = await putOneBack();
  await serve(app, eventId);
  const { redirect } = await waiter.api.cart.checkout();
  const { token } = await payAtBank(app, redirect, 'lost');
  const admin = app.api((await createAdmin(app.ctx)).accessToken);
  const own = (await seller.api.tickets.mine()).find((ticket) => ticket.id === id);
  await admin.door.scan({ body: { ticketId: id, code: own?.code ?? '', isReject: false } });
  await comeBack(app, token);
  await sweepPayments.run(app.ctx, {});
  expect(await waiter.api.tickets.mine()).toEqual([]);
  expect(await app.ctx.db.select({ reason: refunds.reason, state: refunds.state }).from(refunds)).toEqual([
    { reason: 'no_place', state: 'confirmed' },
  ]);
  expect(await app.ctx.db.select({ state: tickets.state }).from(tickets).where(eq(tickets.id, id))).toEqual([{ state: 'valid' }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('staff refund a ticket whose place is held: the place stays with who waits', async () => {
  const { app, waiter, eventId, id } = await putOneBack();
  await serve(app, eventId);
  const admin = app.api((await createAdmin(app.ctx)).accessToken);
  const [order] = (await admin.staffOrders.list({ limit: 5 })).items.toReversed();
  await admin.staffMoney.refundOrder({ id: order?.id ?? 0, body: { reason: 'Asked on the phone.', tickets: [id], evenIfUsed: false } });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 1 });
  expect(await findFaults(app.ctx)).toEqual([]);
  await payCart(app, waiter);
  expect(await waiter.api.tickets.mine()).toHaveLength(1);
  expect(await findFaults(app.ctx)).toEqual([]);
});
