import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addDays } from '#shared/dates.ts';
import { sharedEvent, shareImageUrl } from '#shared/sharing/addresses.ts';
import { createFullEvent, headOf, PUBLIC_URL, startKnownSite as start } from '#tests/setup/crawler.ts';

const READ_PAGES = ['/', '/AllEvents/upcoming', '/AllEvents/past', '/about', '/Rentals', '/DJs', '/gallery', '/terms'];
/** Pages that the server sends empty, so that they reveal no personal data. */
const OWN_PAGES = ['/login', '/register', '/forgot-password', '/Cart'];
const PUBLIC_PAGES = [...READ_PAGES, ...OWN_PAGES];

test.each(PUBLIC_PAGES)('%s says its address, its languages and what a shared link shows', async (path) => {
  const app = await start();
  for (const [language, address] of [
    ['en', PUBLIC_URL + path],
    ['ka', `${PUBLIC_URL}${path}?lang=ka`],
  ] as const) {
    const { canonical, alternates, facts, manifest } = await headOf(app, language === 'ka' ? `${path}?lang=ka` : path);
    expect(canonical).toBe(address);
    expect(alternates).toEqual({ en: PUBLIC_URL + path, ka: `${PUBLIC_URL}${path}?lang=ka`, 'x-default': PUBLIC_URL + path });
    expect(facts).toMatchObject({
      'og:url': address,
      'og:type': 'website',
      'og:locale': language === 'ka' ? 'ka_GE' : 'en_GB',
      'og:locale:alternate': language === 'ka' ? 'en_GB' : 'ka_GE',
      'og:image': PUBLIC_URL + shareImageUrl(app.deps.env.venue, language),
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:type': 'image/png',
      'twitter:card': 'summary_large_image',
    });
    expect(facts['description']).toBe(facts['og:description']);
    expect(facts['description']?.length).toBeGreaterThan(10);
    expect(facts['og:image:alt']).toBe(language === 'ka' ? 'რკალი' : 'Rkali');
    expect(manifest).toBe(language === 'ka' ? '/manifest.webmanifest?lang=ka' : '/manifest.webmanifest');
  }
});

test('every spelling of an address counts as one', async () => {
  const app = await start();
  const { id } = await createFullEvent(app);
  const spellings = {
    [`/events/${id}/`]: `/Events/${id}`,
    '/allevents': '/AllEvents/upcoming',
    '/Gallery?utm_source=x': '/gallery',
    '/djs': '/DJs',
  };
  for (const [spelling, path] of Object.entries(spellings)) expect((await headOf(app, spelling)).canonical).toBe(PUBLIC_URL + path);
});

test('a language that we do not speak is answered in English, with the Latin name, whatever was remembered [§1.names]', async () => {
  const app = await start();
  const { id } = await createFullEvent(app);
  const { language, canonical, facts } = await headOf(app, `/Events/${id}?lang=fr`, 'lang=ka');
  expect(language).toBe('en');
  expect(facts['og:title']).toBe('Deep Kura');
  expect(canonical).toBe(`${PUBLIC_URL}/Events/${id}`);
});

test.each(['/change_password', '/invitation', '/prove-email', '/profile', '/QRScan', '/successpayment', '/failpayment', '/nothing'])(
  '%s wants no place in a search engine',
  async (path) => {
    const { facts, canonical, alternates, data } = await headOf(await start(), path);
    expect(facts['robots']).toBe('noindex');
    expect(facts).not.toHaveProperty('og:url');
    expect(canonical).toBeUndefined();
    expect(alternates).toEqual({});
    expect(data).toBeUndefined();
  },
);

test('an event shows its own image, and its description on one line in the language asked for', async () => {
  const app = await start();
  const { id } = await createFullEvent(app);
  const event = await app.api().events.get({ id });
  const en = await headOf(app, `/Events/${id}`);
  expect(en.facts).toMatchObject({
    'og:title': 'Deep Kura',
    description: 'November 21, 2026, 23:00. Bass from the river. All night long.',
    'og:image': PUBLIC_URL + shareImageUrl(app.deps.env.venue, 'en', sharedEvent(event, app.clock.now())),
    'og:image:alt': 'Deep Kura, November 21, 2026',
  });
  const ka = await headOf(app, `/Events/${id}?lang=ka`);
  expect(ka.facts).toMatchObject({
    'og:title': 'ღრმა მტკვარი',
    description: '21 ნოემბერი, 2026, 23:00. ქართული აღწერა.',
    'og:image': PUBLIC_URL + shareImageUrl(app.deps.env.venue, 'ka', sharedEvent(event, app.clock.now())),
  });
  const image = await fetch(app.url + (en.facts['og:image'] ?? '').replace(PUBLIC_URL, ''));
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('a long description is cut between words, and an event without one has a sentence of its own', async () => {
  const app = await start();
  const long = await createFullEvent(app, { descriptionLat: 'The river is deep. '.repeat(500) });
  const text = (await headOf(app, `/Events/${long.id}`)).facts['description'] ?? '';
  expect(text.length).toBeLessThanOrEqual(160);
  expect(text).toMatch(/(river|is|deep\.|The)…$/);
  const none = await createFullEvent(app, { descriptionLat: ' \n ' });
  expect((await headOf(app, `/Events/${none.id}`)).facts['description']).toBe('Tickets and line-up: Deep Kura, November 21, 2026.');
});

test('no name or address of a photo breaks out of the head or its data', async () => {
  const app = await start();
  const nameLat = '</script><script>alert(1)</script>\u2028\u2029"\'<!--&amp;';
  const { id } = await createFullEvent(app, { nameLat, descriptionLat: '"><img src=x onerror=alert(1)>', photoUrl: 'javascript:alert(1)' });
  const { head, json, data, facts } = await headOf(app, `/Events/${id}`);
  expect(data).toMatchObject({
    name: nameLat,
    image: [expect.stringContaining('/media/share/'), expect.stringContaining('/media/covers/')],
  });
  expect(json).not.toMatch(/[<\u2028\u2029]/);
  expect(head).not.toMatch(/<script>|<img|<!--/);
  expect(facts['og:title']).toBe(nameLat);
});

test('nothing of what only crawlers read is sent to browsers', async () => {
  await start();
  const folder = new URL('../dist/client/assets/', import.meta.url);
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(5);
  for (const file of scripts)
    expect([file, /\/\/schema\.org|MusicEvent|twitter:card/.test(readFileSync(new URL(file, folder), 'utf8'))]).toEqual([file, false]);
});

test('an event to come can be put into a calendar, and the list subscribed to, in the language shown', async () => {
  const app = await start();
  const { id } = await createFullEvent(app);
  const over = await createFullEvent(app, { startsAt: addDays(app.clock.now(), -7) });
  expect((await headOf(app, `/Events/${id}`)).html).toContain(`<a href="/calendar/${id}.ics"`);
  expect((await headOf(app, `/Events/${id}?lang=ka`)).html).toContain(`<a href="/calendar/${id}.ics?lang=ka"`);
  expect((await headOf(app, `/Events/${over.id}`)).html).not.toContain('.ics');
  const { html } = await headOf(app, '/AllEvents/upcoming');
  expect(html).toContain('<a href="webcal://rkali.example/calendar.ics"');
  expect(html).toContain('<a href="/calendar.ics"');
});
