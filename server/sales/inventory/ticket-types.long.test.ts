import { expect, test, vi } from 'vitest';
import { bankOrders } from '#tests/factories/bank-calls.ts';
import { createEvent } from '#tests/factories/events.ts';
import { countEndings, createUsers, fillCart, payAtBank, startBeside } from '#tests/factories/purchases.ts';
import { changeEvent, stockOf } from '#tests/factories/stock.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { mails } from '#server/platform/platform.table.ts';
import { expireHolds } from './holds.jobs.ts';

const at = (time: string): Date => new Date(`2026-11-20T${time}+04:00`);
const BEFORE_EDGE_MS = 1;

/** Early from 19:00 to 20:00 at 30, regular from 20:00 to 22:00 at 45, door from 22:00 on at 60. */
const windows = [
  { name: 'ადრეული', nameLat: 'Early', priceTetri: 3000, onSaleFrom: at('19:00:00'), onSaleUntil: at('20:00:00') },
  { name: 'ჩვეულებრივი', nameLat: 'Regular', priceTetri: 4500, onSaleFrom: at('20:00:00'), onSaleUntil: at('22:00:00') },
  { name: 'კართან', nameLat: 'Door', priceTetri: 6000, onSaleFrom: at('22:00:00') },
];

/** Returns the first ticket type shown to a visitor and the price for a new user, from both servers. */
async function offered(apps: TestApp[], eventId: number) {
  const seen: unknown[] = [];
  for (const app of apps) {
    app.dropCaches();
    const { baskets } = await app.api().events.get({ id: eventId });
    const { accessToken } = await createUser(app.ctx);
    const bought = await app
      .api(accessToken)
      .cart.addTicket({ eventId })
      .then(({ price }) => price)
      .catch((error: { body?: { code?: string } }) => error.body?.code);
    seen.push([baskets[0]?.available ? baskets[0].nameLat : 'nothing', bought]);
  }
  return seen;
}

test('a ticket type sells from its first instant to the last before its end, on every server', async () => {
  const app = await startTestApp();
  const apps = [app, await startBeside(app)];
  const { id: eventId } = await createEvent(app.ctx, { ticketTypes: windows });
  const instants = [
    [at('19:00:00'), 'nothing', 'not_on_sale', 'Early', 30],
    [at('20:00:00'), 'Early', 30, 'Regular', 45],
    [at('22:00:00'), 'Regular', 45, 'Door', 60],
  ] as const;
  for (const [edge, ...[seenBefore, before, seenAfter, after]] of instants) {
    app.clock.set(new Date(edge.getTime() - BEFORE_EDGE_MS));
    expect(await offered(apps, eventId)).toEqual([
      [seenBefore, before],
      [seenBefore, before],
    ]);
    app.clock.set(edge);
    expect(await offered(apps, eventId)).toEqual([
      [seenAfter, after],
      [seenAfter, after],
    ]);
  }
});

test('a ticket type sells until the event is over and not at its end', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, {
    startsAt: at('12:00:00'),
    endsAt: at('21:00:00'),
    ticketTypes: [{ priceTetri: 100 }],
  });
  app.clock.set(new Date(at('21:00:00').getTime() - BEFORE_EDGE_MS));
  expect(await offered([app], eventId)).toEqual([['Entry', 1]]);
  app.clock.set(at('21:00:00'));
  expect(await offered([app], eventId)).toEqual([['nothing', 'event_ended']]);
});

test('after a ticket type that is sold out the next one sells, and the first one again when places return', async () => {
  const app = await startTestApp();
  const apps = [app, await startBeside(app)];
  const ticketTypes = [
    { nameLat: 'Early', allocation: 2, priceTetri: 3000 },
    { nameLat: 'Regular', allocation: 50, priceTetri: 4500 },
  ];
  const { id: eventId } = await createEvent(app.ctx, { ticketTypes });
  expect(await offered(apps, eventId)).toEqual([
    ['Early', 30],
    ['Early', 30],
  ]);
  expect(await offered(apps, eventId)).toEqual([
    ['Regular', 45],
    ['Regular', 45],
  ]);
  app.clock.advanceMinutes(15);
  await expireHolds.run(app.ctx, {});
  expect(await offered(apps, eventId)).toEqual([
    ['Early', 30],
    ['Early', 30],
  ]);
});

