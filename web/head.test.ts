import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { addDays } from '#shared/dates.ts';
import { shareImageUrl } from '#shared/sharing/addresses.ts';
import { createEvent } from '#tests/factories/events.ts';
import type { TestApp, TestAppOptions } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';

const PUBLIC_URL = 'https://rkali.example';
const start = (options: TestAppOptions = {}) => startTestSite({ env: { PUBLIC_URL }, ...options });

const entities: Record<string, string> = { '&gt;': '>', '&lt;': '<', '&quot;': '"', '&amp;': '&' };
const decode = (text: string): string => text.replaceAll(/&(?:[gl]t|quot|amp);/g, (entity) => entities[entity] ?? entity);

/** What a page's head says, as a crawler without cookies reads it. */
async function headOf({ url }: TestApp, path: string, cookie = '') {
  const html = await (await fetch(url + path, { headers: { cookie } })).text();
  const head = /<head>(.*?)<\/head>/s.exec(html)?.[1] ?? '';
  const elements = [...head.matchAll(/<(meta|link)\b([^>]*)>/g)].map(([, , inside = '']) =>
    Object.fromEntries([...inside.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)])),
  );
  const facts = Object.fromEntries(elements.map((each) => [each['name'] ?? each['property'] ?? '', each['content'] ?? '']));
  const links = (rel: string) => elements.filter((each) => each['rel'] === rel && !('as' in each));
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head)?.[1];
  return {
    html,
    head,
    facts,
    language: /<html lang="(\w+)">/.exec(html)?.[1],
    canonical: links('canonical')[0]?.['href'],
    alternates: Object.fromEntries(links('alternate').map(({ hreflang = '', href = '' }) => [hreflang, href])),
    manifest: links('manifest')[0]?.['href'],
    json,
    data: json === undefined ? undefined : z.record(z.string(), z.unknown()).parse(JSON.parse(json)),
  };
}

const createNight = ({ ctx }: TestApp, fields: Parameters<typeof createEvent>[1] = {}) =>
  createEvent(ctx, {
    name: 'ღრმა მტკვარი',
    nameLat: 'Deep Kura',
    description: 'ქართული აღწერა.',
    descriptionLat: 'Bass from the river.\n\nAll night long.',
    startsAt: new Date('2026-11-21T23:00:00+04:00'),
    priceTetri: 4050,
    ...fields,
  });

const READ_PAGES = ['/', '/AllEvents/upcoming', '/AllEvents/past', '/about', '/Rentals', '/DJs', '/gallery', '/terms'];
/** Empty as the server sends them, so that they tell nothing of anybody. */
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
  const { id } = await createNight(app);
  const spellings = {
    [`/events/${id}/`]: `/Events/${id}`,
    '/allevents': '/AllEvents/upcoming',
    '/Gallery?utm_source=x': '/gallery',
    '/djs': '/DJs',
  };
  for (const [spelling, path] of Object.entries(spellings)) expect((await headOf(app, spelling)).canonical).toBe(PUBLIC_URL + path);
});

test('a language that we do not speak is answered in English, with the Latin name, whatever was remembered', async () => {
  const app = await start();
  const { id } = await createNight(app);
  const { language, canonical, facts } = await headOf(app, `/Events/${id}?lang=fr`, 'lang=ka');
  expect(language).toBe('en');
  expect(facts['og:title']).toBe('Deep Kura');
  expect(canonical).toBe(`${PUBLIC_URL}/Events/${id}`);
});

