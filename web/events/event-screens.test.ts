import { expect, test } from 'vitest';
import type { Language } from '#shared/constants.ts';
import { coverUrl, defaultCoverId } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';

const BEFORE = new Date('2026-11-20T12:00:00+04:00');
const SATURDAY = { startsAt: new Date('2026-11-21T23:00:00+04:00'), endsAt: new Date('2026-11-22T07:00:00+04:00') };

/** The content of a page from the server: its markup and, without that, its text. */
async function read({ url }: TestApp, path: string, language: Language = 'en') {
  const response = await fetch(url + path, { headers: { cookie: `lang=${language}` } });
  const main = /<main[^>]*>(.*)<\/main>/s.exec(await response.text())?.[1] ?? '';
  return { status: response.status, main, text: main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') };
}

const states: [string, Parameters<typeof createEvent>[1], RegExp][] = [
  ['on sale', {}, /40,00 ₾ .*Get Ticket/],
  ['free', { priceTetri: 0 }, /Free .*Get Ticket/],
  ['cancelled', { state: 'cancelled' }, /Cancelled .*This event is cancelled/],
  ['over', { startsAt: new Date('2026-11-18T23:00:00+04:00'), endsAt: BEFORE }, /Ended .*This event is over .*40,00 ₾ .*Upcoming events/],
];
test.each(states)('an event that is %s says so [§2.event-price]', async (_, fields, pattern) => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { ...SATURDAY, ...fields });
  const { status, text, main } = await read(app, paths.event(id));
  expect(status).toBe(200);
  expect(text).toMatch(pattern);
  expect(main).not.toContain('aria-disabled');
});

test('the poster of an event shows what the event has come to', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, {
    ...SATURDAY,
    capacity: 400,
    soldOrReserved: 130,
    ticketTypes: [{ allocation: 400, soldOrReserved: 130 }],
  });
  const shown = async (path: string) => /media\/covers\/v\d\/\d+\/[\dx]+\.svg\?s=([\w-]+)/.exec((await read(app, path)).main)?.[1];
  for (const path of [paths.home, paths.allEvents, paths.event(id)]) expect(await shown(path), path).toBe('sold-3');
  app.clock.set('2026-11-22T02:40:00+04:00');
  app.dropCaches();
  for (const path of [paths.home, paths.allEvents, paths.event(id)]) expect(await shown(path), path).toBe('half-hour-7');
  app.clock.set('2026-11-22T07:02:00+04:00');
  app.dropCaches();
  for (const path of [paths.home, paths.events('past'), paths.event(id)]) expect(await shown(path), path).toBe('morning');
  app.clock.set('2026-11-22T19:02:00+04:00');
  app.dropCaches();
  for (const path of [paths.events('past'), paths.event(id)]) expect(await shown(path), path).toBe('over');
});

test('an id in another spelling than its own leads to no event', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, SATURDAY);
  for (const spelling of [
    `0x${id.toString(16)}`,
    `${id}e0`,
    `${id}.0`,
    `0${id}`,
    `+${id}`,
    `%20${id}`,
    `-${id}`,
    '0',
    '%00',
    '9'.repeat(20),
  ])
    expect([spelling, (await read(app, `/Events/${spelling}`)).status]).toEqual([spelling, 404]);
  expect((await read(app, `/events/${id}/`)).status).toBe(200);
});

const NO_PRICE = /Get Ticket .*Ticket price is currently not available\. Cannot add to cart\./;
const unsold: typeof states = [
  ['not on sale yet', { ticketTypes: [{ onSaleFrom: SATURDAY.startsAt }] }, /Not on sale yet .*Tickets from November 21, 2026, 23:00/],
  ['no longer on sale', { ticketTypes: [{ onSaleUntil: BEFORE }] }, /Sale ended .*Tickets for this event are no longer on sale\./],
  ['without a price', { priceTetri: null }, NO_PRICE],
  ['without a ticket type', { ticketTypes: [] }, NO_PRICE],
];
test.each(unsold)('an event that is %s has a button that is off, and the reason under it', async (_, fields, pattern) => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { ...SATURDAY, ...fields });
  const { text, main } = await read(app, paths.event(id));
  expect(text).toMatch(pattern);
  expect(main).toContain('aria-disabled="true"');
  expect((await read(app, paths.home)).text).toContain('View event');
});

test('a sold-out event says so over its name, and leads to its waitlist', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { ...SATURDAY, soldOrReserved: 10, ticketTypes: [{ allocation: 10, soldOrReserved: 10 }] });
  const { text, main } = await read(app, paths.event(id));
  expect(text).toMatch(/Sold out .*40,00 ₾ .*Join waitlist .*No tickets are available right now\./);
  expect(text).toContain('Starting soon · Sold out');
  expect(main).toContain('#waitlist');
});

