import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import { findHolders } from '#server/sales/announcements/announcements.queries.ts';
import { eventSales } from '#server/sales/tickets/event-sales.queries.ts';
import { findHoldersToRemind } from '#server/sales/tickets/event-mails.queries.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { findFaults } from '#tests/factories/books.ts';
import { buyForFriends } from '#tests/factories/claims.ts';
import { setClub } from '#tests/factories/club-settings.ts';
import { countEndings } from '#tests/factories/purchases.ts';
import { mailKinds } from '#server/registry.ts';
import { createEvent } from '#tests/factories/events.ts';
import { complimentary } from '#tests/factories/complimentary.ts';
import { createGuest, sellOut, tokenIn } from '#tests/factories/sold-out.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createAdmin, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { ticketTransfers } from '#server/sales/tables/transfers.table.ts';

const refused = (code: string) => ({ body: { code } });

async function openLink(options: Parameters<typeof startTestApp>[0] = {}, event: Parameters<typeof sellOut>[2] = {}) {
  const app = await startTestApp(options);
  const { seller, tickets: ids, eventId } = await sellOut(app, 2, event);
  const [id = 0, otherId = 0] = ids;
  const { url } = await seller.api.transfers.makeLink({ id });
  return { app, seller, eventId, id, otherId, url, body: { token: tokenIn(url) } };
}

const codeOf = async (guest: { api: ReturnType<TestApp['api']> }, id: number) =>
  (await guest.api.tickets.mine()).find((ticket) => ticket.id === id)?.code ?? '';

