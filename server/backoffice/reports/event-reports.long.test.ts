import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pageViews } from '#server/content/content.table.ts';
import { findBrokenRules } from '#server/backoffice/consistency/consistency.queries.ts';
import { tickFakeBank } from '#server/fake-bank/bank-orders.ts';
import { withTransaction } from '#server/platform/context.ts';
import { runDueJobs } from '#server/registry.ts';
import type { EventReportView, ReportSum, SalesPart } from '#shared/staff/reports.contract.ts';
import { allPayments, lastOrderOf, sell, sweepAll } from '#tests/factories/staff-money.ts';
import { bankOrderOf, callBack, falsify } from '#tests/factories/bank-calls.ts';
import { setClub } from '#tests/factories/club-settings.ts';
import { createPromoCode, createEventWithHidden } from '#tests/factories/promo-codes.ts';
import { createEvent } from '#tests/factories/events.ts';
import { complimentary } from '#tests/factories/complimentary.ts';
import { newPromoter } from '#tests/factories/promoters.ts';
import { comeBack, paidWithoutCallback, payAtBank, startBeside } from '#tests/factories/purchases.ts';
import { buyTickets, createGuest, type Guest, sellOut, tokenIn } from '#tests/factories/sold-out.ts';
import { createAdmin, signInAgain } from '#tests/factories/users.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Db } from '#server/platform/db/client.ts';
import { deleteEvent, lockEvent } from '#server/content/events/staff-events.queries.ts';
import { lockReports, claimChanges } from './event-reports.queries.ts';
import { storeReport } from './event-reports.service.ts';