test('a cancelled event is in no list', async () => {
  const app = await startTestSite();
  await createEvent(app.ctx, { ...SATURDAY, nameLat: 'Copper Moon', state: 'cancelled' });
  for (const path of [paths.home, paths.events('upcoming')]) expect((await read(app, path)).text).not.toContain('Copper Moon');
});

test('the ticket box leads to the way there, the step-free entrance and what flashes', async () => {
  const link = new RegExp(`href="${paths.about}#place"[^>]*>(.*?)</a>`);
  const club = await startTestSite();
  const own = await createEvent(club.ctx, SATURDAY);
  expect(link.exec((await read(club, paths.event(own.id))).main)?.[1]).toBe('Getting here');
  const app = await startTestSite({ env: { DEMO: 'true' } });
  const { id } = await createEvent(app.ctx, SATURDAY);
  expect(link.exec((await read(app, paths.event(id))).main)?.[1]).toBe('Getting here and accessibility');
  expect(link.exec((await read(app, paths.event(id), 'ka')).main)?.[1]).toBe('გზა, პანდუსი, სტრობოსკოპი');
});

test('on the home page each coming event has its hour, its headliners, and its price or state', async () => {
  const app = await startTestSite();
  const lineUps = [{ floor: 1, artistName: 'Moth', startsAt: SATURDAY.startsAt, isHeadliner: true }];
  await createEvent(app.ctx, { ...SATURDAY, nameLat: 'Copper Moon', lineUps });
  const later = { startsAt: new Date('2026-11-27T23:00:00+04:00'), endsAt: new Date('2026-11-28T07:00:00+04:00') };
  await createEvent(app.ctx, { ...later, nameLat: 'Salt Road', ticketTypes: [{ onSaleFrom: SATURDAY.startsAt }] });
  const upcoming = /Upcoming .*/.exec((await read(app, paths.home)).text)?.[0];
  expect(upcoming).toMatch(/Saturday , 23:00 November 21, 2026 Copper Moon Moth 40,00.₾ .*Friday , 23:00 .* Salt Road Not on sale yet/);
});

test('while a night runs whose line-up nobody has written, the home page has the default cover and says until when [§2.default-cover]', async () => {
  const app = await startTestSite();
  await createEvent(app.ctx, { ...SATURDAY, nameLat: 'Copper Moon' });
  app.clock.set('2026-11-22T03:00:00+04:00');
  const { main, text } = await read(app, paths.home);
  expect(main).toContain(coverUrl(defaultCoverId, '2x1'));
  expect(text).toContain('Open until 07:00');
});

test('on a phone, too, each act on the stages leads to the event [§2.now-playing]', async () => {
  const app = await startTestSite();
  const lineUps = [
    { floor: 1, artistName: 'Moth', startsAt: SATURDAY.startsAt },
    { floor: 1, artistName: 'Owl', startsAt: new Date('2026-11-22T05:00:00+04:00') },
    { floor: 2, artistName: 'Bat', startsAt: SATURDAY.startsAt },
  ];
  const { id } = await createEvent(app.ctx, { ...SATURDAY, lineUps });
  app.clock.set('2026-11-22T03:00:00+04:00');
  const { main } = await read(app, paths.home);
  const list = /<ul class="[^"]*tablet:hidden">(.*?)<\/ul>/s.exec(main)?.[1] ?? '';
  for (const name of ['Moth', 'Owl', 'Bat']) expect(list).toMatch(new RegExp(`<a [^>]*href="${paths.event(id)}"[^>]*>${name}</a>`));
});

test('a photo on another host is replaced by the cover, because the page could not load it', async () => {
  const app = await startTestSite();
  for (const photoUrl of ['https://elsewhere.example/1.webp', 'javascript:alert(1)', '//elsewhere.example/1.webp']) {
    const { id } = await createEvent(app.ctx, { ...SATURDAY, photoUrl });
    const { main } = await read(app, paths.event(id));
    expect(main).not.toContain(photoUrl);
    expect(main).toContain(coverUrl(id, '2x1'));
  }
});

test('without its lists the home page says so and keeps what it has [§8.lists]', async () => {
  const away = await startTestSite({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  const { status, text } = await read(away, paths.home);
  expect(status).toBe(503);
  expect(text).toMatch(/Rkali .*Error: The service is briefly unavailable\..*Try again .*Rent the venue/);
  expect((await read(away, paths.home, 'ka')).text).toMatch(/შეცდომა: /);
});
