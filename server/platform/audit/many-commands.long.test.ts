import { expect, test } from 'vitest';
import { orders } from '#server/sales/tables/orders.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startBeside } from '#tests/factories/purchases.ts';
import { allRefunds, sell } from '#tests/factories/staff-money.ts';
import { firstList } from '#tests/factories/staff-lists.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '#tests/setup/app.ts';
import { UNCONFIRMED } from './many-commands.ts';

const CONFIRMED_MINUTES = 6;
const body = { reason: 'The guest asked for it.' };
const NEEDS_CONFIRMATION = { status: 403, body: { code: 'confirmation_required', params: { with: 'password' } } };

/**
 * Prepares paid orders, each for its own event because refunds of one event wait for each other, and an Owner who signed in six minutes
 * ago.
 */
async function start({ number, priceTetri = 4000, ...options }: { number: number; priceTetri?: number } & TestAppOptions) {
  const app = await startTestApp(options);
  const { id: eventId } = await createEvent(app.ctx);
  const orderIds: number[] = [];
  for (let made = 0; made < number; made += 1) orderIds.push((await sell(app, { quantity: 1, priceTetri })).orderId);
  const owner = await createAdmin(app.ctx);
  app.clock.advanceMinutes(CONFIRMED_MINUTES);
  const { staffMoney, staffTicketTypes, secondFactor } = app.api(owner.accessToken);
  return {
    app,
    owner,
    orderIds,
    eventId,
    refund: (id: number | undefined) => staffMoney.refundOrder({ id: id ?? 0, body }),
    give: (email: string, quantity: number) => staffTicketTypes.give({ id: eventId, body: { ...complimentary, email, quantity } }),
    confirm: () => secondFactor.confirm({ body: { password: owner.password } }),
  };
}

const complimentary = {
  firstName: 'Nino',
  lastName: 'Beridze',
  language: 'en' as const,
  reason: 'A friend of the house',
  ticketTypeId: null,
};
const refundsOf = async (app: TestApp) => (await allRefunds(app)).length;

test('the sixth refund within ten minutes needs a confirmation, and writes nothing without it', async () => {
  const { app, orderIds, refund, confirm } = await start({ number: 7 });
  for (const id of orderIds.slice(0, 5)) await refund(id);
  await expect(refund(orderIds[5])).rejects.toMatchObject(NEEDS_CONFIRMATION);
  expect(await refundsOf(app)).toBe(5);
  expect((await app.ctx.db.select().from(orders)).filter(({ state }) => state === 'refunded')).toHaveLength(5);
  await confirm();
  await refund(orderIds[5]);
  app.clock.advanceMinutes(UNCONFIRMED.spanMs / 60_000 - 1);
  const { staffMoney } = app.api((await createAdmin(app.ctx)).accessToken);
  await staffMoney.refundOrder({ id: orderIds[6] ?? 0, body });
  expect(await refundsOf(app)).toBe(7);
});

test('so does money beyond 500 GEL, and after ten minutes the count begins anew', async () => {
  const { app, orderIds, refund } = await start({ number: 4, priceTetri: 20_000 });
  for (const id of orderIds.slice(0, 2)) await refund(id);
  await expect(refund(orderIds[2])).rejects.toMatchObject(NEEDS_CONFIRMATION);
  app.clock.advanceMinutes(UNCONFIRMED.spanMs / 60_000);
  const later = app.api((await createAdmin(app.ctx)).accessToken).staffMoney;
  await later.refundOrder({ id: orderIds[2] ?? 0, body });
  expect(await refundsOf(app)).toBe(3);
});

