import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { venueTime } from '#shared/dates.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventTiming, playingNow } from '#shared/events/timing.ts';
import { chooseCover, coverFamilies } from '#shared/media/covers.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { demoAccounts } from './demo-accounts.ts';
import { loadDemo } from './demo.ts';

async function openDemo(): Promise<TestApp> {
  const app = await startTestApp();
  await loadDemo(app.ctx);
  return app;
}

async function signIn({ api }: TestApp, { email, password }: { email: string; password: string }) {
  const { accessToken } = await api().accounts.login({ body: { email, password } });
  return api(accessToken);
}

const counts = async ({ ctx }: TestApp) => {
  const { rows } = await ctx.db.execute(sql`
    select (select count(*) from users)::int as users, (select count(*) from events)::int as events, (select count(*) from tickets)::int as tickets`);
  return rows[0];
};

test('one night is in session, and both of its stages have someone playing', async () => {
  const { api, clock } = await openDemo();
  const running = (await api().events.list()).filter((event) => eventTiming(event, clock.now()) === 'in_session');
  expect(running).toMatchObject([{ nameLat: 'Nulovani', baskets: [{ price: 40, available: 42 }, { available: 0 }] }]);
  expect(running.flatMap((event) => playingNow(event, clock.now())).map(({ floor, artistName }) => [floor, artistName])).toEqual([
    [1, 'OBERTON'],
    [2, 'Mtkvari Dub'],
  ]);
});

test('the next Friday and Saturday sell, two more events are announced, eight are over', async () => {
  const { api, clock } = await openDemo();
  const coming = (await api().events.list()).filter((event) => eventTiming(event, clock.now()) === 'starting_soon');
  expect(coming.map(({ baskets }) => [baskets[0]?.price, (baskets[0]?.available ?? 0) > 0])).toEqual([
    [35, true],
    [35, true],
    [35, false],
    [null, true],
  ]);
  expect(
    coming
      .slice(0, 2)
      .map(({ startDate }) => venueTime(startDate).weekday)
      .toSorted(),
  ).toEqual(['friday', 'saturday']);
  expect(await api().events.past({})).toHaveLength(8);
});

test('every night has both languages, a link, both stages and a headliner; neighbours look different', async () => {
  const { api } = await openDemo();
  const events: EventView[] = [...(await api().events.past({})), ...(await api().events.list())];
  expect(events).toHaveLength(13);
  for (const { name, nameLat, description, descriptionLat, lineUps, baskets } of events) {
    expect(name).toMatch(/^[ა-ჰ ]+$/);
    expect(nameLat).toMatch(/^[A-Z][A-Za-z. ]+$/);
    expect(description).toMatch(/[ა-ჰ]{3}.* https:\/\/\S+$/);
    expect(descriptionLat).toMatch(/[a-z]{3}.* https:\/\/\S+$/);
    expect(new Set(lineUps.map(({ floor }) => floor))).toEqual(new Set([1, 2]));
    expect(lineUps.some(({ isHeaderLineUp }) => isHeaderLineUp)).toBe(true);
    expect(baskets.length).toBeGreaterThan(0);
  }
  expect(new Set(events.map(({ nameLat }) => nameLat)).size).toBe(13);
  const covers = events.toSorted((a, b) => a.startDate.localeCompare(b.startDate)).map(({ id }) => chooseCover(id));
  for (const [place, { family, set }] of covers.entries()) {
    expect(family).not.toBe(covers[place - 1]?.family);
    expect(set.number).not.toBe(covers[place - 1]?.set.number);
  }
  // The eight past ones show all six kinds, and the two repeated kinds differ in letter and screen.
  const past = covers.slice(0, 8).map(({ family }) => family);
  expect(new Set(past)).toEqual(new Set(coverFamilies));
  expect(past.filter((family, place) => past.indexOf(family) !== place).toSorted()).toEqual(['halftone', 'letter']);
});