/** The number of connections of this database that wait for a lock. */
const waiting = async (app: TestApp): Promise<number> =>
  (await app.owner.execute(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows.length;

async function open() {
  const app = await startTestApp();
  const { id } = await createAdmin(app.ctx);
  return { app, staff: async () => app.api(await signInAgain(app.ctx, id)) };
}

/** Checks that fresh counts and stored reports agree. Returns every event with its parts. */
async function expectBooksRight(app: TestApp, api: Awaited<ReturnType<TestApp['api']>>): Promise<EventReportView[]> {
  const now = await api.staffReports.season({});
  await storeReport(app.ctx);
  const { rows: waiting } = await app.ctx.db.execute('select from number_changes');
  expect(waiting).toEqual([]);
  const stored = await api.staffReports.season({});
  expect(stored).toEqual(now);
  expect(await findBrokenRules(app.deps.database.pool)).toEqual([]);
  const { rows } = await app.ctx.db.execute<{ gross: number; refunded: number }>(sql`
    select coalesce(sum(amount_tetri) filter (where amount_tetri > 0), 0)::int as gross,
      coalesce(-sum(amount_tetri) filter (where amount_tetri < 0), 0)::int as refunded from ledger_entries where account = 'bank'`);
  const tetri = (sums: readonly Pick<ReportSum, 'gross' | 'refunded'>[]) => ({
    gross: sums.reduce((sum, { gross }) => sum + Math.round(gross * 100), 0),
    refunded: sums.reduce((sum, { refunded }) => sum + Math.round(refunded * 100), 0),
  });
  expect(tetri(stored.sums)).toEqual(rows[0]);
  const views: EventReportView[] = [];
  for (const { event } of stored.items) {
    const view = await api.staffReports.event({ id: event.id });
    views.push(view);
    const sold = (parts: readonly SalesPart[]) => parts.reduce((sum, part) => sum + part.sold, 0);
    for (const parts of [view.byTicketType, view.byPromoter, view.byCode]) {
      expect([event.id, tetri(parts), sold(parts)]).toEqual([event.id, tetri(view.sums), view.sums[0]?.sold]);
    }
    expect(view.curves[0]?.points.at(-1)?.sold ?? 0).toBe(view.sums[0]?.sold);
  }
  return views;
}

/** Buys places of several events in one order, as a guest who came through a promoter's link. */
async function buySome(
  app: TestApp,
  guest: Guest,
  places: readonly { eventId: number; quantity: number; code?: string; refCode?: string }[],
) {
  for (const { eventId, quantity, code = '', refCode = 'nobody' } of places) {
    const url = `/api/Cart/add-ticket?eventId=${eventId}&quantity=${quantity}${code && `&code=${code}`}`;
    const { status } = await rawCall(app.url, url, { method: 'POST', bearer: guest.accessToken, headers: { cookie: `via=${refCode}` } });
    expect(status).toBe(200);
  }
  const { redirect } = await guest.api.cart.checkout();
  await comeBack(app, (await payAtBank(app, redirect, 'lost')).token);
  return { orderId: await lastOrderOf(app, guest.id), tickets: await guest.api.tickets.mine() };
}

test('the numbers of every event are those of the ledger, whatever is bought, given, refunded, returned and passed on', async () => {
  const { app, staff } = await open();
  const api = await staff();
  const plain = await createEvent(app.ctx, { priceTetri: 3333 });
  const coded = await createEventWithHidden(app.ctx, { hidden: 10 });
  await createPromoCode(app.ctx, coded);
  await newPromoter(api);
  const reason = 'The guest is ill.';

  // One order for two events, with a promo code and a ref code. One ticket is refunded, another transferred and then refunded.
  const guest = await createGuest(app);
  const { orderId, tickets: bought } = await buySome(app, guest, [
    { eventId: plain.id, quantity: 2, refCode: 'luka' },
    { eventId: coded.eventId, quantity: 2, code: 'FRIENDS' },
  ]);
  await expectBooksRight(app, api);
  const [first, second] = bought.filter(({ basket }) => basket.eventId === plain.id).map(({ id }) => id);
  await api.staffMoney.refundOrder({ id: orderId, body: { tickets: [first ?? 0], reason } });
  await expectBooksRight(app, api);
  const { url } = await guest.api.transfers.makeLink({ id: second ?? 0 });
  const friend = await createGuest(app);
  const { ticketId } = await friend.api.transfers.take({ body: { token: tokenIn(url) } });
  await expectBooksRight(app, api);
  await api.staffMoney.refundOrder({ id: orderId, body: { tickets: [ticketId], reason } });
  const parts = await expectBooksRight(app, api);
  expect(parts.find(({ event }) => event.id === plain.id)).toMatchObject({
    sums: [{ currency: 'GEL', sold: 0, gross: 66.66, refunded: 66.66, net: 0 }],
    byPromoter: [{ name: 'Luka', sold: 0, back: 2, gross: 66.66, refunded: 66.66, net: 0 }],
  });
  expect(parts.find(({ event }) => event.id === coded.eventId)).toMatchObject({
    byTicketType: [{ nameLat: 'Friends', sold: 2, gross: 50 }],
    byCode: [{ name: 'FRIENDS', sold: 2, net: 50 }],
    byPromoter: [{ name: null, sold: 2, net: 50 }],
  });

  // Complimentary tickets, revoked again.
  await api.staffTicketTypes.give({ id: plain.id, body: complimentary });
  const given = await expectBooksRight(app, api);
  expect(given.find(({ event }) => event.id === plain.id)?.sums).toMatchObject([{ sold: 2, given: 2, gross: 66.66 }]);
  const [row] = (await api.staffTicketTypes.given({ id: plain.id })).items;
  await api.staffTicketTypes.revoke({ id: row?.id ?? 0, body: { reason } });
  await expectBooksRight(app, api);

  // A ticket that is listed for resale and sold; the club keeps part of its price.
  await setClub(app, { 'club:resale_fee': '10' });
  const full = await sellOut(app, 2);
  await full.seller.api.transfers.listForResale({ id: full.tickets[0] ?? 0 });
  const waiter = await createGuest(app);
  await waiter.api.waitlist.join({ id: full.eventId, body: { quantity: 1 } });
  await runDueJobs(app.deps);
  await comeBack(app, (await payAtBank(app, (await waiter.api.cart.checkout()).redirect, 'lost')).token);
  await sweepAll(app);
  const returned = await expectBooksRight(app, api);
  expect(returned.find(({ event }) => event.id === full.eventId)).toMatchObject({
    sums: [{ sold: 2, gross: 120, refunded: 36, net: 84 }],
    byTicketType: [{ sold: 2, back: 1, gross: 120, refunded: 36, net: 84 }],
  });

  // An unexpected amount is flagged first and then refunded.
  const unclear = await createGuest(app);
  await unclear.api.cart.addTicket({ eventId: plain.id, quantity: 1 });
  const { redirect } = await unclear.api.cart.checkout();
  const order = await bankOrderOf(app, redirect);
  await payAtBank(app, redirect, 'lost');
  await falsify(app, order, { reportedTetri: 3001 });
  await callBack(app, order);
  await expectBooksRight(app, api);
  const flagged = (await allPayments(app)).find(({ state }) => state === 'flagged');
  await api.staffMoney.resolvePayment({ id: flagged?.id ?? 0, body: { decision: 'refund', reason } });
  await sweepAll(app);
  await expectBooksRight(app, api);
});

test('late money for a place that is gone counts as taken and given back', async () => {
  const { app, staff } = await open();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 1 });
  const guest = await createGuest(app);
  await guest.api.cart.addTicket({ eventId });
  const { redirect } = await guest.api.cart.checkout();
  app.clock.advanceMinutes(11);
  const { token } = await payAtBank(app, redirect, 'late');
  app.clock.advanceMinutes(4);
  await (await createGuest(app)).api.cart.addTicket({ eventId });
  app.clock.advanceMinutes(1);
  await tickFakeBank(app.deps);
  await comeBack(app, token);
  await sweepAll(app);
  const [view] = await expectBooksRight(app, await staff());
  expect(view).toMatchObject({
    sums: [{ sold: 0, gross: 40, refunded: 40, net: 0 }],
    byTicketType: [{ sold: 0, back: 0, gross: 40, refunded: 40 }],
    byPromoter: [{ name: null, gross: 40 }],
  });
});