test('complimentary tickets count by ticket, together with refunds', async () => {
  const { app, orderIds, refund, give, confirm } = await start({ number: 2 });
  await expect(give('six@example.com', 6)).rejects.toMatchObject(NEEDS_CONFIRMATION);
  await give('four@example.com', 4);
  await refund(orderIds[0]);
  await expect(refund(orderIds[1])).rejects.toMatchObject(NEEDS_CONFIRMATION);
  await expect(give('one@example.com', 1)).rejects.toMatchObject(NEEDS_CONFIRMATION);
  expect(await app.ctx.db.$count(orders)).toBe(3);
  await confirm();
  await give('six@example.com', 6);
});

test('tickets by the names of a list count as well, and of a call with too many nothing is done', async () => {
  const { app, owner, eventId, give, confirm } = await start({ number: 0 });
  const { staffLists } = app.api(owner.accessToken);
  const list = { name: 'Nulovani', allocation: 30, freeUntil: null, price: null };
  const { id: listId } = firstList(await staffLists.add({ id: eventId, body: list }));
  const people = (...emails: string[]) => emails.map((email) => ({ firstName: 'Ana', lastName: 'Zhvania', plusOnes: 0, email }));
  const add = (...emails: string[]) => staffLists.addEntries({ id: listId, body: { entries: people(...emails), language: 'en' } });
  const addresses = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `guest${from + at}@example.com`);
  await expect(add(...addresses(0, 12))).rejects.toMatchObject(NEEDS_CONFIRMATION);
  expect(await app.ctx.db.$count(orders)).toBe(0);
  await staffLists.addEntries({ id: listId, body: { entries: [{ firstName: 'Nia', lastName: '', plusOnes: 3 }], language: 'en' } });
  const { entries } = firstList(await add(...addresses(0, 4)));
  await expect(give('two@example.com', 2)).rejects.toMatchObject(NEEDS_CONFIRMATION);
  const given = entries.find(({ hasTicket }) => hasTicket);
  await staffLists.removeEntry({ id: given?.id ?? 0 });
  await staffLists.bringBackEntry({ id: given?.id ?? 0 });
  await expect(add('one@example.com')).rejects.toMatchObject(NEEDS_CONFIRMATION);
  await expect(give('one@example.com', 1)).rejects.toMatchObject(NEEDS_CONFIRMATION);
  await confirm();
  expect(await add(...addresses(12, 24))).toMatchObject({ added: 12, refusal: null });
});

test('letting a list mail more tickets needs a confirmation, fewer do not', async () => {
  const { app, owner, eventId, confirm } = await start({ number: 0 });
  const { staffLists } = app.api(owner.accessToken);
  const list = { name: 'Nulovani', allocation: 30, freeUntil: null, price: null };
  await expect(staffLists.add({ id: eventId, body: { ...list, mailedTickets: 30 } })).rejects.toMatchObject(NEEDS_CONFIRMATION);
  const { id, version } = firstList(await staffLists.add({ id: eventId, body: list }));
  const change = (mailedTickets: number, at: number) => staffLists.change({ id, body: { ...list, mailedTickets, version: at } });
  await expect(change(10, version)).rejects.toMatchObject(NEEDS_CONFIRMATION);
  await confirm();
  const { version: next } = firstList(await change(10, version));
  app.clock.advanceMinutes(CONFIRMED_MINUTES);
  expect(firstList(await change(3, next))).toMatchObject({ mailedTickets: 3 });
});

/** Makes refunds of ten orders at once on two servers, each of which pays one after the other. Returns how many were paid. */
async function refundAllAtOnce(options: TestAppOptions = {}): Promise<number> {
  const { app, owner, orderIds, refund } = await start({ number: 10, ...options });
  const beside = (await startBeside(app)).api(owner.accessToken).staffMoney;
  await Promise.allSettled(orderIds.map((id, place) => (place % 2 ? beside.refundOrder({ id, body }) : refund(id))));
  return refundsOf(app);
}

test('ten refunds at once are five without a confirmation', async () => {
  expect(await refundAllAtOnce()).toBe(5);
});

test('control: without their order all of them are done', async () => {
  expect(await refundAllAtOnce({ without: 'manyCommands' })).toBeGreaterThan(5);
});
