import { sample, array, boolean, integer, record, uniqueArray } from 'fast-check';
import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { toGel } from '#shared/money.ts';
import type { ReportSum } from '#shared/staff/reports.contract.ts';
import { events } from '#server/content/content.table.ts';
import { moneyOf } from '#server/backoffice/reports/event-money.queries.ts';
import { withTransaction } from '#server/platform/context.ts';
import { payments, ledgerEntries } from '#server/sales/tables/payments.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { bankOrderOf, callBack, falsify } from '#tests/factories/bank-calls.ts';
import { createEvent } from '#tests/factories/events.ts';
import { complimentary } from '#tests/factories/complimentary.ts';
import { comeBack, paidWithoutCallback, payAtBank } from '#tests/factories/purchases.ts';
import { allPayments, lastOrderOf, sell, sweepAll, ticketsOf } from '#tests/factories/staff-money.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const STARTS = [
  '2026-08-31T23:00:00+04:00',
  // Still the business night of 31 August.
  '2026-09-01T11:00:00+04:00',
  '2026-09-01T23:00:00+04:00',
  '2026-09-04T23:00:00+04:00',
  '2026-10-02T23:00:00+04:00',
  '2027-09-03T23:00:00+04:00',
];

const open = async () => {
  const app = await startTestApp();
  app.clock.set('2026-08-20T20:00:00+04:00');
  const { accessToken } = await createAdmin(app.ctx);
  return { app, api: app.api(accessToken), token: accessToken };
};

const createEvents = (app: TestApp) =>
  Promise.all(
    STARTS.map((startsAt, place) =>
      createEvent(app.ctx, { startsAt: new Date(startsAt), priceTetri: 3333 + 1001 * place, allocation: 60 }),
    ),
  );

/** A guest buys one or two places of some events in one order. */
async function buySome(app: TestApp, eventIds: readonly number[], quantity: number): Promise<{ orderId: number; ticketIds: number[] }> {
  const user = await createUser(app.ctx);
  const { cart } = app.api(user.accessToken);
  for (const eventId of eventIds) await cart.addTicket({ eventId, quantity });
  const { redirect } = await cart.checkout();
  await comeBack(app, (await payAtBank(app, redirect, 'lost')).token);
  return { orderId: await lastOrderOf(app, user.id), ticketIds: await ticketsOf(app, user.id) };
}

const purchase = record({
  places: uniqueArray(integer({ min: 0, max: STARTS.length - 1 }), { minLength: 1, maxLength: 3 }),
  quantity: integer({ min: 1, max: 2 }),
  /** Which tickets are refunded, and whether the rest is refunded after that. */
  refunded: array(boolean(), { minLength: 6, maxLength: 6 }),
  isAllRefunded: boolean(),
});

async function bankSums(app: TestApp): Promise<{ gross: number; refunded: number }> {
  const entries = await app.ctx.db.select().from(ledgerEntries).where(eq(ledgerEntries.account, 'bank'));
  const sum = (sign: 1 | -1) => toGel(entries.reduce((total, { amountTetri }) => total + Math.max(0, sign * amountTetri), 0));
  return { gross: sum(1), refunded: sum(-1) };
}

/** The figures of several rows together, money in whole tetri. */
const totalOf = (sums: readonly ReportSum[]) => {
  const total = (of: (sum: ReportSum) => number) => sums.reduce((whole, sum) => whole + of(sum), 0);
  const tetri = (name: 'gross' | 'refunded' | 'net') => total((sum) => Math.round(sum[name] * 100));
  return {
    sold: total(({ sold }) => sold),
    came: total(({ came }) => came),
    given: total(({ given }) => given),
    gross: tetri('gross'),
    refunded: tetri('refunded'),
    net: tetri('net'),
  };
};

const cents = (sums: readonly ReportSum[]) => sums.reduce((total, { net }) => total + Math.round(net * 100), 0);