test('money in another currency has a row of its own, which counts nobody', async () => {
  const { app, staff } = await open();
  const { redirect, token } = await paidWithoutCallback(app);
  await falsify(app, await bankOrderOf(app, redirect), { currency: 'USD' });
  await comeBack(app, token);
  const [view] = await expectBooksRight(app, await staff());
  expect(view).toMatchObject({
    sums: [
      { currency: 'GEL', sold: 0, guests: 0, gross: 0 },
      { currency: 'USD', sold: 0, guests: 0, gross: 80 },
    ],
    byTicketType: [{ currency: 'USD', gross: 80, sold: 0 }],
  });
});

test('who came and who did not, and who comes again, are counted by the door, also when an admission is taken back', async () => {
  const { app, staff } = await open();
  const [before, after] = [await createEvent(app.ctx), await createEvent(app.ctx, { startsAt: new Date('2027-05-01T23:00:00+04:00') })];
  const [regular, other] = [await createGuest(app), await createGuest(app)];
  const [ticket] = await buyTickets(app, regular, { eventId: before.id, quantity: 1 });
  await buyTickets(app, other, { eventId: before.id, quantity: 2 });
  for (const guest of [regular, other]) await buyTickets(app, guest, { eventId: after.id, quantity: 1 });
  const api = await staff();
  const peopleOf = async (id: number) => {
    await expectBooksRight(app, await staff());
    const { sums } = await (await staff()).staffReports.event({ id });
    return sums.map(({ came, noShows, guests, again }) => ({ came, noShows, guests, again }));
  };
  expect(await peopleOf(after.id)).toEqual([{ came: 0, noShows: null, guests: 2, again: 0 }]);
  const scanId = '0b8f9d2e-3c44-4d5f-8e6a-7b1c2d3e4f50';
  await api.door.scan({ body: { isReject: false, ticketId: ticket ?? 0, scanId } });
  expect(await peopleOf(before.id)).toEqual([{ came: 1, noShows: null, guests: 2, again: 0 }]);
  expect(await peopleOf(after.id)).toEqual([{ came: 0, noShows: null, guests: 2, again: 1 }]);
  await api.door.undo({ body: { scanId } });
  expect(await peopleOf(after.id)).toEqual([{ came: 0, noShows: null, guests: 2, again: 0 }]);
  await api.door.scan({ body: { isReject: false, ticketId: ticket ?? 0 } });
  app.clock.set('2027-04-01T12:00:00+04:00');
  expect(await peopleOf(before.id)).toEqual([{ came: 1, noShows: 2, guests: 2, again: 0 }]);
  expect(await peopleOf(after.id)).toEqual([{ came: 0, noShows: null, guests: 2, again: 1 }]);
  // An event moved before the other one has no guest who came before.
  await app.ctx.db.execute(sql`update events set starts_at = '2026-10-01', ends_at = '2026-10-02' where id = ${after.id}`);
  await expectBooksRight(app, await staff());
  expect((await (await staff()).staffReports.event({ id: after.id })).sums).toMatchObject([{ noShows: 2, again: 0 }]);
});