test('the Admin of the demo may decide at the door', async () => {
  const app = await openDemo();
  const admin = await signIn(app, demoAccounts.admin);
  expect(await admin.accounts.currentUser()).toMatchObject({ role: 'Admin', email: 'admin@rkali.example' });
});

test('the guest of the demo is verified and has one used and one unused ticket, whose code opens the door', async () => {
  const app = await openDemo();
  const guest = await signIn(app, demoAccounts.guest);
  expect(await guest.accounts.me()).toMatchObject({ role: 'User', status: 'Verified', firstName: 'Nino' });
  const [unused, used, ...more] = await guest.tickets.mine();
  expect([unused?.isUsedTicket, used?.isUsedTicket, more]).toEqual([false, true, []]);

  const admin = await signIn(app, demoAccounts.admin);
  const scan = { isReject: false, ticketId: unused?.id ?? 0, code: unused?.code ?? '' };
  expect(await admin.door.scan({ body: scan })).toMatchObject({ result: 'accepted', guest: { firstName: 'Nino', lastName: 'Beridze' } });
});

test('the books of the demo agree: sold places are tickets, tickets are paid for, used ones were let in', async () => {
  const { ctx } = await openDemo();
  const { rows } = await ctx.db.execute(sql`
    select (select sum(sold_or_reserved) from events)::int as taken_of_events, (select sum(sold_or_reserved) from ticket_types)::int as taken_of_ticket_types,
      (select count(*) from tickets)::int as tickets,
      (select count(*) from tickets t join order_lines l on l.id = t.order_line_id join orders o on o.id = l.order_id and o.state = 'paid'
        join payments p on p.order_id = o.id and p.state = 'paid' and p.amount_tetri = o.total_tetri and o.total_tetri = t.price_tetri)::int as paid,
      (select count(*) from tickets where used_at is not null)::int as used,
      (select count(*) from scans s join tickets t on t.id = s.ticket_id and t.used_at = s.decided_at where s.result = 'accepted')::int as admitted,
      (select count(*) from payments p join ledger_entries e on e.payment_id = p.id and e.account = 'bank' and e.amount_tetri = p.captured_tetri
        join fake_bank_orders b on b.id = p.provider_order_id and b.reported_tetri = p.captured_tetri)::int as collected`);
  expect(rows).toEqual([
    { taken_of_events: 258, taken_of_ticket_types: 258, tickets: 258, paid: 258, used: 158, admitted: 158, collected: 258 },
  ]);
});

test('tonight shows an event with guests, and a demo order is refunded to its end', async () => {
  const app = await openDemo();
  const { staffTonight, staffOrders, staffMoney } = await signIn(app, demoAccounts.admin);
  const { figures, night: event } = await staffTonight.show({});
  expect(event?.nameLat).toBe('Nulovani');
  expect(figures).toMatchObject({ inside: 82, toCome: 96, rejected: 3, gross: 6620 });
  const { items } = await staffOrders.list({});
  expect(await staffMoney.refundOrder({ id: items[0]?.id ?? 0, body: { reason: 'Ill.' } })).toMatchObject({
    amount: 35,
    state: 'confirmed',
  });
});

test('two processes that start on one empty database load the demo once', async () => {
  const app = await startTestApp();
  await Promise.all([loadDemo(app.ctx), loadDemo(app.ctx)]);
  await loadDemo(app.ctx);
  expect(await counts(app)).toEqual({ users: 200, events: 13, tickets: 258 });
});

test('a database that has a user or an event is left alone', async () => {
  const withUser = await startTestApp();
  await createUser(withUser.ctx);
  await loadDemo(withUser.ctx);
  expect(await counts(withUser)).toEqual({ users: 1, events: 0, tickets: 0 });

  const withEvent = await startTestApp();
  await createEvent(withEvent.ctx);
  await loadDemo(withEvent.ctx);
  expect(await counts(withEvent)).toEqual({ users: 0, events: 1, tickets: 0 });
});