test.each(['/change_password', '/profile', '/QRScan', '/successpayment', '/failpayment', '/nothing'])(
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

test('a night shows its own image, and its description on one line in the language asked for', async () => {
  const app = await start();
  const { id } = await createNight(app);
  const event = await app.api().events.get({ id });
  const en = await headOf(app, `/Events/${id}`);
  expect(en.facts).toMatchObject({
    'og:title': 'Deep Kura',
    description: 'November 21, 2026, 23:00. Bass from the river. All night long.',
    'og:image': PUBLIC_URL + shareImageUrl(app.deps.env.venue, 'en', event),
    'og:image:alt': 'Deep Kura, November 21, 2026',
  });
  const ka = await headOf(app, `/Events/${id}?lang=ka`);
  expect(ka.facts).toMatchObject({
    'og:title': 'ღრმა მტკვარი',
    description: '21 ნოემბერი, 2026, 23:00. ქართული აღწერა.',
    'og:image': PUBLIC_URL + shareImageUrl(app.deps.env.venue, 'ka', event),
  });
  const image = await fetch(app.url + (en.facts['og:image'] ?? '').replace(PUBLIC_URL, ''));
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('a long description is cut between words, and a night without one has a sentence of its own', async () => {
  const app = await start();
  const long = await createNight(app, { descriptionLat: 'The river is deep. '.repeat(500) });
  const text = (await headOf(app, `/Events/${long.id}`)).facts['description'] ?? '';
  expect(text.length).toBeLessThanOrEqual(160);
  expect(text).toMatch(/(river|is|deep\.|The)…$/);
  const none = await createNight(app, { descriptionLat: ' \n ' });
  expect((await headOf(app, `/Events/${none.id}`)).facts['description']).toBe('Tickets and line-up: Deep Kura, November 21, 2026.');
});

test('a night is told as schema.org data: times, place, acts, ticket', async () => {
  const app = await start();
  const { id } = await createNight(app, {
    lineUps: [
      { floor: 1, artistName: 'Lela M.', startsAt: new Date('2026-11-21T23:00:00+04:00') },
      { floor: 1, artistName: 'OBERTON', startsAt: new Date('2026-11-22T02:00:00+04:00'), isHeadliner: true },
      { floor: 2, artistName: 'Lela M.', startsAt: new Date('2026-11-22T04:00:00+04:00') },
    ],
  });
  const event = await app.api().events.get({ id });
  const url = `${PUBLIC_URL}/Events/${id}`;
  expect((await headOf(app, `/Events/${id}`)).data).toEqual({
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    name: 'Deep Kura',
    url,
    inLanguage: 'en',
    description: 'Bass from the river.\n\nAll night long.',
    startDate: '2026-11-21T23:00:00+04:00',
    endDate: '2026-11-22T07:00:00+04:00',
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'NightClub',
      '@id': `${PUBLIC_URL}/#club`,
      name: 'Rkali',
      address: { '@type': 'PostalAddress', streetAddress: '12 Arch Street, Tbilisi', addressCountry: 'GE' },
    },
    organizer: { '@type': 'Organization', name: 'Rkali', url: `${PUBLIC_URL}/` },
    image: [PUBLIC_URL + shareImageUrl(app.deps.env.venue, 'en', event), `${PUBLIC_URL}/media/covers/v1/${id}/4x5.svg`],
    performer: [
      { '@type': 'MusicGroup', name: 'OBERTON' },
      { '@type': 'MusicGroup', name: 'Lela M.' },
    ],
    offers: {
      '@type': 'Offer',
      url,
      price: '40.50',
      priceCurrency: 'GEL',
      availability: 'https://schema.org/InStock',
      validThrough: '2026-11-22T07:00:00+04:00',
    },
  });
  expect((await headOf(app, `/Events/${id}?lang=ka`)).data).toMatchObject({
    name: 'ღრმა მტკვარი',
    inLanguage: 'ka',
    url: `${url}?lang=ka`,
  });
});

test('a shared link of a cancelled night says so', async () => {
  const app = await start();
  const described = await createNight(app, { state: 'cancelled' });
  const bare = await createNight(app, { state: 'cancelled', descriptionLat: '', description: '' });
  const descriptionOf = async (path: string) => (await headOf(app, path)).facts['og:description'];
  expect(await descriptionOf(`/Events/${described.id}`)).toBe(
    'November 21, 2026, 23:00. This night is cancelled. Bass from the river. All night long.',
  );
  expect(await descriptionOf(`/Events/${bare.id}`)).toBe('November 21, 2026, 23:00. This night is cancelled.');
  expect(await descriptionOf(`/Events/${bare.id}?lang=ka`)).toBe('21 ნოემბერი, 2026, 23:00. ეს ღამე გაუქმდა.');
});

test('schema.org data name the picture that the page shows, and no act without a name', async () => {
  const app = await start();
  const dataOf = async (photoUrl: string) => {
    const lineUps = [{ floor: 1, artistName: ' ', startsAt: app.clock.now() }];
    const { id } = await createNight(app, { photoUrl, lineUps });
    return { id, data: (await headOf(app, `/Events/${id}`)).data };
  };
  const own = await dataOf('/media/gallery/own-1080.jpg');
  expect(own.data).toMatchObject({ image: [expect.stringContaining('/media/share/'), `${PUBLIC_URL}/media/gallery/own-1080.jpg`] });
  expect(own.data).not.toHaveProperty('performer');
  for (const photoUrl of ['https://elsewhere.example/photo.jpg', '//elsewhere.example/photo.jpg', 'javascript:alert(1)']) {
    const { id, data } = await dataOf(photoUrl);
    expect(data).toMatchObject({ image: [expect.anything(), `${PUBLIC_URL}/media/covers/v1/${id}/4x5.svg`] });
  }
});

test('the ticket of a night is in stock, sold out or to come; without a price, cancelled or over there is none', async () => {
  const app = await start();
  const now = app.clock.now();
  const dataOf = async (fields: Parameters<typeof createEvent>[1]) =>
    (await headOf(app, `/Events/${(await createNight(app, fields)).id}`)).data;
  const opens = { onSaleFrom: addDays(now, 1) };
  expect(await dataOf({ baskets: [{ quota: 0 }] })).toMatchObject({ offers: { availability: 'https://schema.org/SoldOut' } });
  expect(await dataOf({ baskets: [opens] })).toMatchObject({
    offers: { availability: 'https://schema.org/PreOrder', price: '40.00', validFrom: '2026-11-21T18:00:00+04:00' },
  });
  expect(await dataOf({ priceTetri: null })).not.toHaveProperty('offers');
  expect(await dataOf({ startsAt: addDays(now, -7) })).not.toHaveProperty('offers');
  const cancelled = await dataOf({ state: 'cancelled' });
  expect(cancelled).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' });
  expect(cancelled).not.toHaveProperty('offers');
});

test('the home page tells of the club, and the lists of their nights in order', async () => {
  const app = await start();
  const startsAt = (days: number) => addDays(app.clock.now(), days);
  const later = await createNight(app, { startsAt: startsAt(9), nameLat: 'Later' });
  const sooner = await createNight(app, { startsAt: startsAt(2), nameLat: 'Sooner' });
  expect((await headOf(app, '/')).data).toMatchObject({
    '@type': 'NightClub',
    name: 'Rkali',
    alternateName: 'რკალი',
    url: `${PUBLIC_URL}/`,
    telephone: '+995 555 00 00 00',
    email: 'hello@rkali.example',
    sameAs: ['https://www.instagram.com', 'https://www.facebook.com', 'https://soundcloud.com'],
    openingHoursSpecification: { dayOfWeek: ['https://schema.org/Friday', 'https://schema.org/Saturday'], opens: '23:00', closes: '07:00' },
  });
  expect((await headOf(app, '/AllEvents/upcoming')).data).toMatchObject({
    '@type': 'ItemList',
    itemListElement: [
      { position: 1, name: 'Sooner', url: `${PUBLIC_URL}/Events/${sooner.id}` },
      { position: 2, name: 'Later', url: `${PUBLIC_URL}/Events/${later.id}` },
    ],
  });
});

test('no name or address of a photo breaks out of the head or its data', async () => {
  const app = await start();
  const nameLat = '</script><script>alert(1)</script>\u2028\u2029"\'<!--&amp;';
  const { id } = await createNight(app, { nameLat, descriptionLat: '"><img src=x onerror=alert(1)>', photoUrl: 'javascript:alert(1)' });
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

test('a night to come can be put into a calendar, and the list subscribed to, in the language shown', async () => {
  const app = await start();
  const { id } = await createNight(app);
  const over = await createNight(app, { startsAt: addDays(app.clock.now(), -7) });
  expect((await headOf(app, `/Events/${id}`)).html).toContain(`<a href="/calendar/${id}.ics"`);
  expect((await headOf(app, `/Events/${id}?lang=ka`)).html).toContain(`<a href="/calendar/${id}.ics?lang=ka"`);
  expect((await headOf(app, `/Events/${over.id}`)).html).not.toContain('.ics');
  const { html } = await headOf(app, '/AllEvents/upcoming');
  expect(html).toContain('<a href="webcal://rkali.example/calendar.ics"');
  expect(html).toContain('<a href="/calendar.ics"');
});
