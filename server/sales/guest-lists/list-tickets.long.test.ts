import { desc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lockUserById } from '#server/accounts/accounts.queries.ts';
import { auditEntries, mails } from '#server/platform/platform.table.ts';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { lockEvents } from '#server/sales/inventory/stock.queries.ts';
import { complimentaryOrders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { countLockWaits, openTransaction } from '#tests/factories/open-transaction.ts';
import type { OwnListView } from '#shared/guest-lists/own-list.contract.ts';
import { firstList, newLinkedList } from '#tests/factories/staff-lists.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

async function openList(fields: Parameters<typeof newLinkedList>[2] = {}, env: Record<string, string> = {}) {
  const app = await startTestApp({ env });
  const admin = await createAdmin(app.ctx);
  const api = app.api(admin.accessToken);
  const made = await newLinkedList(app, api, { mailedTickets: 10, ...fields });
  const desk = api.staffLists;
  const add = (email: string, plusOnes = 0) =>
    desk.addEntries({ id: made.listId, body: { entries: [{ firstName: 'Ana', lastName: 'Zhvania', plusOnes, email }], language: 'en' } });
  const ticketsNow = () => app.ctx.db.select({ state: tickets.state }).from(tickets).orderBy(tickets.state);
  const taken = async () =>
    (await app.ctx.db.select({ taken: events.soldOrReserved }).from(events).where(eq(events.id, made.eventId)))[0]?.taken;
  return { app, admin, api, desk, ...made, add, own: app.api().ownList, ticketsNow, taken };
}

const refused = (code: string, status = 409) => ({ status, body: { code } });
const anaOf = <Entry extends { firstName: string }>(entries: readonly Entry[]) => entries.find(({ firstName }) => firstName === 'Ana');

test('who is put on a list with an address has a ticket at once, which goes with the name and comes back with it', async () => {
  const { app, desk, add, ticketsNow, taken, eventId, api } = await openList();
  const ana = anaOf(firstList(await add('Ana@example.ge', 1)).entries);
  expect(ana).toMatchObject({ plusOnes: 1, arrived: 0, hasTicket: true });
  expect([await ticketsNow(), await taken()]).toEqual([[{ state: 'valid' }], 1]);
  const [mail] = await app.ctx.db.select().from(mails).orderBy(desc(mails.id)).limit(1);
  expect(mail).toMatchObject({ kind: 'ticket', recipient: 'Ana@example.ge', language: 'en' });
  const { items } = await api.staffTicketTypes.given({ id: eventId });
  expect(items).toMatchObject([{ reason: 'Nulovani', quantity: 1, guest: { firstName: 'Ana' } }]);
  const entryId = ana?.id ?? 0;
  await desk.removeEntry({ id: entryId });
  expect([await ticketsNow(), await taken()]).toEqual([[{ state: 'refunded' }], 0]);
  expect(anaOf(firstList(await desk.bringBackEntry({ id: entryId })).entries)?.hasTicket).toBe(true);
  expect([await ticketsNow(), await taken()]).toEqual([[{ state: 'refunded' }, { state: 'valid' }], 1]);
  const log = await app.ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'list.names')).orderBy(desc(auditEntries.id));
  expect(log[0]?.detail).toMatchObject({ orders: [expect.any(Number)] });
  expect(JSON.stringify(log)).not.toMatch(/Zhvania|example/);
});

test('an address is refused that has a ticket on the list, is none, or is of a banned guest; and nothing is written', async () => {
  const { app, add, ticketsNow } = await openList();
  await add('ana@example.ge');
  await expect(add('ANA@example.ge')).rejects.toMatchObject({
    ...refused('list_email_twice'),
    body: { params: { email: 'ANA@example.ge' } },
  });
  for (const email of ['ana@', '', 'ana example.ge']) await expect(add(email)).rejects.toMatchObject({ status: 422 });
  await createUser(app.ctx, { email: 'banned@example.ge', bannedAt: app.clock.now() });
  await expect(add('banned@example.ge')).rejects.toMatchObject(refused('list_email_refused'));
  expect(await ticketsNow()).toHaveLength(1);
});