test('a sale that is committed while its event is counted is neither lost nor counted twice', async () => {
  const { app, staff } = await open();
  const { eventId, ticketIds } = await sell(app);
  const api = await staff();
  const sold = async () => (await api.staffReports.season({})).items.map((item) => item.sold);
  await withTransaction(app.ctx, async (tx) => {
    await tx.db.execute(sql`update tickets set state = 'refunded' where id = ${ticketIds[0]}`);
    // The job of another process runs between the change and its commit.
    await storeReport(app.ctx);
    expect(await sold()).toEqual([2]);
  });
  expect(await sold()).toEqual([1]);
  await storeReport(app.ctx);
  expect(await sold()).toEqual([1]);
  expect((await api.staffReports.event({ id: eventId })).sums).toMatchObject([{ sold: 1 }]);
});

test('an event can be deleted while it is counted', async () => {
  const { app } = await open();
  const { id } = await createEvent(app.ctx, { state: 'draft' });
  const { id: other } = await createEvent(app.ctx, { state: 'draft' });
  const note = (eventId: number) => app.owner.execute(sql`insert into number_changes (event_id) values (${eventId})`);
  await note(id);
  await storeReport(app.ctx);
  await note(id);
  await note(other);
  let counting: Promise<number> | undefined;
  await withTransaction(app.ctx, async (tx) => {
    expect(await lockEvent(tx.db, id)).toMatchObject({ id });
    counting = storeReport(app.ctx);
    await expect.poll(() => waiting(app)).toBe(1);
    expect(await deleteEvent(tx.db, id)).toBe(true);
  });
  await counting;
  const { rows } = await app.ctx.db.execute('select event_id as id from event_numbers');
  expect(rows).toEqual([{ id: other }]);
  expect((await app.ctx.db.execute('select from number_changes')).rows).toEqual([]);
});

test('changes of one event do not wait for each other, nor for who counts them', async () => {
  const { app } = await open();
  const { ticketIds } = await sell(app, { quantity: 3 });
  const refund = (db: Db, place: number) => db.execute(sql`update tickets set state = 'refunded' where id = ${ticketIds[place]}`);
  await withTransaction(app.ctx, async (one) => {
    await refund(one.db, 0);
    await withTransaction(app.ctx, async (two) => {
      await two.db.execute(sql`set local lock_timeout = '1s'`);
      await refund(two.db, 1);
      expect(await storeReport(app.ctx)).toBe(1);
    });
    await withTransaction(app.ctx, async (counter) => {
      await lockReports(counter.db);
      expect(await claimChanges(counter.db, 10)).toHaveLength(1);
      await withTransaction(app.ctx, async (three) => {
        await three.db.execute(sql`set local lock_timeout = '1s'`);
        await refund(three.db, 2);
      });
    });
  });
  await storeReport(app.ctx);
  const { rows } = await app.ctx.db.execute('select sold from event_numbers');
  expect(rows).toEqual([{ sold: 0 }]);
});

