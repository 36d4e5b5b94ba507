import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { publishPlanned } from '#server/content/events/publish-plans.jobs.ts';
import { lineUps, ticketTypes } from '#server/content/content.table.ts';
import { loadTexts } from '#server/content/site-texts/shown-site.ts';
import { daysLaterSql } from '#server/platform/db/sql-parts.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { remindHolders } from '#server/sales/tickets/event-reminder.jobs.ts';
import { printTickets, ticketPdfOf } from '#server/sales/tickets/ticket-print.ts';
import { findValidTicketsOfOrder } from '#server/sales/tickets/tickets.queries.ts';
import { toWireTime } from '#shared/dates.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { eventFields, openOffice } from '#tests/factories/event-fields.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPaidOrder } from '#tests/factories/paid-orders.ts';
import { sell } from '#tests/factories/staff-money.ts';
import { createAdmin, createUser, signInAgain } from '#tests/factories/users.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { readPdf } from '#tests/setup/pdf.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { startSmtp } from '#tests/setup/smtp.ts';
import { runDueJobs } from './registry.ts';

/** The clock goes back an hour on 25 October 2026 at 03:00, and forward on 28 March 2027 at 02:00. */
const BERLIN = { VENUE_TIME_ZONE: 'Europe/Berlin' };
const CHANGES = ['2026-10-25T01:00:00Z', '2027-03-28T01:00:00Z'];

async function openBerlin(now = '2026-10-01T18:00:00+02:00', env: Record<string, string> = {}) {
  const office = await openOffice({ env: { ...BERLIN, ...env } });
  office.clock.set(now);
  return signIn(office);
}

/** A session ends while the clock jumps. */
const signIn = async (office: Awaited<ReturnType<typeof openOffice>>) => {
  return { ...office, calls: office.api(await signInAgain(office.ctx, office.admin.id)) };
};

const readText = async (address: string): Promise<string> => (await fetch(address)).text();

test('hours that are typed for the nights of both changes are those of the clock on the wall', async () => {
  const { calls, url } = await openBerlin();
  const autumn = await calls.staffEvents.create({ body: eventFields({ day: '2026-10-24' }) });
  const spring = await calls.staffEvents.create({ body: eventFields({ day: '2027-03-27' }) });
  expect([autumn, spring].map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
    ['2026-10-24T23:00:00+02:00', '2026-10-25T07:00:00+01:00'],
    ['2027-03-27T23:00:00+01:00', '2027-03-28T07:00:00+02:00'],
  ]);
  expect([autumn, spring].map(({ day, from, until }) => [day, from, until])).toEqual([
    ['2026-10-24', '23:00', '07:00'],
    ['2027-03-27', '23:00', '07:00'],
  ]);
  for (const { id, version } of [autumn, spring]) {
    const { warnings } = await calls.staffEvents.warnings({ id });
    await calls.staffEvents.changeState({ id, body: { version, state: 'published', confirmed: warnings.map(({ key }) => key) } });
  }
  expect((await readText(`${url}/calendar/${autumn.id}.ics`)).match(/DT(?:START|END):\w+/g)).toEqual([
    'DTSTART:20261024T210000Z',
    'DTEND:20261025T060000Z',
  ]);
  expect((await readText(`${url}/calendar/${spring.id}.ics`)).match(/DT(?:START|END):\w+/g)).toEqual([
    'DTSTART:20270327T220000Z',
    'DTEND:20270328T050000Z',
  ]);
});

test('the database moves a time by days as the program does, at every half hour around both changes', async () => {
  const { ctx } = await openBerlin();
  for (const days of [-7, 1, 7, 154]) {
    const moments = CHANGES.flatMap((change) =>
      Array.from({ length: 96 }, (_, place) => daysLater(new Date(Date.parse(change) + (place - 48) * 30 * MINUTE_MS), -days)),
    );
    const list = sql.param(moments.map((moment) => moment.toISOString()));
    const { rows } = await ctx.db.execute<{ at: string }>(
      sql`select ${daysLaterSql(sql`m`, days)} as at from unnest(${list}::timestamptz[]) with ordinality as moments (m, place) order by place`,
    );
    expect(rows.map(({ at }) => new Date(at).toISOString())).toEqual(moments.map((moment) => daysLater(moment, days).toISOString()));
  }
});

