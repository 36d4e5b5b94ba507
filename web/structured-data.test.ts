import { expect, test } from 'vitest';
import { addDays } from '#shared/dates.ts';
import { sharedEvent, shareImageUrl } from '#shared/sharing/addresses.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createFullEvent, headOf, PUBLIC_URL, startKnownSite as start } from '#tests/setup/crawler.ts';

test('an event is told as schema.org data: times, place, acts, ticket', async () => {
  const app = await start();
  const { id } = await createFullEvent(app, {
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
      address: { '@type': 'PostalAddress', streetAddress: '12 Sulava Street, Tbilisi', addressCountry: 'GE' },
    },
    organizer: { '@type': 'Organization', name: 'Rkali', url: `${PUBLIC_URL}/` },
    image: [
      PUBLIC_URL + shareImageUrl(app.deps.env.venue, 'en', sharedEvent(event, app.clock.now())),
      `${PUBLIC_URL}/media/covers/v3/${id}/4x5.svg`,
    ],
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

test('a shared link of a cancelled event says so', async () => {
  const app = await start();
  const described = await createFullEvent(app, { state: 'cancelled' });
  const bare = await createFullEvent(app, { state: 'cancelled', descriptionLat: '', description: '' });
  const descriptionOf = async (path: string) => (await headOf(app, path)).facts['og:description'];
  expect(await descriptionOf(`/Events/${described.id}`)).toBe(
    'November 21, 2026, 23:00. This event is cancelled. Bass from the river. All night long.',
  );
  expect(await descriptionOf(`/Events/${bare.id}`)).toBe('November 21, 2026, 23:00. This event is cancelled.');
  expect(await descriptionOf(`/Events/${bare.id}?lang=ka`)).toBe('21 ნოემბერი, 2026, 23:00. ეს ივენთი გაუქმდა.');
});

test('schema.org data name the picture that the page shows, and no act without a name', async () => {
  const app = await start();
  const dataOf = async (photoUrl: string) => {
    const lineUps = [{ floor: 1, artistName: ' ', startsAt: app.clock.now() }];
    const { id } = await createFullEvent(app, { photoUrl, lineUps });
    return { id, data: (await headOf(app, `/Events/${id}`)).data };
  };
  const own = await dataOf('/media/gallery/own-1080.jpg');
  expect(own.data).toMatchObject({ image: [expect.stringContaining('/media/share/'), `${PUBLIC_URL}/media/gallery/own-1080.jpg`] });
  expect(own.data).not.toHaveProperty('performer');
  for (const photoUrl of ['https://elsewhere.example/photo.jpg', '//elsewhere.example/photo.jpg', 'javascript:alert(1)']) {
    const { id, data } = await dataOf(photoUrl);
    expect(data).toMatchObject({ image: [expect.anything(), `${PUBLIC_URL}/media/covers/v3/${id}/4x5.svg`] });
  }
});

test('the ticket of an event is in stock, sold out or to come; without a price, cancelled or over there is none', async () => {
  const app = await start();
  const now = app.clock.now();
  const dataOf = async (fields: Parameters<typeof createEvent>[1]) =>
    (await headOf(app, `/Events/${(await createFullEvent(app, fields)).id}`)).data;
  const opens = { onSaleFrom: addDays(now, 1) };
  expect(await dataOf({ ticketTypes: [{ allocation: 0 }] })).toMatchObject({ offers: { availability: 'https://schema.org/SoldOut' } });
  expect(await dataOf({ ticketTypes: [opens] })).toMatchObject({
    offers: { availability: 'https://schema.org/PreOrder', price: '40.00', validFrom: '2026-11-21T18:00:00+04:00' },
  });
  expect(await dataOf({ priceTetri: null })).not.toHaveProperty('offers');
  expect(await dataOf({ startsAt: addDays(now, -7) })).not.toHaveProperty('offers');
  const cancelled = await dataOf({ state: 'cancelled' });
  expect(cancelled).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' });
  expect(cancelled).not.toHaveProperty('offers');
});

test('the home page tells of the club, and the lists of their events in order', async () => {
  const app = await start();
  const startsAt = (days: number) => addDays(app.clock.now(), days);
  const later = await createFullEvent(app, { startsAt: startsAt(9), nameLat: 'Later' });
  const sooner = await createFullEvent(app, { startsAt: startsAt(2), nameLat: 'Sooner' });
  expect((await headOf(app, '/')).data).toMatchObject({
    '@type': 'NightClub',
    name: 'Rkali',
    alternateName: 'რკალი',
    url: `${PUBLIC_URL}/`,
    telephone: '+995 555 00 00 00',
    email: 'hello@club.example',
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
