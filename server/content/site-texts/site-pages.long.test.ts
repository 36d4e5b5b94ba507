import { expect, test } from 'vitest';
import { addDays } from '#shared/dates.ts';
import { siteTexts } from '#server/content/content.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPictures } from '#tests/factories/pictures.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { loadTexts } from './shown-site.ts';

/** Starts a site and its editor's client; saved texts are shown as after a NOTIFY (content-changes.test.ts). */
async function openSite(env: Record<string, string> = {}) {
  const app = await startTestSite({ env });
  const { accessToken } = await createAdmin(app.ctx);
  const write = async (key: string, language: 'en' | 'ka' | 'all', value: string, version = 0) => {
    await app.api(accessToken).siteTexts.save({ body: { changes: [{ key, language, value, version }] } });
    await loadTexts(app.ctx);
    app.dropCaches();
  };
  const page = async (path: string) => (await fetch(app.url + path)).text();
  return { app, write, page };
}

test('an edited text is on its page as plain paragraphs, in its language alone, and in the word list the page names', async () => {
  const { app, write, page } = await openSite();
  const before = await page('/About');
  await write('pages:about.p1', 'en', '{{name}} <b>one</b>\nTwo');
  const html = await page('/About');
  expect(html).toContain('Rkali &lt;b&gt;one&lt;/b&gt;</p><p');
  expect(await page('/About?lang=ka')).not.toContain('&lt;b&gt;one');
  const list = (text: string) => /\/locales\/en\/pages\.json\?v=[\w-]+/.exec(text)?.[0] ?? '';
  expect(list(html)).not.toBe(list(before));
  const sent = await fetch(app.url + list(html));
  expect(sent.headers.get('cache-control')).toContain('immutable');
  expect(await sent.json()).toMatchObject({ about: { p1: '{{name}} <b>one</b>\nTwo' } });
  const old = await fetch(app.url + list(before));
  expect(old.headers.get('cache-control')).toContain('immutable');
  expect(JSON.stringify(await old.json())).not.toContain('<b>one</b>');
  const never = await fetch(`${app.url}/locales/en/pages.json?v=never`);
  expect(never.headers.get('cache-control')).toContain('no-cache');
  expect(await never.json()).toMatchObject({ about: { p1: '{{name}} <b>one</b>\nTwo' } });
});

test('hours, contacts and links are everywhere at once: pages, data for search engines and the manifest', async () => {
  const { write, page } = await openSite();
  await write('club:opening', 'all', 'thursday saturday 22:30 06:00');
  await write('club:phone', 'all', '+995 555 22 22 22');
  await write('club:links', 'all', 'https://soundcloud.com/rkali');
  const about = await page('/About');
  expect(about).toContain('Thursday and Saturday');
  expect(about).toContain('22:30–06:00');
  expect(about).toContain('Thu, Sat');
  expect(about).toContain('+995 555 22 22 22');
  expect(about).toContain('href="https://soundcloud.com/rkali"');
  expect(about).not.toContain('facebook');
  const home = await page('/');
  expect(home).toContain('"opens":"22:30","closes":"06:00"');
  expect(await page('/manifest.webmanifest')).toContain('Thursday and Saturday, 22:30–06:00');
});

test('the house is as large as staff say, on every page and in what search engines read', async () => {
  const { write, page } = await openSite();
  await write('club:capacity', 'all', '650');
  const about = await page('/About');
  expect(about).toContain('There’s space for about 650 guests');
  expect(about).toContain('7:00. Capacity: about 650 guests.');
  const rentals = await page('/Rentals');
  expect(rentals).toContain('up to about 650 guests');
  const home = await page('/');
  expect(home).toContain('Up to 650 guests');
  expect(home).toContain('for about 650 guests');
  for (const html of [about, rentals, home]) expect(html).not.toMatch(/\b400 (guests|people)/);
});

test.each([
  ['friday', 'Open Friday, 22:00 to ', '"dayOfWeek":["https://schema.org/Friday"]'],
  [
    'thursday friday saturday',
    'Open Thursday – Saturday, 22:00 to ',
    '/Thursday","https://schema.org/Friday","https://schema.org/Saturday"]',
  ],
  ['monday tuesday wednesday thursday friday saturday sunday', 'Open Monday – Sunday, 22:00 to ', '"https://schema.org/Sunday"]'],
])('the club is open on %s', async (days, sentence, data) => {
  const { write, page } = await openSite();
  await write('club:opening', 'all', `${days} 22:00 05:00`);
  const home = await page('/');
  expect(home).toContain(sentence);
  expect(home).toContain(data);
  const about = await page('/About');
  expect(about.match(/<li [^>]*>(?:(?!<\/li>).)*05:00<\/span>/g)).toHaveLength(days.split(' ').length);
});

