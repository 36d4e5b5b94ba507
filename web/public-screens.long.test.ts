import { expect, test } from 'vitest';
import { GALLERY_PAGE_SIZE, HOME_PAST_COUNT, HOME_UPCOMING_COUNT, type Language } from '#shared/constants.ts';
import { addDays } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { HONEYPOT } from '#shared/enquiries/honeypot.ts';
import { coverUrl, defaultCoverId } from '#shared/media/covers.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPictures } from '#tests/factories/pictures.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';

const entities: Record<string, string> = { '&gt;': '>', '&lt;': '<', '&quot;': '"', '&#x27;': "'", '&amp;': '&' };
const decode = (text: string): string => text.replaceAll(/&(?:[gl]t|quot|#x27|amp);/g, (entity) => entities[entity] ?? entity);

/** A page as the server sends it: its title, and the text, markup and link addresses of its content. */
async function look({ url }: TestApp, path: string, language: Language = 'en') {
  const response = await fetch(url + path, { headers: { cookie: `lang=${language}` } });
  const html = await response.text();
  const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';
  const text = decode(main.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ');
  const links = [...main.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = '']) => decode(href));
  return { status: response.status, title: decode(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? ''), main, text, links };
}

/** An event with two stages: 23:00 to 07:00 on Saturday, 21 November 2026. */
const createFullEvent = ({ ctx }: TestApp, fields: Parameters<typeof createEvent>[1] = {}) =>
  createEvent(ctx, {
    name: 'ღრმა მტკვარი',
    nameLat: 'Deep Kura',
    description: 'ქართული აღწერა',
    descriptionLat: 'Listen: https://soundcloud.com/deep-kura',
    startsAt: new Date('2026-11-21T23:00:00+04:00'),
    priceTetri: 4050,
    lineUps: [
      { floor: 2, artistName: 'Data Dzma', startsAt: new Date('2026-11-21T23:00:00+04:00') },
      { floor: 1, artistName: 'OBERTON', startsAt: new Date('2026-11-22T02:00:00+04:00'), isHeadliner: true },
      { floor: 1, artistName: 'Lela M.', startsAt: new Date('2026-11-21T23:00:00+04:00') },
    ],
    ...fields,
  });

test('every screen has the address of the specification, in any letter case, and a title of its own [§1.visitors §2.addresses]', async () => {
  const app = await startTestSite();
  const { id } = await createFullEvent(app);
  const screens = {
    '/': 'Rkali',
    '/about': 'About · Rkali',
    '/Rentals': 'Rent the venue · Rkali',
    '/rentals': 'Rent the venue · Rkali',
    '/DJs': 'Play here · Rkali',
    '/gallery': 'Gallery · Rkali',
    '/Gallery': 'Gallery · Rkali',
    '/terms': 'Terms · Rkali',
    '/AllEvents': 'Events · Rkali',
    '/AllEvents/upcoming': 'Events · Rkali',
    '/AllEvents/past': 'Past events · Rkali',
    [`/Events/${id}`]: 'Deep Kura · Rkali',
    [`/events/${id}`]: 'Deep Kura · Rkali',
    '/Cart': 'Cart · Rkali',
    '/successpayment': 'Payment Successful! · Rkali',
    '/failpayment': 'Payment Failed · Rkali',
    '/login': 'Log in · Rkali',
    '/register': 'Register · Rkali',
    '/forgot-password': 'Forgot password · Rkali',
    '/change_password': 'New password · Rkali',
    '/invitation': 'Join the team · Rkali',
    '/prove-email': 'Your email · Rkali',
    '/QRScan': 'Scanner · Rkali',
    '/profile': 'Profile · Rkali',
  };
  for (const [path, title] of Object.entries(screens)) {
    const page = await look(app, path);
    expect([path, page.status, page.title]).toEqual([path, 200, title]);
  }
});

test('the home page shows four nights to come and four gone by, and leads everywhere [§2.upcoming §2.all-events-link §2.past §2.promos §2.next-event §9.home]', async () => {
  const app = await startTestSite();
  const now = app.clock.now();
  for (const days of [1, 2, 3, 4, 5]) await createEvent(app.ctx, { nameLat: `Soon ${days}`, startsAt: addDays(now, days) });
  for (const days of [1, 2, 3, 4, 5]) await createEvent(app.ctx, { nameLat: `Past ${days}`, startsAt: addDays(now, -days) });
  const { text, links } = await look(app, '/');
  expect([...new Set(text.match(/Soon \d/g))]).toHaveLength(HOME_UPCOMING_COUNT);
  expect([...new Set(text.match(/Past \d/g))]).toHaveLength(HOME_PAST_COUNT);
  expect(text).toMatch(/Starting soon .*Soon 1/);
  expect(text).toMatch(/Sunday\W+\d\d:\d\d\W+November 22, 2026\W+Soon 2/);
  expect(text).toContain('>>');
  for (const path of [paths.allEvents, paths.events('past'), paths.rentals, paths.djs, paths.gallery]) expect(links).toContain(path);
});

test('with nothing announced the home page has the default cover and no list [§2.default-cover §2.upcoming]', async () => {
  const app = await startTestSite();
  const { status, main, text } = await look(app, '/');
  expect(status).toBe(200);
  expect(main).toContain(coverUrl(defaultCoverId, '2x1'));
  expect(text).not.toContain('>>');
});

test('while a night runs the home page says who plays on which stage and until when [§2.now-playing]', async () => {
  const app = await startTestSite();
  const { id } = await createFullEvent(app);
  app.clock.set('2026-11-22T03:00:00+04:00');
  const { text, main, links } = await look(app, '/');
  expect(text).toContain('In session');
  expect(text).toMatch(/Main Stage .*OBERTON .*Space Stage .*Data Dzma/);
  expect(main).toContain('Main Stage, 02:00 to 07:00, OBERTON, playing now');
  expect(links.filter((link) => link === paths.event(id)).length).toBeGreaterThan(3);
  expect(main).not.toContain(coverUrl(defaultCoverId, '2x1'));
});

test('an event page says what, when, who on which floor and for how much [§1.visitors §2.event-photo §2.event-start §2.event-price §2.line-up §2.event-loaded §9.floors]', async () => {
  const app = await startTestSite();
  const { id } = await createFullEvent(app);
  const { text, main, links } = await look(app, paths.event(id));
  expect(text).toMatch(/Saturday\W+November 21, 2026\W+23:00\W+07:00/);
  expect(text).toContain('40,50 ₾');
  expect(text).toMatch(/Main Stage 23:00 Lela M\. 02:00 OBERTON .*Space Stage 23:00 Data Dzma/);
  expect(main).toMatch(/font-bold[^>]*>OBERTON</);
  expect(links).toContain('https://soundcloud.com/deep-kura');
  expect(main).toContain(`src="${coverUrl(id, '2x1', 'sold-0')}"`);
  const { id: withPhoto } = await createFullEvent(app, { photoUrl: '/media/photos/1.webp' });
  expect((await look(app, paths.event(withPhoto))).main).toContain('src="/media/photos/1.webp"');
});

test('Georgian shows the Georgian name and description of an event and dates in its own order [§1.names]', async () => {
  const app = await startTestSite();
  const { id } = await createFullEvent(app);
  const { title, text } = await look(app, paths.event(id), 'ka');
  expect(title).toBe('ღრმა მტკვარი · რკალი');
  expect(text).toMatch(/შაბათი\W+21 ნოემბერი, 2026/);
  expect(text).toContain('ქართული აღწერა');
  expect(text).toContain('40,50 ₾');
  expect(text).not.toContain('Listen');
});

test('tickets are offered until the night ends and not a moment longer [§2.get-ticket]', async () => {
  const app = await startTestSite();
  const { id } = await createFullEvent(app);
  app.clock.set('2026-11-22T06:59:00+04:00');
  expect((await look(app, paths.event(id))).text).toContain('Get Ticket');
  app.clock.set('2026-11-22T07:00:00+04:00');
  app.dropCaches();
  const { status, text } = await look(app, paths.event(id));
  expect(status).toBe(200);
  expect(text).not.toContain('Get Ticket');
});

test('the list keeps a night for six hours from its start; a card names it, its day and hour and who plays on which stage [§2.event-list §4.upcoming]', async () => {
  const app = await startTestSite();
  const { id } = await createFullEvent(app);
  app.clock.set('2026-11-22T05:00:00+04:00');
  const { text, links } = await look(app, paths.events('upcoming'));
  expect(text).toMatch(/Saturday\W+23:00\W+November 21, 2026\W+Deep Kura\W+Main Stage\W+Lela M\.\W+OBERTON\W+Space Stage\W+Data Dzma/);
  expect(links).toContain(paths.event(id));
  app.clock.set('2026-11-22T05:01:00+04:00');
  app.dropCaches();
  expect((await look(app, paths.events('upcoming'))).text).not.toContain('Deep Kura');
  app.clock.set(new Date(Date.parse('2026-11-22T07:00:00+04:00') + HOUR_MS));
  app.dropCaches();
  expect((await look(app, paths.events('past'))).text).toContain('Deep Kura');
});

test('an event that is not there, and lists that do not come, say so in the words of the specification [§2.event-missing §8.event §8.lists]', async () => {
  const app = await startTestSite();
  expect((await look(app, paths.event(999))).text).toMatch(/Event Not Found .*The event you are looking for could not be found\./);
  const away = await startTestSite({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  expect((await look(away, paths.event(1))).text).toContain('Error Loading Event');
  expect((await look(away, paths.events('upcoming'))).text).toMatch(/Error: The service is briefly unavailable\..* \(503\)/);
});

test('about, rentals and DJs tell hours, size and how to reach the club [§1.contact §1.capacity §9.hours §9.capacity]', async () => {
  const app = await startTestSite({ env: { CONTACT_PHONE: '+995 555 10 20 30', CONTACT_EMAIL: 'club@rkali.example' } });
  const about = await look(app, paths.about);
  expect(about.text).toMatch(/Friday\s+23:00\s+–\s+Saturday\s*, 07:00\s+Saturday\s+23:00\s+–\s+Sunday\s*, 07:00/);
  expect(about.text).toContain('about 400 guests');
  for (const path of [paths.rentals, paths.djs]) {
    const { text, links } = await look(app, path);
    expect(text).toMatch(/\+995 555 10 20 30 .*club@rkali\.example/);
    expect(links).toEqual(expect.arrayContaining(['tel:+995555102030', 'mailto:club@rkali.example']));
  }
});

test('the rental page has its cover, its pictures and a form of three fields; the DJ page its stages and a form of five [§2.rentals §2.rental-form §2.djs §2.dj-form]', async () => {
  const app = await startTestSite();
  await createPictures(app.ctx, 7, 'rentals');
  await createPictures(app.ctx, 3, 'djs');
  const fieldsIn = (main: string) =>
    [...main.matchAll(/<(?:input|textarea)\b[^>]*\bname="(\w+)"/g)].map(([, name]) => name).filter((name) => name !== HONEYPOT);
  const rentals = await look(app, paths.rentals);
  expect(rentals.main).toMatch(/alt="Picture 1"/);
  expect(rentals.main.match(/aria-label="Enlarge: Picture \d"/g)).toHaveLength(6);
  expect(rentals.text).toContain('Rent the club for your own event');
  expect(fieldsIn(rentals.main)).toEqual(['name', 'email', 'eventDescription']);
  const djs = await look(app, paths.djs);
  expect(djs.text).toContain('Would you like to play here?');
  expect(djs.main).toMatch(/alt="Picture 2".*<h2[^>]*>Main Stage<.*alt="Picture 3".*<h2[^>]*>Space Stage</s);
  expect(fieldsIn(djs.main)).toEqual(['fullName', 'stageName', 'socialLink', 'musicLink', 'motivation']);
});

test('the gallery shows its first twenty pictures, and a gallery that fails is swallowed [§7.images §9.gallery]', async () => {
  const app = await startTestSite();
  await createPictures(app.ctx, 25);
  expect((await look(app, paths.gallery)).main.match(/<img\b/g)).toHaveLength(GALLERY_PAGE_SIZE);
  await app.owner.execute('drop table gallery_images');
  app.dropCaches();
  for (const path of [paths.gallery, paths.home, paths.about, paths.rentals, paths.djs])
    expect([path, (await look(app, path)).status]).toEqual([path, 200]);
});

test('the terms are rules of conduct and a privacy policy [§2.terms]', async () => {
  const { text } = await look(await startTestSite(), paths.terms);
  expect(text).toMatch(/House rules .*At the door .*Inside .*Privacy policy .*18 or over.*30 days after they end/);
});

test('the four sign-in forms ask for what the specification lists, and login and register lead to each other [§2.login §2.register §2.forgot §2.change §9.countries]', async () => {
  const app = await startTestSite();
  const namesIn = (main: string) => [...main.matchAll(/<(?:input|select)\b[^>]*\bname="([\w-]+)"/g)].map(([, name]) => name);
  const login = await look(app, paths.login);
  expect(namesIn(login.main)).toEqual(['email', 'password']);
  expect(login.links).toEqual(expect.arrayContaining([paths.register, paths.forgotPassword]));
  const register = await look(app, paths.register);
  expect(namesIn(register.main)).toEqual([
    'firstName',
    'lastName',
    'birthdate-day',
    'birthdate-month',
    'birthdate-year',
    'country',
    'personalNumber',
    'phoneCode',
    'phoneNumber',
    'email',
    'socialMediaProfileLink',
    'password',
    'confirmPassword',
    'acceptTerms',
    'wantsNewsletter',
  ]);
  expect(register.text).toContain('The profile must be public');
  expect(register.main).toMatch(/<option value="Georgia"[^>]*>Georgia<\/option><option value="Other">Other<\/option>/);
  expect(register.links).toContain(paths.terms);
  expect(namesIn((await look(app, paths.forgotPassword)).main)).toEqual(['email']);
  expect(namesIn((await look(app, paths.changePassword)).main)).toEqual(['newPassword', 'confirmNewPassword']);
});