test('a friend takes a ticket by its link: a new code, the old one is refused at the door, and no place moves', async () => {
  const { app, seller, eventId, id, body } = await openLink();
  const before = await stockOf(app.ctx, eventId);
  const oldCode = await codeOf(seller, id);
  expect(await app.api().transfers.look({ body })).toMatchObject({ from: 'Nino', state: 'open', ticketTypeNameLat: 'Entry' });

  const friend = await createGuest(app, { firstName: 'Luka' });
  const { ticketId } = await friend.api.transfers.take({ body });
  expect(ticketId).not.toBe(id);
  expect((await seller.api.tickets.mine()).map((ticket) => ticket.id)).not.toContain(id);
  const [own] = await friend.api.tickets.mine();
  expect(own).toMatchObject({ id: ticketId, basket: { eventId, price: 40 } });
  expect(own?.code).not.toBe(oldCode);
  expect(await stockOf(app.ctx, eventId)).toEqual(before);

  const door = app.api((await createAdmin(app.ctx)).accessToken);
  await expect(door.door.scan({ body: { ticketId: id, code: oldCode, isReject: false } })).rejects.toMatchObject(
    refused('ticket_transferred'),
  );
  expect(await door.door.scan({ body: { ticketId, code: own?.code ?? '', isReject: false } })).toMatchObject({ result: 'accepted' });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('both get a mail, and the friend has the ticket once, whatever is pressed again', async () => {
  const { app, seller, id, body } = await openLink();
  const friend = await createGuest(app);
  const { ticketId } = await friend.api.transfers.take({ body });
  expect(await friend.api.transfers.take({ body })).toEqual({ ticketId, isWaiting: false });
  const other = await createGuest(app);
  await expect(other.api.transfers.take({ body })).rejects.toMatchObject(refused('transfer_ended'));
  expect(await app.api().transfers.look({ body })).toMatchObject({ state: 'taken' });
  const mailed = await app.ctx.db
    .select({ kind: mails.kind, to: mails.recipient, payload: mails.payload })
    .from(mails)
    .orderBy(asc(mails.id));
  expect(mailed.slice(-2)).toEqual([
    { kind: 'ticket', to: friend.email, payload: { orderId: expect.any(Number), ticketId } },
    { kind: 'ticket-taken', to: seller.email, payload: { transferId: expect.any(Number) } },
  ]);
  await expect(seller.api.transfers.show({ id })).rejects.toMatchObject(refused('ticket_not_found'));
});

test('a ticket is passed on along a chain, and each code before is dead', async () => {
  const { app, id, body } = await openLink();
  const second = await createGuest(app);
  const { ticketId } = await second.api.transfers.take({ body });
  const { url } = await second.api.transfers.makeLink({ id: ticketId });
  const third = await createGuest(app);
  const last = await third.api.transfers.take({ body: { token: tokenIn(url) } });
  const rows = await app.ctx.db.select({ id: tickets.id, state: tickets.state, number: tickets.transferNumber }).from(tickets);
  expect(rows.filter((ticket) => [id, ticketId, last.ticketId].includes(ticket.id)).toSorted((a, b) => a.number - b.number)).toEqual([
    { id, state: 'transferred', number: 0 },
    { id: ticketId, state: 'transferred', number: 1 },
    { id: last.ticketId, state: 'valid', number: 2 },
  ]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a new link ends the one before; an ended one opens nothing; only a hash is stored', async () => {
  const { app, seller, id, url, body } = await openLink();
  expect(await seller.api.transfers.show({ id })).toMatchObject({ transfer: { refusal: null, linkMadeAt: expect.any(String) } });
  const next = await seller.api.transfers.makeLink({ id });
  expect(await app.api().transfers.look({ body })).toMatchObject({ state: 'ended' });
  await seller.api.transfers.endLink({ id });
  const friend = await createGuest(app);
  for (const link of [url, next.url])
    await expect(friend.api.transfers.take({ body: { token: tokenIn(link) } })).rejects.toMatchObject(refused('transfer_ended'));
  await expect(friend.api.transfers.take({ body: { token: 'nothing' } })).rejects.toMatchObject(refused('transfer_unknown'));
  const stored = JSON.stringify(await app.ctx.db.select().from(ticketTransfers));
  expect(stored).not.toContain(body.token);
});

test.each<[string, Parameters<typeof createGuest>[1], string]>([
  ['was rejected where the night wants verified guests', { status: 'Rejected' }, 'account_rejected'],
  ['is banned', { bannedAt: new Date(0) }, 'banned'],
  ['has not proved the address', { emailProvedAt: null }, 'email_not_proved'],
])('who %s gets no ticket by a link', async (_, facts, code) => {
  const { app, body } = await openLink({}, { verifiedOnly: true });
  const friend = await createGuest(app, facts);
  await expect(friend.api.transfers.take({ body })).rejects.toMatchObject(refused(code));
  expect(await friend.api.tickets.mine()).toEqual([]);
});

test('one’s own ticket, one too many for a person, and places in the cart: refused, and the link stays', async () => {
  const { app, seller, eventId, body } = await openLink({}, { ticketsPerPerson: 2, allocation: 5 });
  await expect(seller.api.transfers.take({ body })).rejects.toMatchObject(refused('own_ticket'));
  const friend = await createGuest(app);
  await friend.api.cart.addTicket({ eventId, quantity: 2 });
  await expect(friend.api.transfers.take({ body })).rejects.toMatchObject(refused('person_limit'));
  await friend.api.cart.updateTicket({ eventId, quantity: 1 });
  await expect(friend.api.transfers.take({ body })).resolves.toMatchObject({ ticketId: expect.any(Number) });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('until three hours before the doors, and no used or refunded ticket', async () => {
  const { app, seller, id, otherId, body } = await openLink();
  const friend = await createGuest(app);
  const door = app.api((await createAdmin(app.ctx)).accessToken);
  await door.door.scan({ body: { ticketId: id, code: await codeOf(seller, id), isReject: false } });
  await expect(friend.api.transfers.take({ body })).rejects.toMatchObject(refused('transfer_ended'));
  await expect(seller.api.transfers.makeLink({ id })).rejects.toMatchObject(refused('conflict'));
  const { url } = await seller.api.transfers.makeLink({ id: otherId });
  app.clock.advanceMinutes(21 * 60);
  const late = app.api(await signInAgain(app.ctx, seller.id));
  expect(await late.transfers.show({ id: otherId })).toMatchObject({ transfer: { refusal: 'transfer_over' } });
  await expect(late.transfers.makeLink({ id: otherId })).rejects.toMatchObject(refused('transfer_over'));
  const other = app.api(await signInAgain(app.ctx, friend.id));
  await expect(other.transfers.take({ body: { token: tokenIn(url) } })).rejects.toMatchObject(refused('transfer_over'));
});

test('the club can switch it off', async () => {
  const { app, seller, id, body } = await openLink();
  await setClub(app, { 'club:transfers': 'no' });
  await expect(seller.api.transfers.makeLink({ id })).rejects.toMatchObject(refused('not_offered'));
  const friend = await createGuest(app);
  await expect(friend.api.transfers.take({ body })).rejects.toMatchObject(refused('transfer_over'));
});

test('a passed-on ticket is refunded with its order, to who paid; its holder’s code is dead', async () => {
  const { app, body, seller } = await openLink();
  const friend = await createGuest(app);
  await friend.api.transfers.take({ body });
  const owner = app.api((await createAdmin(app.ctx)).accessToken);
  const [order] = (await owner.staffOrders.list({ limit: 5 })).items;
  await owner.staffMoney.refundOrder({ id: order?.id ?? 0, body: { reason: 'The band is ill.', evenIfUsed: false } });
  expect(await friend.api.tickets.mine()).toEqual([]);
  expect(await seller.api.tickets.mine()).toEqual([]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('many friends press at once: one has it', async () => {
  const { app, body, eventId, id } = await openLink();
  const friends = await Promise.all(Array.from({ length: 8 }, () => createGuest(app)));
  expect(await countEndings(friends.map((friend) => friend.api.transfers.take({ body })))).toEqual({ ok: 1, transfer_ended: 7 });
  expect(await stockOf(app.ctx, eventId)).toMatchObject({ held: 0, sold: 2 });
  expect(await app.ctx.db.select({ state: tickets.state }).from(tickets).where(eq(tickets.id, id))).toEqual([{ state: 'transferred' }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a name stands on a ticket, at the door too, and is taken away with an empty one', async () => {
  const { app, seller, id, otherId } = await openLink();
  await seller.api.transfers.name({ id, body: { name: 'Ana' } });
  const door = app.api((await createAdmin(app.ctx)).accessToken);
  const body = { ticketId: id, code: await codeOf(seller, id), isReject: false };
  expect(await door.door.scan({ body })).toMatchObject({ ticket: { holderName: 'Ana' }, guest: { firstName: 'Nino' } });
  expect(await seller.api.transfers.name({ id: otherId, body: { name: '  გიორგი  ' } })).toMatchObject({ holderName: 'გიორგი' });
  expect(await seller.api.transfers.name({ id: otherId, body: { name: '' } })).toMatchObject({ holderName: '' });
});

test('a complimentary ticket is passed on, and when the club takes it back its holder gets a mail', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const admin = app.api((await createAdmin(app.ctx)).accessToken);
  const owner = await createGuest(app);
  const given = await admin.staffTicketTypes.give({ id: eventId, body: { ...complimentary, email: owner.email, quantity: 1 } });
  const [own] = await owner.api.tickets.mine();
  const { url } = await owner.api.transfers.makeLink({ id: own?.id ?? 0 });
  const friend = await createGuest(app);
  const { ticketId } = await friend.api.transfers.take({ body: { token: tokenIn(url) } });
  await admin.staffTicketTypes.revoke({ id: given.id, body: { reason: 'Cannot come.' } });
  expect(await friend.api.tickets.mine()).toEqual([]);
  const [mail] = await app.ctx.db.select().from(mails).where(eq(mails.kind, 'ticket-ended'));
  expect(mail).toMatchObject({ recipient: friend.email, payload: { ticketId } });
  const written = await mailKinds['ticket-ended'].render(app.ctx, { payload: { ticketId }, language: 'en' });
  expect(written?.text).toContain('The club cancelled the ticket that was transferred to you');
});

test('staff cannot refund a ticket that was passed on by its old number, and learn why', async () => {
  const { app, id, body } = await openLink();
  await (await createGuest(app)).api.transfers.take({ body });
  const admin = app.api((await createAdmin(app.ctx)).accessToken);
  const [order] = (await admin.staffOrders.list({ limit: 5 })).items;
  const refund = admin.staffMoney.refundOrder({ id: order?.id ?? 0, body: { reason: 'Ill.', tickets: [id], evenIfUsed: false } });
  await expect(refund).rejects.toMatchObject(refused('ticket_transferred'));
});

test('staff see in the order which of its valid tickets a friend has', async () => {
  const { app, id, otherId, body } = await openLink();
  const friend = await createGuest(app);
  const { ticketId } = await friend.api.transfers.take({ body });
  const [ticket] = await app.ctx.db.select({ line: tickets.orderLineId }).from(tickets).where(eq(tickets.id, id));
  const [line] = await app.ctx.db
    .select({ orderId: orderLines.orderId })
    .from(orderLines)
    .where(eq(orderLines.id, ticket?.line ?? 0));
  const admin = app.api((await createAdmin(app.ctx)).accessToken);
  expect((await admin.staffOrders.list({ limit: 5 })).items).toMatchObject([{ id: line?.orderId, transferred: [ticketId] }]);
  const order = await admin.staffMoney.order({ id: line?.orderId ?? 0 });
  const shown = order.tickets.map((each) => [each.id, each.state, each.isTransferred]);
  expect(shown.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual(
    [
      [id, 'transferred', false],
      [otherId, 'valid', false],
      [ticketId, 'valid', true],
    ].toSorted(([one], [other]) => Number(one) - Number(other)),
  );
});

test('who took a ticket over is written to in the own language, whatever its buyer speaks', async () => {
  const { app, eventId, body, seller } = await openLink();
  const friend = await createGuest(app);
  await app.ctx.db.update(users).set({ language: 'ka' }).where(eq(users.id, friend.id));
  await friend.api.transfers.take({ body });
  const both = [
    { userId: seller.id, language: 'en' },
    { userId: friend.id, language: 'ka' },
  ];
  expect(await findHolders(app.ctx.db, eventId)).toMatchObject(both);
  expect(await findHoldersToRemind(app.ctx.db, eventId, app.clock.now())).toMatchObject(both);
  expect(await eventSales.findHolders(app.ctx.db, eventId, { onlyUnpaid: false })).toMatchObject(both);
});

test('a link no longer answers with a ticket that its friend gave on', async () => {
  const { app, body } = await openLink();
  const friend = await createGuest(app);
  const { ticketId } = await friend.api.transfers.take({ body });
  const { url } = await friend.api.transfers.makeLink({ id: ticketId });
  await (await createGuest(app)).api.transfers.take({ body: { token: tokenIn(url) } });
  await expect(friend.api.transfers.take({ body })).rejects.toMatchObject(refused('transfer_ended'));
});

test('a ticket that waits for the verification is transferred, and its friend gets the code', async () => {
  const app = await startTestApp();
  const { buyer } = await buyForFriends(app, 1);
  const desk = app.api((await createAdmin(app.ctx)).accessToken);
  await desk.guests.changeStatus({ id: buyer.id, body: { status: 'Pending', tellGuest: false } });
  const [waiting] = (await buyer.api.claims.mine()).waiting;
  const id = waiting?.ticketId ?? 0;
  expect(await buyer.api.transfers.show({ id })).toMatchObject({ claim: 'waiting', transfer: { refusal: null } });
  const { url } = await buyer.api.transfers.makeLink({ id });
  const friend = await createGuest(app);
  await friend.api.transfers.take({ body: { token: tokenIn(url) } });
  expect(await friend.api.tickets.mine()).toHaveLength(1);
  expect((await buyer.api.claims.mine()).waiting).toEqual([]);
});
