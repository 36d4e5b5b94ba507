import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPictures } from '#tests/factories/pictures.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { enter, sendForm } from './no-script.steps.ts';
import { expect, test, testInEachView } from './test.ts';

const EVENT = {
  name: 'სპილენძის მთვარე',
  nameLat: 'Copper Moon',
  description: 'მთელი ღამე: https://music.example/moon',
  descriptionLat: 'All night long: https://music.example/moon',
  priceTetri: 4050,
};

async function openEvent() {
  const app = await startTestSite();
  const startsAt = app.clock.now();
  const { id } = await createEvent(app.ctx, { ...EVENT, lineUps: [{ artistName: 'OBERTON', floor: 1, startsAt, isHeadliner: true }] });
  await createPictures(app.ctx, 4);
  return { app, id };
}

const publicPages = (id: number) => {
  const { home, about, rentals, djs, gallery, terms, allEvents, events, event } = paths;
  return [home, about, rentals, djs, gallery, terms, allEvents, events('upcoming'), events('past'), event(id), '/no-such-page'];
};

testInEachView('every public page reads completely, and every link on it leads somewhere', async ({ language }) => {
  const { app, id } = await openEvent();
  const page = await enter(app, language);
  const links = new Set<string>();
  for (const path of publicPages(id)) {
    await page.goto(path);
    expect([path, await page.getByRole('heading', { level: 1 }).isVisible()]).toEqual([path, true]);
    const html = await page.content();
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)) {
      const address = href.replaceAll('&amp;', '&');
      if (address.startsWith('#')) expect([path, html.includes(`id="${address.slice(1)}"`)]).toEqual([path, true]);
      else links.add(new URL(address, page.url()).href);
    }
  }
  // These pictures have no files, and the page of a wrong address links to itself in the other language.
  const inner = [...links].filter((link) => link.startsWith(app.url) && !/\/media\/gallery\/|\/no-such-page/.test(link));
  expect(inner.length).toBeGreaterThan(10);
  const dead = [];
  for (const link of inner) {
    const { status } = await fetch(link, { redirect: 'manual' });
    if (status >= 400) dead.push(`${status} ${link}`);
  }
  expect(dead).toEqual([]);
});

testInEachView('a night says its name, who plays, what it costs and what it is', async ({ language }) => {
  const { app, id } = await openEvent();
  const page = await enter(app, language);
  await page.goto(paths.event(id));
  const main = page.getByRole('main');
  const [name, description] = language === 'ka' ? [EVENT.name, 'მთელი ღამე'] : [EVENT.nameLat, 'All night long'];
  await main.getByRole('heading', { level: 1, name }).waitFor();
  const shown = await main.innerText();
  for (const text of ['OBERTON', description, '40,50']) expect(shown).toContain(text);
  expect(await main.getByRole('link', { name: 'music.example/moon' }).getAttribute('href')).toBe('https://music.example/moon');
  await page.goto(paths.gallery);
  expect(await main.locator('img').count()).toBeGreaterThanOrEqual(4);
  expect(await main.locator('img').first().isVisible()).toBe(true);
});

testInEachView('the language changes by its link and stays changed', async ({ width }) => {
  const { app, id } = await openEvent();
  const page = await enter(app, 'en', width);
  await page.goto(paths.event(id));
  await page.getByRole('link', { name: 'ქართული' }).click();
  await page.getByRole('heading', { level: 1, name: EVENT.name }).waitFor();
  expect(new URL(page.url()).pathname).toBe(paths.event(id));
  await page.goto(paths.about);
  expect(await page.locator('html').getAttribute('lang')).toBe('ka');
});

test('the form of djs says what is wrong, keeps the rest, and is stored and mailed when it is right [§4.forms]', () => sendForm('djs'));
