import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { newPromoter, openByRef, promoterRules } from '#tests/factories/promoters.ts';
import { comeBack, payAtBank } from '#tests/factories/purchases.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { countClick } from './clicks.ts';
import { commissionOf } from './promoters.service.ts';

async function open() {
  const app = await startTestApp();
  const api = app.api((await createAdmin(app.ctx)).accessToken);
  const id = await newPromoter(api);
  return { app, api, id, desk: api.staffPromoters };
}

/** A guest who came by a promoter's link, with a place in the cart. */
async function hold(app: TestApp, eventId: number, cookie: string, quantity = 1) {
  const guest = await createUser(app.ctx);
  const url = `/api/Cart/add-ticket?eventId=${eventId}&quantity=${quantity}`;
  const { status } = await rawCall(app.url, url, { method: 'POST', bearer: guest.accessToken, headers: { cookie } });
  expect(status).toBe(200);
  return guest;
}

async function buyByRef(app: TestApp, eventId: number, cookie: string, quantity = 1) {
  const guest = await hold(app, eventId, cookie, quantity);
  const { redirect } = await app.api(guest.accessToken).cart.checkout();
  await comeBack(app, (await payAtBank(app, redirect, 'lost')).token);
  return guest;
}

const visitor = (address = '203.0.113.7') => ({ address, userAgent: 'Mozilla/5.0 Firefox/150.0' });

test('what a link brought is counted: opened, held, sold, arrived, money and commission, by event and in all', async () => {
  const { app, api, id, desk } = await open();
  const { id: eventId } = await createEvent(app.ctx, { priceTetri: 4_050 });
  for (const path of [`/Events/${eventId}`, `/events/${eventId}`, '/']) await countClick(app.ctx, { refCode: 'luka', path }, visitor());
  await countClick(app.ctx, { refCode: 'nobody', path: '/' }, visitor());
  await countClick(app.ctx, { refCode: 'luka', path: '/' }, { ...visitor(), userAgent: 'Googlebot/2.1' });
  await buyByRef(app, eventId, 'lang=en; via=luka', 2);
  await hold(app, eventId, 'via=luka');
  await buyByRef(app, eventId, 'via=nobody');
  const [first] = await app.ctx.db.select({ id: tickets.id }).from(tickets).orderBy(tickets.id);
  await api.door.scan({ body: { isReject: false, ticketId: first?.id ?? 0 } });
  const figures = { opened: 2, held: 1, sold: 2, arrived: 1, money: 81, commission: 11.6 };
  expect((await desk.events({ id })).items).toMatchObject([
    { event: { id: eventId, nameLat: 'Night' }, ...figures },
    { event: null, opened: 1, sold: 0, commission: 0 },
  ]);
  expect((await desk.list()).items).toMatchObject([{ id, refCode: 'luka', ...figures, opened: 3 }]);
  // The sums equal those of tickets and scans.
  const sold = await app.ctx.db
    .select({ tetri: tickets.priceTetri })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .where(eq(orderLines.promoterId, id));
  expect(sold.reduce((sum, { tetri }) => sum + tetri, 0)).toBe(8_100);
});

test('a refunded ticket counts nowhere, and a promoter who has ended brings nobody more', async () => {
  const { app, api, id, desk } = await open();
  const { id: eventId } = await createEvent(app.ctx);
  await buyByRef(app, eventId, 'via=luka');
  const [line] = await app.ctx.db.select({ orderId: orderLines.orderId }).from(orderLines);
  await api.staffMoney.refundOrder({ id: line?.orderId ?? 0, body: { reason: 'Asked for it' } });
  expect((await desk.list()).items).toMatchObject([{ sold: 0, money: 0, commission: 0 }]);
  await desk.end({ id });
  await countClick(app.ctx, { refCode: 'luka', path: '/' }, visitor());
  await buyByRef(app, eventId, 'via=luka');
  expect((await desk.list()).items).toMatchObject([{ opened: 0, sold: 0 }]);
  await desk.reopen({ id });
  await buyByRef(app, eventId, 'via=luka');
  expect((await desk.list()).items).toMatchObject([{ sold: 1 }]);
});