test('a list with a price at the door gives no tickets, and one that gave some gets no price', async () => {
  const { desk, listId, add, ticketsNow } = await openList({ price: 15 });
  await expect(add('ana@example.ge')).rejects.toMatchObject(refused('list_price_ticket'));
  expect(await ticketsNow()).toEqual([]);
  const { version } = firstList(
    await desk.change({ id: listId, body: { name: 'Nulovani', allocation: 10, freeUntil: null, price: null, version: 2 } }),
  );
  await add('ana@example.ge');
  await expect(
    desk.change({ id: listId, body: { name: 'Nulovani', allocation: 10, freeUntil: null, price: 15, version } }),
  ).rejects.toMatchObject(refused('list_tickets_free'));
});

test('a full list, a late one and a full room refuse an address like a name, and a draft has no tickets', async () => {
  const { app, add, own, token, ticketsNow, eventId } = await openList({ freeUntil: '2027-03-06T01:00:00+04:00' });
  await expect(add('ana@example.ge', 9)).rejects.toMatchObject(refused('list_allocation'));
  const set = (values: Partial<typeof events.$inferInsert>) => app.ctx.db.update(events).set(values).where(eq(events.id, eventId));
  await set({ state: 'draft' });
  await expect(add('ana@example.ge')).rejects.toMatchObject(refused('not_on_sale'));
  await set({ state: 'published', capacity: 0 });
  await expect(add('ana@example.ge')).rejects.toMatchObject(refused('list_no_room'));
  await set({ capacity: 10 });
  app.clock.set(new Date('2027-03-06T01:00:00+04:00'));
  const ana = { firstName: 'Ana', lastName: 'Zhvania', plusOnes: 0, email: 'ana@example.ge' };
  await expect(own.add({ body: { token, entries: [ana] } })).rejects.toMatchObject(refused('list_late'));
  expect(await ticketsNow()).toEqual([]);
});

test('the owner of a list gives tickets with the link, in the name of who made the link', async () => {
  const { app, admin, own, token, ticketsNow } = await openList();
  const ana = { firstName: 'Ana', lastName: 'Zhvania', plusOnes: 0, email: 'ana@example.ge' };
  const list = await own.add({ body: { token, entries: [ana], language: 'ka' } });
  expect(anaOf(list.entries)).toMatchObject({ hasTicket: true });
  expect(JSON.stringify(list)).not.toContain('example.ge');
  const [order] = await app.ctx.db.select().from(complimentaryOrders);
  expect(order).toMatchObject({ givenBy: admin.id, reason: 'Nulovani' });
  const entryId = anaOf(list.entries)?.id ?? 0;
  const again = async () => {
    await own.remove({ body: { token, entryId } });
    await own.bringBack({ body: { token, entryId } });
  };
  await again();
  expect(await ticketsNow()).toEqual([{ state: 'refunded' }, { state: 'valid' }]);
});

test('a list sends 60 mails an hour by its link, counted over all processes and restarts', async () => {
  const { app, own, token, ticketsNow } = await openList({ allocation: 30, mailedTickets: 30 }, { RATE_LIMIT_SCALE: '0.2' });
  const add = (from: number, length: number) => {
    const entries = Array.from({ length }, (_, at) => {
      return { firstName: 'Ana', lastName: 'Zhvania', plusOnes: 0, email: `ana${from + at}@example.ge` };
    });
    return own.add({ body: { token, entries } });
  };
  await add(1, 7);
  await add(8, 5);
  await expect(add(13, 1)).rejects.toMatchObject({ status: 429 });
  // Like another process, or this one after a restart: its memory is empty.
  app.deps.shared.memory = {};
  await expect(add(13, 1)).rejects.toMatchObject({ status: 429 });
  expect(await ticketsNow()).toHaveLength(12);
  await own.add({ body: { token, entries: [{ firstName: 'Luka', lastName: '', plusOnes: 0 }] } });
});

test('the owner of a list does not learn whether a guest is banned: the name has no ticket, and only staff are told', async () => {
  const { app, own, token, desk, eventId, ticketsNow } = await openList({ mailedTickets: 2 });
  await createUser(app.ctx, { email: 'banned@example.ge', bannedAt: app.clock.now() });
  const add = (firstName: string, email: string) =>
    own.add({ body: { token, entries: [{ firstName, lastName: 'Zhvania', plusOnes: 0, email }] } });
  const seen = ({ entries, ...list }: OwnListView, name: string) => {
    const { id, firstName, ...entry } = entries.find((one) => one.firstName === name) ?? { id: 0, firstName: '' };
    return { ticketsLeft: list.ticketsLeft, entry, isFound: id > 0 && firstName === name };
  };
  const banned = await add('Ana', 'banned@example.ge');
  expect(await ticketsNow()).toEqual([]);
  await expect(add('Eka', 'BANNED@example.ge')).rejects.toMatchObject(refused('list_email_twice'));
  const entryId = anaOf(banned.entries)?.id ?? 0;
  const ofStaff = async () => anaOf(firstList(await desk.list({ id: eventId })).entries);
  expect(await ofStaff()).toMatchObject({ hasTicket: false, isTicketRefused: true });
  await own.remove({ body: { token, entryId } });
  const again = await own.bringBack({ body: { token, entryId } });
  expect(await ofStaff()).toMatchObject({ hasTicket: false, isTicketRefused: true });
  expect(seen(again, 'Ana')).toEqual(seen(banned, 'Ana'));
  await own.remove({ body: { token, entryId } });
  expect(seen(await add('Ana', 'ana@example.ge'), 'Ana')).toEqual(seen(banned, 'Ana'));
  expect(await ticketsNow()).toHaveLength(1);
});

