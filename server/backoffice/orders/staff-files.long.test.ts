import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPaidOrder } from '#tests/factories/paid-orders.ts';
import { sell } from '#tests/factories/staff-money.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

async function download(app: TestApp, path: string) {
  const { accessToken } = await createAdmin(app.ctx);
  const response = await fetch(`${app.url}/api/staff/${path}`, { headers: { authorization: `Bearer ${accessToken}` } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { response, bytes, lines: bytes.toString('utf8').replace('\uFEFF', '').split('\r\n') };
}

const signIn = async (app: TestApp) => app.api((await createAdmin(app.ctx)).accessToken);

test('reports by day count money by business night and by calendar day, places for nothing apart', async () => {
  const app = await startTestApp();
  app.clock.set('2026-11-21T03:00:00+04:00');
  const api = await signIn(app);
  const { orderId, ticketIds, eventId } = await sell(app, { quantity: 3 });
  const event = await createEvent(app.ctx, { priceTetri: 0 });
  const free = { eventId: event.id, ticketTypeId: event.ticketTypeId, priceTetri: 0 };
  await createPaidOrder(app.ctx, { userId: (await createUser(app.ctx)).id, lines: [free] });
  expect(eventId).toBeGreaterThan(0);
  await api.staffMoney.refundOrder({ id: orderId, body: { tickets: ticketIds.slice(0, 1), reason: 'One less.' } });
  const row = { currency: 'GEL', captured: 120, refunded: 40, net: 80, tickets: 3, free: 1 };
  expect(await api.staffReports.days({ by: 'night' })).toEqual({ items: [{ day: '2026-11-20', ...row }], next: null });
  expect(await api.staffReports.days({ by: 'day' })).toEqual({ items: [{ day: '2026-11-21', ...row }], next: null });
});

test.each([
  ['2026-11-21T11:59:59+04:00', '2026-11-20', '2026-11-21'],
  ['2026-11-21T12:00:00+04:00', '2026-11-21', '2026-11-21'],
  ['2026-11-21T23:59:59+04:00', '2026-11-21', '2026-11-21'],
  ['2026-11-22T00:00:00+04:00', '2026-11-21', '2026-11-22'],
])('money of %s belongs to the night of %s and the day of %s', async (at, event, day) => {
  const app = await startTestApp();
  app.clock.set(at);
  await sell(app);
  const { staffReports } = await signIn(app);
  expect((await staffReports.days({ by: 'night' })).items.map((row) => row.day)).toEqual([event]);
  expect((await staffReports.days({ by: 'day' })).items.map((row) => row.day)).toEqual([day]);
});

test('days are read page by page over those without any, and their file has all of them', async () => {
  const app = await startTestApp();
  await sell(app);
  app.clock.set('2026-11-22T20:00:00+04:00');
  await sell(app);
  app.clock.set('2027-03-01T20:00:00+04:00');
  await sell(app);
  const { staffReports } = await signIn(app);
  const first = await staffReports.days({ by: 'day' });
  expect(first.items.map(({ day }) => day)).toEqual(['2027-03-01']);
  const second = await staffReports.days({ by: 'day', before: first.next ?? '' });
  expect(second).toMatchObject({ items: [{ day: '2026-11-22' }, { day: '2026-11-20' }], next: null });
  const { lines, response } = await download(app, 'takings/file?by=day&lang=ka');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="revenue-by-day.csv"');
  expect(lines).toEqual([
    'თარიღი,მთლიანი,დაბრუნებული თანხა,სუფთა,ვალუტა,ბილეთები,მოსაწვევები',
    '2027-03-01,80,0,80,GEL,2,0',
    '2026-11-22,80,0,80,GEL,2,0',
    '2026-11-20,80,0,80,GEL,2,0',
    '',
  ]);
});

test('the orders of an event come as a file that no guest can make a formula of', async () => {
  const app = await startTestApp();
  const event = await createEvent(app.ctx);
  const guest = await createUser(app.ctx, { firstName: '=HYPERLINK("x")', lastName: 'ბერიძე', email: '+a@example.ge' });
  const line = { eventId: event.id, ticketTypeId: event.ticketTypeId, quantity: 2 };
  const order = await createPaidOrder(app.ctx, { userId: guest.id, lines: [line] });
  const { bytes, lines, response } = await download(app, `nights/${event.id}/orders/file?lang=en`);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(lines[1]).toBe(`${order.id},2026-11-20,18:00,Paid,"'=HYPERLINK(""x"") ბერიძე",'+a@example.ge,Entry,2,40,80,,,,`);
  const from = { utmSource: '-1+1', utmMedium: 'story', utmCampaign: 'ღამე' };
  await app.ctx.db.update(orders).set(from).where(eq(orders.id, order.id));
  const { lines: again } = await download(app, `nights/${event.id}/orders/file?lang=en`);
  expect(again[0]).toMatch(/,Source,Medium,Campaign$/);
  expect(again[1]).toMatch(/,'-1\+1,story,ღამე$/);
  await expect((await signIn(app)).staffOrders.ordersFile({ id: 999 })).rejects.toMatchObject({ status: 404 });
});

async function downloadChosen(app: TestApp, path: string, body: object, accessToken?: string) {
  const bearer = accessToken ?? (await createAdmin(app.ctx)).accessToken;
  const response = await fetch(`${app.url}/api/staff/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { response, lines: (await response.text()).replace('\uFEFF', '').split('\r\n') };
}

const lastEntry = async ({ ctx }: TestApp) => (await ctx.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1))[0];

test('chosen orders come as a file with the event of each line, and the audit log names them', async () => {
  const app = await startTestApp();
  const [first, second, third] = [await sell(app, { quantity: 2 }), await sell(app), await sell(app)];
  const ids = [first.orderId, third.orderId];
  const { lines, response } = await downloadChosen(app, 'orders/file', { ids, lang: 'en' });
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"');
  expect(lines[0]).toMatch(/^Order,Date,Time,Status,Guest,Email,Event,Event date,Ticket type,/);
  expect(lines.slice(1, -1).map((line) => Number(line.split(',')[0]))).toEqual(ids);
  expect(lines.join('\n')).not.toContain(`\n${second.orderId},`);
  expect(await lastEntry(app)).toMatchObject({ action: 'export.orders', subject: 'club', detail: { orderIds: ids.join(', ') } });
});

test('chosen guests come as a file without what identifies them by law, and the audit log names them', async () => {
  const app = await startTestApp();
  const nino = await createUser(app.ctx, {
    firstName: '=Nino',
    email: 'nino@example.ge',
    personalNumber: '01001012345',
    birthdate: '1999-05-06',
  });
  const [other, deleted] = [await createUser(app.ctx), await createUser(app.ctx)];
  await app.ctx.db.update(users).set({ deletedAt: app.clock.now() }).where(eq(users.id, deleted.id));
  const { lines } = await downloadChosen(app, 'guests/file', { ids: [nino.id, deleted.id], lang: 'en' });
  expect(lines[0]).toBe('Guest,Email,Phone,Status,Registered');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(/^'=Nino .+,nino@example\.ge,/);
  expect(lines.join()).not.toMatch(/01001012345|1999-05-06/);
  expect(lines.join()).not.toContain(other.email);
  expect(await lastEntry(app)).toMatchObject({ action: 'export.guests', detail: { guestIds: `${nino.id}, ${deleted.id}` } });
});

test('a file of chosen rows needs the right to export, a choice, and not a whole database', async () => {
  const app = await startTestApp();
  for (const [path, roles] of [
    ['orders/file', ['Money']],
    ['guests/file', ['Desk']],
  ] as const) {
    const { accessToken } = await createAdmin(app.ctx, { roles: [...roles] });
    expect((await downloadChosen(app, path, { ids: [1] }, accessToken)).response.status).toBe(403);
    for (const ids of [[], Array.from({ length: 1_001 }, (_, place) => place + 1)])
      expect((await downloadChosen(app, path, { ids })).response.status).toBe(400);
  }
  expect(await app.ctx.db.$count(auditEntries)).toBe(0);
});

test('the guest list names who holds a valid ticket, and nothing else about them', async () => {
  const app = await startTestApp();
  const { eventId, ticketIds, orderId } = await sell(app, { quantity: 2 });
  const api = await signIn(app);
  await api.door.scan({ body: { isReject: false, ticketId: ticketIds[0] ?? 0 } });
  await api.staffMoney.refundOrder({ id: orderId, body: { tickets: ticketIds.slice(1), reason: 'One less.' } });
  const { lines } = await download(app, `nights/${eventId}/guests/file?lang=ka`);
  expect(lines).toEqual(['ბილეთი,სტუმარი,ბილეთის ტიპი,მოვიდა,სალაროს ქვითარი', `${ticketIds[0]},Nino Beridze,შესვლა,18:00,`, '']);
});

test('the guest list says of a ticket that was used at the door of another event when that was', async () => {
  const app = await startTestApp();
  const { eventId, ticketIds } = await sell(app, { quantity: 1 });
  const other = await createEvent(app.ctx);
  const api = await signIn(app);
  await api.door.scan({ body: { isReject: false, ticketId: ticketIds[0] ?? 0, eventId: other.id, admitOtherEvent: true } });
  const { lines } = await download(app, `nights/${eventId}/guests/file?lang=en`);
  expect(lines[1]).toBe(`${ticketIds[0]},Nino Beridze,Entry,"at another event, 2026-11-20 18:00",`);
});

test('a guest list longer than one reading is whole', async () => {
  const app = await startTestApp();
  const places = 1_201;
  const event = await createEvent(app.ctx, { allocation: places, capacity: places });
  const guest = await createUser(app.ctx);
  await createPaidOrder(app.ctx, { userId: guest.id, lines: [{ eventId: event.id, ticketTypeId: event.ticketTypeId, quantity: places }] });
  const { lines } = await download(app, `nights/${event.id}/guests/file`);
  const ids = lines.slice(1, -1).map((line) => Number(line.split(',')[0]));
  expect(new Set(ids).size).toBe(places);
  expect(await app.ctx.db.$count(tickets)).toBe(places);
});