test('every view has the same figures, which are those of the ledger, the tickets and the door, whatever was sold, refunded and scanned', async () => {
  const { app, api: first } = await open();
  const made = await createEvents(app);
  const reason = 'The guest is ill.';
  for (const { places, quantity, refunded, isAllRefunded } of sample(purchase, { seed: 20_261_126, numRuns: 25 })) {
    const ids = places.flatMap((place) => made[place]?.id ?? []);
    const { orderId, ticketIds } = await buySome(app, ids, quantity);
    const some = ticketIds.filter((_, place) => refunded[place]);
    if (some.length > 0) await first.staffMoney.refundOrder({ id: orderId, body: { tickets: some, reason } });
    if (isAllRefunded && some.length < ticketIds.length) await first.staffMoney.refundOrder({ id: orderId, body: { reason } });
  }
  const [running] = made;
  const holders = await app.ctx.db
    .select()
    .from(tickets)
    .where(and(eq(tickets.eventId, running?.id ?? 0), eq(tickets.state, 'valid')));
  app.clock.set('2026-09-01T00:00:00+04:00');
  // The first session has ended.
  const api = app.api((await createAdmin(app.ctx)).accessToken);
  for (const { id } of holders.slice(0, 3)) await api.door.scan({ body: { isReject: false, ticketId: id } });

  const ledger = await bankSums(app);
  const all = await api.staffReports.seasons();
  expect(all.sums).toMatchObject([{ currency: 'GEL', ...ledger, came: Math.min(3, holders.length) }]);
  const days = await api.staffReports.days({ by: 'day', limit: 62 });
  expect(days.next).toBeNull();
  expect(cents(all.sums)).toBe(days.items.reduce((sum, { net }) => sum + Math.round(net * 100), 0));

  expect(all.items.map(({ season }) => season)).toEqual([2027, 2026, 2025]);
  for (const { season, sums } of all.items) {
    const byMonth = await api.staffReports.months({ season });
    const byEvent = await api.staffReports.season({ season });
    const items = byMonth.months.flatMap((month) => month.items);
    expect([season, byMonth.sums, byEvent.sums, byEvent.items]).toEqual([season, sums, sums, items]);
    expect(totalOf(items)).toEqual(totalOf(sums));
    const ids = items.map(({ event }) => event.id).join(',');
    expect(await api.staffReports.events({ events: ids })).toEqual({ items });
    for (const month of byMonth.months) expect(totalOf(month.items)).toEqual(totalOf(month.sums));
    for (const { event, offered: _offered, capacity, ...figures } of items) {
      expect(await api.staffReports.event({ id: event.id })).toMatchObject({ capacity, sums: [figures] });
      const issued = await app.ctx.db.select().from(tickets).where(eq(tickets.eventId, event.id));
      const priceOf = (rows: typeof issued) => toGel(rows.reduce((sum, { priceTetri }) => sum + priceTetri, 0));
      const back = issued.filter(({ state }) => state === 'refunded');
      const { gross, refunded, sold, came } = figures;
      const used = issued.filter(({ usedAt }) => usedAt !== null);
      expect([event.id, gross, refunded, sold, came]).toEqual([
        event.id,
        priceOf(issued),
        priceOf(back),
        issued.length - back.length,
        used.length,
      ]);
    }
  }
  expect((await api.staffReports.months({ season: 2025 })).months.map(({ month, items }) => [month, items.length])).toEqual([
    ['2026-08-01', 2],
  ]);
  expect((await api.staffReports.months({})).season).toBe(2025);
});

test('money without tickets belongs to the events of its order, also another sum than was asked for', async () => {
  const { app, api } = await open();
  const user = await createUser(app.ctx);
  const first = await createEvent(app.ctx, { priceTetri: 1000 });
  const second = await createEvent(app.ctx, { priceTetri: 2000 });
  const { cart } = app.api(user.accessToken);
  for (const eventId of [first.id, second.id]) await cart.addTicket({ eventId });
  const { redirect } = await cart.checkout();
  const order = await bankOrderOf(app, redirect);
  await payAtBank(app, redirect, 'lost');
  await falsify(app, order, { reportedTetri: 3001 });
  await callBack(app, order);
  const [payment] = await allPayments(app);
  expect(payment).toMatchObject({ state: 'flagged', capturedTetri: 3001 });
  const grossOf = async () =>
    Object.fromEntries(
      (await api.staffReports.months({})).months.flatMap(({ items }) => items.map((item) => [item.event.id, [item.gross, item.refunded]])),
    );
  expect(await grossOf()).toEqual({ [first.id]: [10.01, 0], [second.id]: [20, 0] });
  await api.staffMoney.resolvePayment({ id: payment?.id ?? 0, body: { decision: 'refund', reason: 'The sum is another.' } });
  await sweepAll(app);
  expect(await grossOf()).toEqual({ [first.id]: [10.01, 10.01], [second.id]: [20, 20] });
});

