import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays } from '#shared/dates.ts';
import { events, lineUps } from '#server/content/content.table.ts';
import { loadTexts } from '#server/content/site-texts/shown-site.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const OCTETS_MAX = 75;

async function read({ url }: TestApp, path: string, init: RequestInit = {}) {
  const response = await fetch(url + path, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Returns the fields of each event in a calendar file, as a calendar program reads them: lines unfolded, texts unescaped. */
function eventsIn(file: string): Record<string, string>[] {
  const lines = file.replaceAll('\r\n ', '').split('\r\n');
  const events: Record<string, string>[] = [];
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+)[^:]*:(.*)$/s.exec(line) ?? [];
    const event = events.at(-1);
    if (line === 'BEGIN:VEVENT') events.push({});
    else if (event) event[name] = value.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
  }
  return events;
}

const createFullEvent = ({ ctx }: TestApp, fields: Parameters<typeof createEvent>[1] = {}) =>
  createEvent(ctx, {
    name: 'ღრმა მტკვარი',
    nameLat: 'Deep Kura',
    description: 'ქართული აღწერა, რომელიც საკმარისად გრძელია, რომ ერთ სტრიქონში არ დაეტიოს; და კიდევ ცოტა.',
    descriptionLat: 'Bass, and; more \\ bass.\nSecond line.',
    startsAt: new Date('2026-11-21T23:00:00+04:00'),
    lineUps: [
      { floor: 2, artistName: 'Data Dzma', startsAt: new Date('2026-11-21T23:00:00+04:00') },
      { floor: 1, artistName: 'OBERTON', startsAt: new Date('2026-11-22T02:00:00+04:00'), isHeadliner: true },
      { floor: 1, artistName: 'Lela M.', startsAt: new Date('2026-11-21T23:00:00+04:00') },
    ],
    ...fields,
  });