test('copies on the nights of both changes have their acts and sales at the same time of day', async () => {
  const { ctx, calls } = await openBerlin();
  const { id } = await createEvent(ctx, {
    startsAt: new Date('2026-10-17T23:00:00+02:00'),
    lineUps: [{ floor: 1, artistName: 'Lela M.', startsAt: new Date('2026-10-18T04:00:00+02:00') }],
    ticketTypes: [{ onSaleUntil: new Date('2026-10-18T05:00:00+02:00') }],
  });
  await calls.staffEvents.copy({ id, body: { days: ['2026-10-24', '2027-03-27'] } });
  const acts = await ctx.db.select().from(lineUps).orderBy(lineUps.startsAt);
  const types = await ctx.db.select().from(ticketTypes).orderBy(ticketTypes.onSaleUntil);
  expect(acts.map(({ startsAt }) => toWireTime(startsAt))).toEqual([
    '2026-10-18T04:00:00+02:00',
    '2026-10-25T04:00:00+01:00',
    '2027-03-28T04:00:00+02:00',
  ]);
  expect(types.map(({ onSaleUntil }) => onSaleUntil && toWireTime(onSaleUntil))).toEqual([
    '2026-10-18T05:00:00+02:00',
    '2026-10-25T05:00:00+01:00',
    '2027-03-28T05:00:00+02:00',
  ]);
});

test.each([
  ['2026-10-24', '2026-10-25T02:30:00+02:00', '2026-10-25T02:29:59+02:00'],
  ['2026-10-24', '2026-10-25T02:30:00+01:00', '2026-10-25T02:59:59+02:00'],
  ['2027-03-27', '2027-03-28T03:00:00+02:00', '2027-03-28T01:59:59+01:00'],
])('in the night of %s a publication planned for %s and a sale until then hold to the moment', async (day, moment, before) => {
  const { ctx, clock, deps, calls, url } = await openBerlin();
  const { id } = await createEvent(ctx, {
    startsAt: new Date(`${day}T23:00:00${day.startsWith('2026') ? '+02:00' : '+01:00'}`),
    state: 'draft',
    ticketTypes: [{ onSaleUntil: new Date(Date.parse(moment) + HOUR_MS) }],
  });
  const { warnings } = await calls.staffEvents.warnings({ id, publishAt: moment });
  const body = { version: 0, publishAt: moment, confirmed: warnings.map(({ key }) => key) };
  expect(await calls.staffEvents.planPublication({ id, body })).toMatchObject({ publishAt: moment });
  const stateAt = async (at: string) => {
    clock.set(at);
    await publishPlanned.run(ctx, {});
    await runDueJobs(deps);
    return (await fetch(`${url}/api/Events/${id}`)).status;
  };
  expect([await stateAt(before), await stateAt(moment)]).toEqual([404, 200]);
});

test.each([
  [
    'autumn',
    [
      ['2026-10-24T11:59:00+02:00', '2026-10-23', '2026-10-24'],
      ['2026-10-24T12:00:00+02:00', '2026-10-24', '2026-10-24'],
      ['2026-10-25T00:00:00+02:00', '2026-10-24', '2026-10-25'],
      ['2026-10-25T11:59:00+01:00', '2026-10-24', '2026-10-25'],
      ['2026-10-25T12:00:00+01:00', '2026-10-25', '2026-10-25'],
      ['2026-10-26T00:00:00+01:00', '2026-10-25', '2026-10-26'],
    ],
  ],
  [
    'spring',
    [
      ['2027-03-27T11:59:00+01:00', '2027-03-26', '2027-03-27'],
      ['2027-03-27T12:00:00+01:00', '2027-03-27', '2027-03-27'],
      ['2027-03-28T11:59:00+02:00', '2027-03-27', '2027-03-28'],
      ['2027-03-28T12:00:00+02:00', '2027-03-28', '2027-03-28'],
      ['2027-03-28T23:59:00+02:00', '2027-03-28', '2027-03-28'],
    ],
  ],
] as const)('money of the %s counts for nights from noon and days from midnight', async (_season, moments) => {
  const office = await openBerlin();
  for (const [moment] of moments) {
    office.clock.set(moment);
    await sell(office, { quantity: 1 });
  }
  const { staffReports } = (await signIn(office)).calls;
  for (const by of ['night', 'day'] as const) {
    const days = moments.map(([, businessNight, day]) => (by === 'night' ? businessNight : day));
    const counted = [...new Set(days)]
      .toSorted()
      .toReversed()
      .map((day) => [day, days.filter((each) => each === day).length]);
    const { items } = await staffReports.days({ by });
    expect([by, items.map(({ day, tickets }) => [day, tickets])]).toEqual([by, counted]);
  }
});

