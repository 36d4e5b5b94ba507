import { expect, test } from 'vitest';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { loadTexts } from './shown-site.ts';

/** A site and its editor's client; saved texts are shown as after a NOTIFY (content-changes.test.ts). */
async function openSite() {
  const app = await startTestSite();
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

test('terms that staff changed carry the day of it, and their numbers are still said by the code', async () => {
  const { app, page } = await openSite();
  app.clock.advanceMinutes(60 * 24 * 10);
  const { accessToken } = await createAdmin(app.ctx);
  const value = 'A place is held for {{hold}} minutes.';
  await app.api(accessToken).siteTexts.save({ body: { changes: [{ key: 'terms:tickets.text', language: 'en', value, version: 0 }] } });
  await loadTexts(app.ctx);
  app.dropCaches();
  const terms = await page('/Terms');
  expect(terms).toContain('A place is held for 15 minutes.');
  expect(terms).toContain('November 30, 2026');
});