test('a link is remembered for thirty days, or until the browser closes for visitors who ask not to be tracked', async () => {
  const app = await startTestSite({ isFresh: true });
  const api = app.api((await createAdmin(app.ctx)).accessToken);
  const id = await newPromoter(api);
  const { id: eventId } = await createEvent(app.ctx);
  const kept = 'via=luka; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax';
  expect(await openByRef(app, `/Events/${eventId}?via=Luka`)).toEqual([kept]);
  // Opened again, from the cache.
  expect(await openByRef(app, `/Events/${eventId}?from=x&via=luka`)).toEqual([kept]);
  expect(await openByRef(app, `/?lang=ka&via=luka`)).toEqual([expect.stringMatching(/^lang=ka/), kept]);
  expect(await openByRef(app, '/?via=luka', { 'sec-gpc': '1' })).toEqual(['via=luka; Path=/; HttpOnly; SameSite=Lax']);
  for (const none of ['/', '/?via=', '/?via=a', '/?via=a%0d%0ab', `/?via=${'x'.repeat(41)}`])
    expect(await openByRef(app, none)).toEqual([]);
  await expect.poll(async () => (await api.staffPromoters.list()).items[0]?.opened).toBe(4);
  expect((await api.staffPromoters.events({ id })).items).toMatchObject([{ opened: 2 }, { event: null, opened: 2 }]);
});

test('the own page shows figures and links to a promoter without an account, until its link ends', async () => {
  const { app, id, desk } = await open();
  const { id: eventId } = await createEvent(app.ctx);
  await buyByRef(app, eventId, 'via=luka');
  const { url } = await desk.makeLink({ id });
  const token = url.split('#')[1] ?? '';
  expect(url).toBe(`${app.deps.env.publicUrl}/promoter#${token}`);
  const page = await app.api().promoter.read({ body: { token } });
  expect(page).toMatchObject({
    name: 'Luka',
    refCode: 'luka',
    sold: 1,
    arrived: 0,
    commission: 4,
    perArrival: 3.5,
    percent: 10,
    hasEnded: false,
  });
  expect(page.coming).toEqual([{ id: eventId, name: 'ღამე', nameLat: 'Night' }]);
  await desk.endLink({ id });
  await expect(app.api().promoter.read({ body: { token } })).rejects.toMatchObject({
    status: 404,
    body: { code: 'promoter_link_unknown' },
  });
});

test('a name in links is there once, and bad input is marked at its field', async () => {
  const { desk, id } = await open();
  const invalid = (field: string) => ({ status: 422, body: { errors: { [field]: expect.any(String) } } });
  await expect(desk.add({ body: { ...promoterRules, refCode: 'LUKA' } })).rejects.toMatchObject(invalid('refCode'));
  await expect(desk.add({ body: { ...promoterRules, refCode: 'a b' } })).rejects.toMatchObject(invalid('refCode'));
  await expect(desk.add({ body: { ...promoterRules, refCode: 'nino', percent: 101 } })).rejects.toMatchObject(invalid('percent'));
  await desk.change({ id, body: { ...promoterRules, perArrival: 5, percent: 0, version: 1 } });
  await expect(desk.change({ id, body: { ...promoterRules, version: 1 } })).rejects.toMatchObject({ body: { code: 'conflict' } });
});

test.each([
  [{ perArrivalTetri: 350, percent: 10 }, { arrived: 2, tetri: 8_105 }, 1_511],
  [{ perArrivalTetri: 0, percent: 33 }, { arrived: 9, tetri: 100 }, 33],
  [{ perArrivalTetri: 500, percent: 0 }, { arrived: 3, tetri: 99_999 }, 1_500],
])('the commission is rounded to a tetri for each event', (promoter, brought, tetri) => {
  expect(commissionOf(promoter, brought)).toBe(tetri);
});