test('while many buy, are let in and are refunded, and two processes count, no number is lost', async () => {
  const { app, staff } = await open();
  const apps = [app, await startBeside(app)];
  const [one, two] = [await createEvent(app.ctx), await createEvent(app.ctx)];
  const api = await staff();
  const guests = await Promise.all(Array.from({ length: 8 }, () => createGuest(app)));
  let isSelling = true;
  const counting = apps.map(async ({ ctx }) => {
    while (isSelling) await storeReport(ctx);
  });
  await Promise.all(
    guests.map(async (guest, place) => {
      const { orderId, tickets: bought } = await buySome(app, guest, [
        { eventId: one.id, quantity: 2 },
        { eventId: two.id, quantity: 1 },
      ]);
      if (place % 2 === 0) await api.door.scan({ body: { isReject: false, ticketId: bought[0]?.id ?? 0 } });
      else await api.staffMoney.refundOrder({ id: orderId, body: { tickets: [bought[0]?.id ?? 0], reason: 'The guest is ill.' } });
    }),
  );
  isSelling = false;
  await Promise.all(counting);
  await expectBooksRight(app, api);
});

test('control: without its triggers the stored numbers would be old', async () => {
  const { app, staff } = await open();
  const { eventId, ticketIds, orderId } = await sell(app);
  await storeReport(app.ctx);
  for (const table of ['tickets', 'ledger_entries']) await app.owner.execute(`alter table ${table} disable trigger user`);
  const api = await staff();
  await api.staffMoney.refundOrder({ id: orderId, body: { tickets: ticketIds.slice(0, 1), reason: 'The guest is ill.' } });
  expect((await api.staffReports.event({ id: eventId })).sums).toMatchObject([{ sold: 2, refunded: 0 }]);
  expect(await findBrokenRules(app.deps.database.pool)).toEqual([
    expect.stringContaining('the counted money of all events'),
    expect.stringContaining('the counted money of an event'),
    expect.stringContaining('the counted tickets and guests of an event'),
  ]);
});

test('the job counts what was changed, and each night all events, also what no trigger has seen', async () => {
  const { app, staff } = await open();
  await sell(app);
  await app.ctx.db.execute(sql`select graphile_worker.add_job('count-numbers')`);
  await runDueJobs(app.deps);
  expect((await app.ctx.db.execute('select from number_changes')).rows).toEqual([]);
  await app.owner.execute('update event_numbers set sold = 7');
  expect((await (await staff()).staffReports.season({})).items).toMatchObject([{ sold: 7 }]);
  await app.ctx.db.execute(sql`select graphile_worker.add_job('count-all-numbers')`);
  await runDueJobs(app.deps);
  expect((await (await staff()).staffReports.season({})).items).toMatchObject([{ sold: 2 }]);
});

test('a day of sales ends at midnight in Tbilisi, what is sold in the night is of the day of the doors', async () => {
  const { app, staff } = await open();
  const doors = { startsAt: new Date('2027-03-06T00:30:00+04:00'), endsAt: new Date('2027-03-06T08:00:00+04:00') };
  const { id: eventId } = await createEvent(app.ctx, doors);
  const buyAt = async (at: string) => {
    app.clock.set(at);
    return sell(app, { eventId, quantity: 1 });
  };
  await buyAt('2027-03-01T23:59:00+04:00');
  const { orderId } = await buyAt('2027-03-02T00:01:00+04:00');
  await buyAt('2027-03-06T01:00:00+04:00');
  const api = await staff();
  expect((await api.staffReports.event({ id: eventId })).curves[0]?.points).toEqual([
    { daysBefore: 4, sold: 1 },
    { daysBefore: 3, sold: 2 },
    { daysBefore: 0, sold: 3 },
  ]);
  await api.staffMoney.refundOrder({ id: orderId, body: { reason: 'The guest is ill.' } });
  const view = await api.staffReports.event({ id: eventId });
  expect(view.daysLeft).toBe(0);
  // One ticket was sold and one refunded on the day of the doors.
  expect(view.curves[0]?.points.at(-1)).toEqual({ daysBefore: 3, sold: 2 });
});