test('the way there stands under the address wherever there is room for it, and nowhere while it is empty', async () => {
  const { app, write, page } = await openSite();
  const { id } = await createEvent(app.ctx, { startsAt: addDays(app.clock.now(), 3) });
  const paths = ['/', '/About', `/Events/${id}`];
  for (const path of paths) expect(await page(path)).toMatch(/<address[^>]*>12 Sulava Street, Tbilisi<\/address>/);
  await write('club:directions', 'en', 'Metro <Avlabari>\nSteps down, on the left');
  for (const path of paths) expect(await page(path)).toContain('>Metro &lt;Avlabari&gt;\nSteps down, on the left</p></address>');
  expect(await page('/About?lang=ka')).not.toMatch(/<address[^>]*>[^<]*<p/);
  await write('club:directions', 'en', '', 1);
  for (const path of paths) expect(await page(path)).not.toMatch(/<address[^>]*>[^<]*<p/);
});

test('About shows the map of its album, and leaves out what staff empty', async () => {
  const { app, write, page } = await openSite({ DEMO: 'true' });
  expect(await page('/About')).not.toContain('/media/gallery/map-1');
  await createPictures(app.ctx, 2, 'map');
  await write('pages:about.way_home', 'en', '');
  const html = await page('/About');
  expect(html).toContain('src="/media/gallery/map-1-1080.jpg" width="1080" height="720" alt="Picture 1"');
  expect(html).not.toContain('/media/gallery/map-2');
  expect(html).not.toContain('Getting home</h3>');
  expect(html).toContain('Good to know</h3>');
});

test('a map that was written as a text by an earlier release is not shown and breaks nothing', async () => {
  const { app, write, page } = await openSite();
  const editor = await createAdmin(app.ctx);
  const map = { key: 'pages:about.map', language: 'en' as const, value: 'street Long Lane: 0 30, 100 30' };
  await app.ctx.db.insert(siteTexts).values({ ...map, version: 1, editorId: editor.id, createdAt: app.clock.now() });
  await write('pages:about.lead', 'en', 'Below the street');
  expect(await page('/About')).toContain('Below the street');
  expect(await page('/About')).not.toContain('Long Lane');
  const { texts } = await app.api(editor.accessToken).siteTexts.list();
  expect(texts.map(({ key }) => key)).not.toContain(map.key);
});

test('the home page says what staff wrote, in pages, the manifest and what search engines read', async () => {
  const { write, page } = await openSite();
  await write('home:rent.title', 'en', 'Hire the vault');
  await write('home:rent.text', 'en', 'One floor for {{count}}.');
  await write('home:about.text', 'en', 'Come {{days}}, {{from}} to {{to}}, all {{count}} of you.');
  await write('home:meta', 'en', '{{site}}, open {{days}} {{times}}.');
  const home = await page('/');
  expect(home).toContain('Hire the vault');
  expect(home).toContain('One floor for 400.');
  expect(home).toContain('Come Friday and Saturday, 23:00 to 07:00, all 400 of you.');
  expect(home).toContain('name="description" content="Rkali, open Friday and Saturday 23:00–07:00."');
  expect(await page('/manifest.webmanifest')).toContain('"description":"Rkali, open Friday and Saturday 23:00–07:00."');
});

test('terms that staff changed carry the day of it, and their numbers are still said by the code', async () => {
  const { app, page } = await openSite();
  app.clock.advanceMinutes(60 * 24 * 365 * 10);
  const { accessToken } = await createAdmin(app.ctx);
  const value = 'A place is held for {{hold}} minutes.';
  await app.api(accessToken).siteTexts.save({ body: { changes: [{ key: 'terms:tickets.text', language: 'en', value, version: 0 }] } });
  await loadTexts(app.ctx);
  app.dropCaches();
  const terms = await page('/Terms');
  expect(terms).toContain('A place is held for 15 minutes.');
  expect(terms).toContain('November 17, 2036');
});