test('money in another currency has a row of its own, which counts no places', async () => {
  const { app, api } = await open();
  const { eventId, redirect, token } = await paidWithoutCallback(app);
  await falsify(app, await bankOrderOf(app, redirect), { currency: 'USD' });
  await comeBack(app, token);
  expect((await app.ctx.db.select().from(payments))[0]).toMatchObject({ state: 'flagged' });
  const { months, sums } = await api.staffReports.months({});
  expect(months[0]?.items).toMatchObject([
    { event: { id: eventId }, currency: 'GEL', gross: 0, capacity: 400 },
    { event: { id: eventId }, currency: 'USD', gross: 80, capacity: 0 },
  ]);
  expect(sums).toMatchObject([
    { currency: 'GEL', gross: 0 },
    { currency: 'USD', gross: 80 },
  ]);
});

test('places sold, given away and people who came are counted as on the other screens', async () => {
  const { app, api } = await open();
  const { eventId, ticketIds } = await sell(app, { quantity: 3 });
  const { id: order } = await api.staffTicketTypes.give({ id: eventId, body: complimentary });
  expect(order).toBeGreaterThan(0);
  await api.door.scan({ body: { isReject: false, ticketId: ticketIds[0] ?? 0 } });
  const { months, seasons } = await api.staffReports.months({});
  expect(months[0]?.items).toMatchObject([{ sold: 5, given: 2, came: 1, offered: 12, capacity: 400, gross: 120, net: 120 }]);
  expect((await api.staffEvents.get({ id: eventId })).places).toEqual({ sold: 5, given: 2, held: 0, offered: 12, capacity: 400 });
  expect(seasons).toEqual([2025]);
});

test('a draft is left out, unless somebody paid for it before it was withdrawn', async () => {
  const { app, api } = await open();
  await createEvent(app.ctx, { state: 'draft' });
  expect(await api.staffReports.months({})).toMatchObject({ seasons: [], months: [], sums: [] });
  const { orderId, eventId } = await sell(app);
  await api.staffMoney.refundOrder({ id: orderId, body: { reason: 'All of it.' } });
  await app.ctx.db.update(events).set({ state: 'draft' }).where(eq(events.id, eventId));
  expect((await api.staffReports.months({})).sums).toMatchObject([{ gross: 80, refunded: 80, net: 0 }]);
});

test('the file has all seasons, in the language of who asks, and only for those who may see money', async () => {
  const { app, token } = await open();
  const event = await createEvent(app.ctx, {
    name: '=ღამე',
    nameLat: 'Night',
    startsAt: new Date('2026-08-31T23:00:00+04:00'),
    allocation: 9,
  });
  await sell(app, { eventId: event.id });
  const download = async (bearer: string) =>
    fetch(`${app.url}/api/staff/takings/nights/file?lang=ka`, { headers: { authorization: `Bearer ${bearer}` } });
  const response = await download(token);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="reports-all-seasons.csv"');
  const [heading, ...lines] = (await response.text()).split('\r\n');
  expect(heading).toContain('სეზონი,თარიღი,ივენთი,გაყიდული,მოსაწვევები,ტევადობა,მოვიდა');
  expect(lines).toEqual(["2025–26,2026-08-31,'=ღამე,2,0,400,0,0,,1,0,80,0,80,GEL", '']);
  const { accessToken: editor } = await createUser(app.ctx, { roles: ['Editor'] });
  expect((await download(editor)).status).toBe(403);
  const { staffReports } = app.api(editor);
  await expect(staffReports.months({})).rejects.toMatchObject({ status: 403 });
  await expect(staffReports.seasons()).rejects.toMatchObject({ status: 403 });
  await expect(app.api(token).staffReports.months({ season: 12 })).rejects.toMatchObject({ status: 400 });
});

test('the orders of a season are found by an index, whatever else the club sold', async () => {
  const { app } = await open();
  const plan = await withTransaction(app.ctx, async ({ db }) => {
    await db.execute(sql`set local enable_seqscan = off`);
    return db.execute(sql`explain ${moneyOf([1, 2])}`);
  });
  expect(JSON.stringify(plan.rows)).toContain('order_lines_by_event');
});
