import type { Page } from 'playwright-core';
import { LANGUAGES, type Language } from '#shared/constants.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { paths } from '#shared/paths.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { mails } from '#server/platform/platform.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createPictures } from '#tests/factories/pictures.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, visitWithoutScript, translatorOf } from './site.ts';
import { expect, languages, orLast, rare, test } from './test.ts';

const EVENT = {
  name: 'სპილენძის მთვარე',
  nameLat: 'Copper Moon',
  description: 'მთელი ღამე: https://music.example/moon',
  descriptionLat: 'All night long: https://music.example/moon',
  priceTetri: 4050,
};

const enter = ({ url }: TestApp, language?: Language, width?: number): Promise<Page> =>
  visitWithoutScript({ origin: url }, language, width);

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

for (const language of languages)
  test(`every public page reads completely, and every link on it leads somewhere, in ${language}`, async () => {
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

for (const language of languages)
  test(`screens that are nothing without script say that they need it, in ${language}`, rare, async () => {
    const app = await startTestSite();
    const t = await translatorOf(language);
    const page = await enter(app, language);
    for (const path of [
      paths.login,
      paths.register,
      paths.forgotPassword,
      `${paths.changePassword}?token=none`,
      `${paths.invitation}?token=none`,
      `${paths.emailProof}?token=none`,
      paths.profile,
      paths.cart,
      paths.staff,
    ]) {
      await page.goto(path);
      expect([path, await page.locator('main noscript').innerText()]).toEqual([path, t('common:needs_script')]);
    }
  });

for (const language of languages)
  test(`a night says its name, who plays, what it costs and what it is, in ${language}`, async () => {
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

for (const width of orLast(1440, 390))
  test(`the language changes by its link and stays changed, at ${width} px`, async () => {
    const { app, id } = await openEvent();
    const page = await enter(app, 'en', width);
    await page.goto(paths.event(id));
    await page.getByRole('link', { name: 'ქართული' }).click();
    await page.getByRole('heading', { level: 1, name: EVENT.name }).waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.event(id));
    await page.goto(paths.about);
    expect(await page.locator('html').getAttribute('lang')).toBe('ka');
  });

const forms = [
  ['rentals', 'rental', paths.rentals, { name: 'Nino', email: 'nino@example.com', eventDescription: 'A birthday' }, 'email'],
  [
    'djs',
    'dj',
    paths.djs,
    {
      fullName: 'Ana B',
      stageName: 'DJ Ana',
      socialLink: 'https://social.example/ana',
      musicLink: 'https://music.example/ana',
      motivation: 'Long sets',
    },
    'musicLink',
  ],
] as const;

for (const [screen, kind, path, fields, wrong] of orLast(...forms))
  test(`the form of ${screen} says what is wrong, keeps the rest, and is stored and mailed when it is right [§4.forms]`, async () => {
    const app = await startTestSite();
    for (const language of LANGUAGES) {
      const t = await translatorOf(language);
      const page = await enter(app, language);
      await page.goto(path);
      const submit = page.getByRole('button', { name: t(`pages:${screen}.submit`), exact: true });
      for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(name === wrong ? language : value);
      await submit.click();
      const sentence = t(wrong === 'email' ? 'forms:validation.invalid_email' : 'forms:validation.link_format');
      const way = page.getByRole('alert').getByRole('link');
      expect(await way.allTextContents()).toEqual([sentence]);
      expect(await page.title()).toMatch(new RegExp(`^${t('forms:title_prefix')}`));
      expect(await page.locator(`[name=${wrong}]`).getAttribute('aria-describedby')).toContain(`${wrong}-error`);
      for (const [name, value] of Object.entries(fields))
        expect(await page.locator(`[name=${name}]`).inputValue()).toBe(name === wrong ? language : value);

      await way.click();
      expect(new URL(page.url()).hash).toBe(`#${wrong}`);
      const [first = ''] = Object.keys(fields);
      await page.locator(`[name=${first}]`).fill(`Nino ${language}`);
      await page.locator(`[name=${wrong}]`).fill(Object.entries(fields).find(([name]) => name === wrong)?.[1] ?? '');
      await submit.click();
      await page.getByText(t(`pages:${screen}.sent`)).waitFor();
      await page.reload();
      await page.getByText(t(`pages:${screen}.sent`)).waitFor();
      expect(await page.locator(`[name=${wrong}]`).inputValue()).toBe('');
    }
    const written = (await app.ctx.db.select().from(enquiries)).map(({ body }) => body);
    const [first = ''] = Object.keys(fields);
    expect(written).toEqual(LANGUAGES.map((language) => joinEnquiry<typeof kind>(kind, { ...fields, [first]: `Nino ${language}` })));
    expect(await app.ctx.db.select().from(mails)).toHaveLength(LANGUAGES.length);
  });

test('the result of a form that was sent before the script ran is taken over by the script', rare, async () => {
  const app = await startTestSite();
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1280, allowed: /status of 422/ });
  await page.route(/\/assets\/.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto(paths.rentals, { waitUntil: 'load' });
  await page.locator('[name=name]').fill('Nino');
  await page.unroute(/\/assets\/.*\.js/);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'alert');
  expect(await page.locator('[name=name]').inputValue()).toBe('Nino');
  expect(await page.getByRole('alert').getByRole('listitem').count()).toBe(2);
  await page.locator('[name=email]').fill('nino@example.com');
  await page.locator('[name=eventDescription]').fill('A birthday');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Your message has been sent successfully!').waitFor();
  expect(await page.title()).toBe('Rent the room · Rkali');
  await page.locator(`header a[href="${paths.djs}"]`).first().click();
  await page.getByRole('heading', { level: 1, name: 'Play here' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect((await app.ctx.db.select().from(enquiries)).map(({ body }) => body)).toEqual([
    'Name: Nino||Email: nino@example.com||Event Description: A birthday',
  ]);
});