test('a ticket for somebody who was banned before waits its turn for the stock of the event', async () => {
  const { app, own, token, desk, eventId, ticketsNow } = await openList();
  const { id } = await createUser(app.ctx, { email: 'banned@example.ge', bannedAt: app.clock.now() });
  const person = { firstName: 'Ana', lastName: 'Zhvania', plusOnes: 0, email: 'banned@example.ge' };
  const entryId = anaOf((await own.add({ body: { token, entries: [person] } })).entries)?.id ?? 0;
  await own.remove({ body: { token, entryId } });
  await app.ctx.db.update(users).set({ bannedAt: null }).where(eq(users.id, id));
  // The last place is sold at this moment.
  const commit = await openTransaction(app.ctx, async (tx) => {
    await lockEvents(tx.db, [eventId]);
    await tx.db
      .update(events)
      .set({ capacity: sql`sold_or_reserved` })
      .where(eq(events.id, eventId));
  });
  const bringing = expect(desk.bringBackEntry({ id: entryId })).rejects.toMatchObject(refused('list_no_room'));
  await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  await commit();
  await bringing;
  expect(await ticketsNow()).toEqual([]);
});

const guestsWithEmail = (length: number) =>
  Array.from({ length }, (_, at) => ({ firstName: 'Ana', lastName: 'Zhvania', plusOnes: 0, email: `ana${at + 1}@example.ge` }));

test('many addresses of one call are worked through five at a time, so that sales go on between them', async () => {
  const { app, desk, listId, ticketsNow } = await openList({ allocation: 30 });
  const { id } = await createUser(app.ctx, { email: 'ana6@example.ge' });
  // The sixth ticket waits for its guest's lock, so the test sees what is committed by then.
  const commit = await openTransaction(app.ctx, async (tx) => void (await lockUserById(tx.db, id)));
  const adding = desk.addEntries({ id: listId, body: { entries: guestsWithEmail(12) } });
  await expect.poll(() => countLockWaits(app.ctx)).toBe(1);
  expect(await ticketsNow()).toHaveLength(5);
  await commit();
  expect(await adding).toMatchObject({ added: 12, refusal: null });
  expect(await ticketsNow()).toHaveLength(12);
});

test('when a later group is refused, the answer says how many names were added and why not the others, also when repeated', async () => {
  const { app, desk, listId, eventId, ticketsNow } = await openList({ allocation: 30 });
  await createUser(app.ctx, { email: 'ana7@example.ge', bannedAt: app.clock.now() });
  const add = () => desk.addEntries({ id: listId, body: { entries: guestsWithEmail(12) } }, { idempotencyKey: 'names' });
  const first = await add();
  expect(first).toMatchObject({ added: 5, refusal: { code: 'list_email_refused', params: { email: 'ana7@example.ge' } } });
  expect(await add()).toEqual(first);
  expect(await ticketsNow()).toHaveLength(5);
  expect(firstList(await desk.list({ id: eventId })).people).toBe(3 + 5);
});

test('what can be known before is refused for all names of a call, in whichever group they are', async () => {
  const { desk, listId, ticketsNow } = await openList({ allocation: 14 });
  const add = (entries: ReturnType<typeof guestsWithEmail>) => desk.addEntries({ id: listId, body: { entries } });
  await expect(add(guestsWithEmail(12))).rejects.toMatchObject(refused('list_allocation'));
  await expect(add([...guestsWithEmail(7), ...guestsWithEmail(1)])).rejects.toMatchObject(refused('list_email_twice'));
  expect(await ticketsNow()).toEqual([]);
});
