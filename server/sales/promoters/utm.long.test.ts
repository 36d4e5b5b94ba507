import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { newPromoter, openByRef } from '#tests/factories/promoters.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { orderFrom, payFor, STORY } from '#tests/factories/utm-orders.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { utmRemembered } from '#shared/promoters/named-link.ts';

const storedOf = (app: TestApp) =>
  app.ctx.db
    .select({ source: orders.utmSource, medium: orders.utmMedium, campaign: orders.utmCampaign })
    .from(orders)
    .orderBy(asc(orders.id));

test('an address is remembered for thirty days, or until the browser closes for visitors who ask not to be tracked; the last one wins', async () => {
  const app = await startTestSite({ isFresh: true });
  const { id } = await createEvent(app.ctx);
  await newPromoter(app.api((await createAdmin(app.ctx)).accessToken));
  const address = '?utm_source=Instagram&utm_medium=story&utm_campaign=Iron+Garden';
  const kept = `${STORY}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`;
  for (const path of [`/Events/${id}`, `/Events/${id}`, '/']) expect(await openByRef(app, path + address)).toEqual([kept]);
  expect(await openByRef(app, `/${address}&lang=ka&via=luka`)).toEqual([
    expect.stringMatching(/^lang=ka/),
    expect.stringMatching(/^via=luka;/),
    kept,
  ]);
  for (const headers of [{ 'sec-gpc': '1' }, { dnt: '1' }])
    expect(await openByRef(app, `/${address}`, headers)).toEqual([`${STORY}; Path=/; HttpOnly; SameSite=Lax`]);
  expect(await openByRef(app, '/?utm_medium=mail', { cookie: STORY })).toEqual([expect.stringMatching(/^utm=:mail:;/)]);
  expect((await fetch(`${app.url}/${address}`)).headers.get('cache-control')).toBe('private, no-cache');
  expect((await fetch(app.url)).headers.get('cache-control')).toContain('public');
});

test('anything else than short words is ignored', async () => {
  const app = await startTestSite({ isFresh: true });
  const sets = (query: string) => openByRef(app, `/?${query}`);
  for (const value of [
    '',
    '%20',
    'a%0d%0aSet-Cookie:x=1',
    '%3Cscript%3E',
    'a;b',
    '=1%2B1',
    'x'.repeat(61),
    '%00',
    '%ED%A0%80',
    '%F0%9F%98%80',
  ])
    expect([value, await sets(`utm_source=${value}`)]).toEqual([value, []]);
  expect(await sets(`utm_source=${'x'.repeat(61)}&utm_medium=A_b-c.1`)).toEqual([expect.stringMatching(/^utm=:a_b-c\.1:;/)]);
  const [georgian] = await sets(`utm_campaign=${encodeURIComponent('ღამე')}`);
  expect(utmRemembered(georgian)).toEqual({ source: null, medium: null, campaign: 'ღამე' });
  // A visitor can write anything into the cookie.
  for (const cookie of ['utm=', 'utm=::', 'utm=%', 'utm=%ff:a', 'utm=%3Cb%3E', `utm=${'x'.repeat(61)}`, 'xutm=a:b:c', 'utm=%E2%80%AEa'])
    expect([cookie, utmRemembered(cookie)]).toEqual([cookie, undefined]);
});

test('an order keeps where its buyer came from when it is made, also when it is paid later by another browser', async () => {
  const app = await startTestApp();
  const { id } = await createEvent(app.ctx);
  const redirect = await orderFrom(app, [id], `lang=en; ${STORY}`);
  await orderFrom(app, [id], 'utm=%3Cb%3E:Mail:');
  await orderFrom(app, [id], 'lang=en');
  await payFor(app, redirect);
  expect(await storedOf(app)).toEqual([
    { source: 'instagram', medium: 'story', campaign: 'iron garden' },
    { source: null, medium: 'mail', campaign: null },
    { source: null, medium: null, campaign: null },
  ]);
});

test('the numbers say where buyers came from, by night and over all', async () => {
  const app = await startTestApp();
  const api = app.api((await createAdmin(app.ctx)).accessToken);
  const first = await createEvent(app.ctx, { priceTetri: 4_050 });
  const second = await createEvent(app.ctx, { priceTetri: 1_000 });
  await payFor(app, await orderFrom(app, [first.id, second.id], STORY));
  await payFor(app, await orderFrom(app, [first.id], STORY));
  await payFor(app, await orderFrom(app, [second.id], 'utm=:mail:'));
  await payFor(app, await orderFrom(app, [first.id], 'lang=en'));
  await orderFrom(app, [first.id], STORY);
  const [ticket] = await app.ctx.db.select({ id: tickets.id }).from(tickets).where(eq(tickets.eventId, first.id)).orderBy(asc(tickets.id));
  await api.door.scan({ body: { isReject: false, ticketId: ticket?.id ?? 0 } });
  const story = { source: 'instagram', medium: 'story', campaign: 'iron garden' };
  const mail = { source: null, medium: 'mail', campaign: null, orders: 1, tickets: 2, arrived: 0, money: 20 };
  expect((await api.staffReports.event({ id: first.id })).bySource).toEqual([{ ...story, orders: 2, tickets: 4, arrived: 1, money: 162 }]);
  expect((await api.staffReports.event({ id: second.id })).bySource).toEqual([
    { ...story, orders: 1, tickets: 2, arrived: 0, money: 20 },
    mail,
  ]);
  expect((await api.staffReports.season({})).bySource).toEqual([{ ...story, orders: 3, tickets: 6, arrived: 1, money: 182 }, mail]);

  // Refunded tickets do not count.
  const [, plain] = await app.ctx.db.select({ id: orders.id }).from(orders).orderBy(asc(orders.id));
  await api.staffMoney.refundOrder({ id: plain?.id ?? 0, body: { reason: 'Asked for it' } });
  expect((await api.staffReports.season({})).bySource).toEqual([{ ...story, orders: 2, tickets: 4, arrived: 1, money: 101 }, mail]);
});