test('seasons and comparable events go by the nights of the club', async () => {
  const office = await openBerlin('2026-08-01T18:00:00+02:00');
  const starts = ['2026-09-01T11:59:00+02:00', '2026-09-01T12:00:00+02:00', '2027-08-31T23:00:00+02:00', '2027-09-01T12:00:00+02:00'];
  for (const startsAt of starts) await createEvent(office.ctx, { startsAt: new Date(startsAt) });
  const { staffReports } = (await signIn(office)).calls;
  expect((await staffReports.months({})).seasons).toEqual([2027, 2026, 2025]);
});

test.each([
  ['2026-10-24T23:00:00+02:00', '2026-10-25T11:59:59+01:00', '2026-10-25T12:00:00+01:00'],
  ['2027-03-27T23:00:00+01:00', '2027-03-28T11:59:59+02:00', '2027-03-28T12:00:00+02:00'],
])('Tonight shows the event of %s until noon of its clock', async (start, before, noon) => {
  const office = await openBerlin();
  const event = await createEvent(office.ctx, { startsAt: new Date(start) });
  const next = await createEvent(office.ctx, { startsAt: daysLater(new Date(start), 6) });
  const shownAt = async (at: string) => {
    office.clock.set(at);
    return (await (await signIn(office)).calls.staffTonight.show({})).night?.id;
  };
  expect([await shownAt(before), await shownAt(noon)]).toEqual([event.id, next.id]);
});

test.each([
  ['2026-10-25T23:00:00+01:00', '2026-10-24T22:59:00+02:00', '2026-10-24T23:00:00+02:00'],
  ['2027-03-28T23:00:00+02:00', '2027-03-27T22:59:00+01:00', '2027-03-27T23:00:00+01:00'],
])('holders for %s are reminded at the same hour of the day before', async (start, before, hour) => {
  const smtp = await startSmtp();
  const office = await openBerlin('2026-10-01T18:00:00+02:00', { SMTP_URL: smtp.url });
  const event = await createEvent(office.ctx, { startsAt: new Date(start) });
  const changes = [{ key: 'club:reminder', language: 'all' as const, value: 'yes', version: 0 }];
  await office.calls.siteTexts.save({ body: { changes } });
  await loadTexts(office.ctx);
  const { id: userId } = await createUser(office.ctx);
  await createPaidOrder(office.ctx, { userId, lines: [{ eventId: event.id, ticketTypeId: event.ticketTypeId }] });
  const remindedAt = async (at: string) => {
    office.clock.set(at);
    smtp.received.length = 0;
    await remindHolders.run(office.ctx, {});
    await runDueJobs(office.deps);
    return smtp.received.map(({ raw }) => readMime(raw).headers.get('subject')?.[0]);
  };
  expect(await remindedAt(before)).toEqual([]);
  expect(await remindedAt(hour)).toEqual(['Tomorrow at 23:00: Night']);
});

test('mails, tickets and pages say the hours of the clock on the wall, and name its city', async () => {
  const smtp = await startSmtp();
  const app = await startTestSite({ env: { ...BERLIN, SMTP_URL: smtp.url } });
  app.clock.set('2026-10-01T18:00:00+02:00');
  const { ctx } = app;
  const admin = await createAdmin(ctx);
  const event = await createEvent(ctx, { startsAt: new Date('2026-10-24T23:00:00+02:00'), endsAt: new Date('2026-10-25T07:00:00+01:00') });
  const { id: userId } = await createUser(ctx);
  const order = await createPaidOrder(ctx, { userId, lines: [{ eventId: event.id, ticketTypeId: event.ticketTypeId }] });
  await queueMail(ctx, { key: 'ticket', kind: 'ticket', recipient: 'nino@example.com', language: 'en', payload: { orderId: order.id } });
  await app.api(admin.accessToken).staffTeam.invite({ body: { email: 'lela@example.com', roles: ['Desk'], language: 'en' } });
  await runDueJobs(app.deps);
  const texts = smtp.received.map(({ raw }) => textOf(readMime(raw), 'text/plain')).join('\n');
  expect(texts).toContain('Saturday, October 24, 2026, 23:00');
  expect(texts).toContain('until October 4, 2026, 18:00 (Berlin time)');

  const pdf = readPdf(await printTickets(ticketPdfOf(ctx, await findValidTicketsOfOrder(ctx.db, order.id), 'en')));
  expect(pdf.lines[0]).toEqual(expect.arrayContaining(['Doors 23:00']));

  const page = await readText(`${app.url}/Events/${event.id}`);
  expect(page).toContain('23:00');
  expect(page).toContain('07:00');
  expect(page).not.toMatch(/>(01|08):00</);
  expect(page).toContain('"timeZone":"Europe/Berlin"');
  expect(await readText(`${app.url}/door`)).toContain('data-time-zone="Europe/Berlin"');
});