test('an event is a calendar file with its times, its place and who plays', async () => {
  const app = await startTestApp({ env: { PUBLIC_URL: 'https://rkali.example' } });
  const { id } = await createFullEvent(app);
  const { status, headers, text } = await read(app, `/calendar/${id}.ics`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(`inline; filename="event-${id}.ics"`);
  expect(eventsIn(text)).toMatchObject([
    {
      UID: `event-${id}@rkali.example`,
      DTSTART: '20261121T190000Z',
      DTEND: '20261122T030000Z',
      SUMMARY: 'Deep Kura',
      LOCATION: 'Rkali, 12 Sulava Street, Tbilisi',
      STATUS: 'CONFIRMED',
      URL: `https://rkali.example/Events/${id}`,
      DESCRIPTION:
        'Bass, and; more \\ bass.\nSecond line.\n\nMain Stage\n23:00 Lela M.\n02:00 OBERTON\n\nSpace Stage\n23:00 Data Dzma\n\n' +
        `https://rkali.example/Events/${id}`,
    },
  ]);
});

test('in Georgian the event has its Georgian name, stages and address, and no line is longer than the format allows', async () => {
  const app = await startTestApp();
  const { id } = await createFullEvent(app);
  const { text } = await read(app, `/calendar/${id}.ics?lang=ka`);
  const [event] = eventsIn(text);
  expect(event).toMatchObject({ SUMMARY: 'ღრმა მტკვარი', LOCATION: 'რკალი, სულავას ქუჩა 12, თბილისი' });
  expect(event?.['DESCRIPTION']).toContain('მთავარი სცენა\n23:00 Lela M.');
  expect(event?.['URL']).toBe(`http://localhost:3000/Events/${id}?lang=ka`);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(OCTETS_MAX);
});

test('stages are called as staff call them, and the only one is not named', async () => {
  const app = await startTestApp();
  const { id } = await createFullEvent(app);
  const admin = await createAdmin(app.ctx);
  const write = async (key: string, language: 'en' | 'ka' | 'all', value: string) => {
    await app.api(admin.accessToken).siteTexts.save({ body: { changes: [{ key, language, value, version: 0 }] } });
    await loadTexts(app.ctx);
  };
  const describe = async (event: number) => eventsIn((await read(app, `/calendar/${event}.ics`)).text)[0]?.['DESCRIPTION'];
  await write('events:stages.2', 'en', 'The Vault');
  expect(await describe(id)).toContain('The Vault\n23:00 Data Dzma');
  await write('club:stages', 'all', '1');
  // An act is still on the stage that was given up.
  expect(await describe(id)).toContain('Main Stage\n23:00 Lela M.');
  const startsAt = new Date('2026-11-21T23:00:00+04:00');
  const alone = await createFullEvent(app, { lineUps: [{ floor: 1, artistName: 'Lela M.', startsAt }] });
  expect(await describe(alone.id)).toMatch(/\n\n23:00 Lela M\.\n\n/);
});

test('the calendar to subscribe to holds the events ahead and those of three months, cancelled ones as such, no drafts', async () => {
  const app = await startTestApp();
  const now = app.clock.now();
  const at = async (days: number, fields = {}) => (await createEvent(app.ctx, { startsAt: addDays(now, days), ...fields })).id;
  const [recent, next, cancelled] = [await at(-30), await at(7), await at(14, { state: 'cancelled' })];
  await at(-120);
  await at(3, { state: 'draft' });
  const { text, headers } = await read(app, '/calendar.ics');
  const events = eventsIn(text);
  expect(events.map(({ UID }) => UID)).toEqual([recent, next, cancelled].map((id) => `event-${id}@localhost`));
  expect(events.map(({ STATUS }) => STATUS)).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED']);
  expect(text).toContain('X-WR-CALNAME:Rkali\r\n');
  expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT6H\r\n');
  expect(text).toContain('X-PUBLISHED-TTL:PT6H\r\n');
  expect(headers.get('content-disposition')).toBe('inline; filename="events.ics"');
  expect((await read(app, '/calendar.ics?lang=ka')).text).toContain('X-WR-CALNAME:რკალი\r\n');
});

test('a change that readers see makes a new revision, one of the stock does not', async () => {
  const app = await startTestApp();
  const { id } = await createFullEvent(app, { lineUps: [] });
  const revisionOf = async () => {
    app.dropCaches();
    const [event] = eventsIn((await read(app, `/calendar/${id}.ics`)).text);
    expect(event?.['LAST-MODIFIED']).toMatch(/^\d{8}T\d{6}Z$/);
    expect(event?.['DTSTAMP']).toBe(event?.['LAST-MODIFIED']);
    return Number(event?.['SEQUENCE']);
  };
  const change = (columns: Partial<typeof events.$inferInsert>) => app.ctx.db.update(events).set(columns).where(eq(events.id, id));
  expect(await revisionOf()).toBe(0);
  await change({ soldOrReserved: 1 });
  expect(await revisionOf()).toBe(0);
  await change({ nameLat: 'Deeper Kura' });
  expect(await revisionOf()).toBe(1);
  await change({ state: 'cancelled' });
  expect(await revisionOf()).toBe(2);
  await app.ctx.db.insert(lineUps).values({ eventId: id, floor: 1, artistName: 'OBERTON', startsAt: app.clock.now() });
  expect(await revisionOf()).toBe(3);
});

test('without events the calendar is empty and whole', async () => {
  const app = await startTestApp();
  const { status, text } = await read(app, '/calendar.ics');
  expect(status).toBe(200);
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n.*END:VCALENDAR\r\n$/s);
});

test('names that try to break out of their line stay inside it', async () => {
  const app = await startTestApp();
  const nameLat = 'Night\r\nEND:VEVENT\r\nBEGIN:VEVENT\u0007\u2028;,:"\\';
  const { id } = await createEvent(app.ctx, { nameLat, descriptionLat: 'x\rEND:VCALENDAR\nATTACH:file' });
  const events = eventsIn((await read(app, `/calendar/${id}.ics`)).text);
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ SUMMARY: 'Night END:VEVENT BEGIN:VEVENT ;,:"\\', STATUS: 'CONFIRMED' });
  expect(events[0]).not.toHaveProperty('ATTACH');
});

test('a program that has the calendar gets 304, and HEAD no content', async () => {
  const app = await startTestApp();
  await createFullEvent(app);
  const { headers } = await read(app, '/calendar.ics');
  const again = await read(app, '/calendar.ics', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect([again.status, again.text]).toEqual([304, '']);
  const head = await read(app, '/calendar.ics', { method: 'HEAD' });
  expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', headers.get('etag')]);
});

test('a draft, an unknown event and what is no id have no calendar file', async () => {
  const app = await startTestApp();
  const { id } = await createEvent(app.ctx, { state: 'draft' });
  for (const name of [id, 999999, 0, 'x', '1e3', '99999999999999999999'])
    expect([name, (await read(app, `/calendar/${name}.ics`)).status]).toEqual([name, 404]);
});