test('an event is compared with the last three of its weekday that were sold', async () => {
  const { app, staff } = await open();
  app.clock.set('2026-08-01T12:00:00+04:00');
  const createAt = async (startsAt: string, fields: Parameters<typeof createEvent>[1] = {}) =>
    (await createEvent(app.ctx, { startsAt: new Date(`${startsAt}+04:00`), ...fields })).id;
  const fridays = [];
  for (const day of ['2026-08-07', '2026-08-14', '2026-08-21', '2026-08-28']) fridays.push(await createAt(`${day}T23:00:00`));
  // This is a Friday business night, too.
  fridays.push(await createAt('2026-09-05T01:00:00'));
  const others = [await createAt('2026-09-05T23:00:00'), await createAt('2026-09-11T23:00:00', { state: 'cancelled' })];
  const unsold = await createAt('2026-09-04T20:00:00');
  const coming = [await createAt('2026-09-18T23:00:00'), await createAt('2026-09-25T23:00:00')];
  for (const eventId of [...fridays, others[0] ?? 0, ...coming]) await sell(app, { eventId, quantity: 1 });
  const compared = async (id: number) => (await (await staff()).staffReports.event({ id })).curves.map(({ event }) => event.id);
  expect(await compared(fridays[0] ?? 0)).toEqual([fridays[0]]);
  expect(await compared(fridays[2] ?? 0)).toEqual([fridays[2]]);
  app.clock.set('2026-09-12T12:00:00+04:00');
  expect(await compared(fridays[2] ?? 0)).toEqual([fridays[2], fridays[1], fridays[0]]);
  // The event before it is still to come.
  expect(await compared(coming[1] ?? 0)).toEqual([coming[1], fridays[4], fridays[3], fridays[2]]);
  expect(await compared(unsold)).toEqual([unsold, fridays[3], fridays[2], fridays[1]]);
});

test('numbers and their file are for those who read money, and the file is audited', async () => {
  const { app, staff } = await open();
  const { eventId } = await sell(app);
  const api = await staff();
  const { accessToken } = await createAdmin(app.ctx);
  const csv = (bearer: string, query = '') =>
    fetch(`${app.url}/api/staff/reports/file?lang=en${query}`, { headers: { authorization: `Bearer ${bearer}` } });
  const response = await csv(accessToken);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="reports.csv"');
  const [heading, ...lines] = (await response.text()).split('\r\n');
  expect(heading).toContain(
    'Date,Event,Sold,Complimentary,Capacity,Checked in,From guest lists,No-shows,Guests,Returning guests,Gross,Refunds,Net,Currency',
  );
  expect(lines).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d,Night,2,0,400,0,0,,1,0,80,0,80,GEL$/), '']);
  const { items } = await api.staffAudit.entries({ action: 'export.numbers' });
  expect(items).toHaveLength(1);
  expect((await (await csv(accessToken, '&season=2001')).text()).split('\r\n')).toHaveLength(2);
  expect((await csv(accessToken, '&season=2001')).headers.get('content-disposition')).toContain('reports-2001-02.csv');

  const editor = app.api((await createGuest(app, { roles: ['Editor'] })).accessToken);
  await expect(editor.staffReports.season({})).rejects.toMatchObject({ status: 403 });
  await expect(editor.staffReports.event({ id: eventId })).rejects.toMatchObject({ status: 403 });
  await expect(editor.staffReports.file({})).rejects.toMatchObject({ status: 403 });
  await expect(api.staffReports.event({ id: 999_999 })).rejects.toMatchObject({ body: { code: 'event_not_found' } });
  expect(await api.staffReports.season({ season: 2001 })).toMatchObject({ season: 2001, items: [], sums: [] });
});

test('a season has the page views of its time, and an event those of its page', async () => {
  const { app, staff } = await open();
  const { id } = await createEvent(app.ctx);
  const view = (day: string, path: string, language: 'en' | 'ka', views: number) => ({ day, path, language, views });
  await app.ctx.db
    .insert(pageViews)
    .values([
      view('2024-12-01', '/', 'en', 100),
      view('2025-12-01', `/Events/${id}`, 'en', 4),
      view('2026-11-20', `/Events/${id}`, 'ka', 2),
      view('2026-11-20', '/', 'en', 3),
    ]);
  const { staffReports } = await staff();
  expect((await staffReports.season({})).pageViews).toBe(9);
  expect((await staffReports.season({ season: 2026 })).pageViews).toBe(5);
  expect((await staffReports.event({ id })).pageViews).toBe(6);
});