test('a free ticket type is ordered, ticketed and mailed at once, without a bank', async () => {
  const app = await startTestApp();
  const { api } = await fillCart(app, { priceTetri: 0 });
  const { redirect } = await api.cart.checkout();
  expect(new URL(redirect).pathname).toBe('/successpayment');
  expect(await bankOrders(app)).toEqual([]);
  expect((await api.tickets.mine()).map(({ basket }) => basket.price)).toEqual([0]);
  expect((await app.ctx.db.select().from(mails)).map(({ kind }) => kind)).toEqual(['ticket']);
  expect(await api.cart.get()).toMatchObject({ ticketItems: [], expiredItems: [] });
});

test('a price stays with the hold across the end of its ticket type, to the bank and onto the ticket', async () => {
  const app = await startTestApp();
  app.clock.set(new Date(at('20:00:00').getTime() - BEFORE_EDGE_MS));
  const { api } = await fillCart(app, { ticketTypes: windows });
  app.clock.set(at('20:10:00'));
  expect((await api.cart.get()).ticketItems).toMatchObject([{ price: 30 }]);
  const { token } = await payAtBank(app, (await api.cart.checkout()).redirect, 'lost');
  await api.payments.bankReturn({ body: { token } });
  expect((await api.tickets.mine()).map(({ basket }) => basket)).toMatchObject([{ price: 30, nameLat: 'Early', name: 'ადრეული' }]);
});

test('a place that is taken again after the end of its ticket type costs what the present one does', async () => {
  const app = await startTestApp();
  app.clock.set(new Date(at('20:00:00').getTime() - BEFORE_EDGE_MS));
  const { user, eventId } = await fillCart(app, { ticketTypes: windows });
  app.clock.set(at('20:15:00'));
  const api = app.api(await signInAgain(app.ctx, user.id));
  const [expired] = (await api.cart.get()).expiredItems;
  expect(expired?.event.baskets[0]).toMatchObject({ price: 45, available: 100 });
  expect(await api.cart.addTicket({ eventId })).toMatchObject({ price: 45 });
});

test('the capacity of the event limits all ticket types together', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, {
    capacity: 3,
    ticketTypes: [{ allocation: 2 }, { allocation: 50, priceTetri: 4500 }],
  });
  const users = await createUsers(app, 6);
  const calls = users.map(({ accessToken }) => app.api(accessToken).cart.addTicket({ eventId }));
  expect(await countEndings(calls)).toEqual({ ok: 3, sold_out: 3 });
  app.dropCaches();
  expect((await app.api().events.get({ id: eventId })).baskets.map(({ available }) => available)).toEqual([0, 0]);
  await changeEvent(app.ctx, eventId, { capacity: 4 });
  expect(await offered([app], eventId)).toEqual([['Entry', 45]]);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 4, sold: 0 });
});

test('the lists show the beginning and the end of a sale by themselves, within the life of what is kept', async () => {
  const app = await startTestApp();
  const apps = [app, await startBeside(app)];
  const { id } = await createEvent(app.ctx, { ticketTypes: windows });
  const first = async (from: TestApp) => {
    const [event] = await from.api().events.list();
    return event?.id === id ? [event.baskets[0]?.nameLat, event.baskets[0]?.available] : [];
  };
  for (const [edge, name, available] of [
    [at('18:59:59'), 'Early', 0],
    [at('19:00:00'), 'Early', 100],
    [at('20:00:00'), 'Regular', 100],
    [at('22:00:00'), 'Door', 100],
  ] as const) {
    app.clock.set(edge);
    for (const each of apps)
      await vi.waitUntil(async () => String(await first(each)) === String([name, available]), { timeout: 10_000, interval: 200 });
  }
});
