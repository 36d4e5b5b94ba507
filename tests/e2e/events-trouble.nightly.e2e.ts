import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { translatorOf } from './site.ts';
import { at, enter, heading, isAlive, main, overflow, SATURDAY, FRIDAY } from './event-pages.ts';
import { expect, test, testInEachView } from './test.ts';
import { movesAfter, picturesAfterFonts } from './moves.ts';

const t = await translatorOf('en');

test('each list of the home page fails by itself; what came still shows, and asking again brings the rest [§8.lists]', async () => {
  const app = await startTestSite();
  await createEvent(app.ctx, { ...SATURDAY, nameLat: 'Copper Moon' });
  await createEvent(app.ctx, { startsAt: at('2026-11-13T23:00:00'), nameLat: 'Old Moon' });
  const page = await enter(app, { allowed: /status of 50|ERR_FAILED/ });
  await page.goto(paths.about);
  await page.route('**/api/SoonEvents', (route) => route.abort(), { times: 1 });
  const home = page.getByRole('link', { name: t('common:home_link', { name: 'Rkali' }) }).first();
  await home.click();
  await heading(page, 'Copper Moon').waitFor();
  await main(page)
    .getByText(t('events:list_failed', { message: t('errors:network') }))
    .waitFor();
  await main(page).getByRole('heading', { name: 'Old Moon' }).waitFor();
  await page.getByRole('button', { name: t('common:try_again') }).click();
  await main(page).getByRole('heading', { level: 3, name: 'Copper Moon' }).waitFor();

  await page.goto(paths.about);
  for (const list of ['Events', 'SoonEvents', 'Events/PastEvents*'])
    await page.route(`**/api/${list}`, (route) => route.fulfill({ status: 500, body: 'oh' }), { times: 1 });
  await home.click();
  await main(page)
    .getByText(t('events:list_failed', { message: `${t('errors:server_error')} (500)` }))
    .waitFor();
  await heading(page, 'Rkali').waitFor();
  await page.getByRole('button', { name: t('common:try_again') }).click();
  await heading(page, 'Copper Moon').waitFor();
});

test("a second ticket refused in the specification's words alone is a warning [§5.second-ticket]", async () => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx);
  const { id } = await createEvent(app.ctx, SATURDAY);
  const translator = await translatorOf('ka');
  const page = await enter(app, { language: 'ka', width: 390, allowed: /status of 400/ });
  await page.addInitScript((token) => localStorage.setItem('accessToken', token), guest.accessToken);
  await page.goto(paths.event(id));
  const message = 'You already have a ticket for this event in your cart.';
  await page.route('**/api/Cart/add-ticket*', (route) => route.fulfill({ status: 400, json: { message } }));
  await page.getByRole('button', { name: translator('events:get_ticket') }).click();
  const toasts = page.getByRole('region', { name: translator('common:toasts') });
  await toasts.getByText(translator('errors:ticket_in_cart')).waitFor();
  await main(page).getByText(translator('errors:ticket_in_cart')).waitFor();
  // Only an error may interrupt a screen reader.
  expect(await toasts.getByRole('alert').count()).toBe(0);
});

testInEachView('with nothing in the database every public page is whole', async ({ language }) => {
  const app = await startTestSite();
  const page = await enter(app, { language, width: 320 });
  for (const path of ['/', paths.events('upcoming'), paths.events('past'), paths.paymentSuccess, paths.paymentFailure]) {
    await page.goto(path);
    await isAlive(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect([path, await overflow(page)]).toEqual([path, 0]);
  }
});

const OVERRIDE = '\u202E\u2067';

const HOSTILE = {
  name: 'უსასრულოდგრძელისახელი'.repeat(10).slice(0, 200),
  nameLat: 'Unbreakable'.repeat(19).slice(0, 200),
  description: `${OVERRIDE}<script>alert(1)</script><b>${'ა'.repeat(10_000)}`,
  descriptionLat: `${OVERRIDE}<script>alert(1)</script><img src=x onerror=alert(1)><b>unclosed\nline\njavascript:alert(1) data:text/html,x club@example.com https://a.ge/b_(c).\n${'x'.repeat(10_000)}`,
  lineUps: [
    { floor: 1, artistName: 'Endless'.repeat(43).slice(0, 300), startsAt: SATURDAY.startsAt, isHeadliner: true },
    { floor: 1, artistName: `${OVERRIDE}עברית`, startsAt: at('2026-11-22T01:00:00') },
    { floor: 2, artistName: '\u200B', startsAt: at('2026-11-22T01:00:00') },
    { floor: 2, artistName: '<b>Bold</b> &amp; "quoted"', startsAt: at('2026-11-22T02:00:00') },
  ],
};

testInEachView(
  'nothing of a hostile night runs, leaves its place or makes a page scroll sideways [§2.description]',
  async ({ language }) => {
    const app = await startTestSite();
    const { id } = await createEvent(app.ctx, { ...SATURDAY, ...HOSTILE });
    const nameless = await createEvent(app.ctx, { ...SATURDAY, name: ' ', nameLat: `${OVERRIDE}` });
    await createEvent(app.ctx, { ...FRIDAY, ...HOSTILE, nameLat: `${OVERRIDE}שם ${'long '.repeat(36)}` });
    for (const width of [320, 1024]) {
      const page = await enter(app, { language, width });
      for (const now of [app.clock.now(), at('2026-11-22T03:00:00')]) {
        await page.clock.setFixedTime(now);
        for (const path of ['/', paths.event(id), paths.event(nameless.id), paths.events('upcoming')]) {
          await page.goto(path);
          await isAlive(page);
          expect([path, width, await overflow(page)]).toEqual([path, width, 0]);
        }
      }
      await page.goto(paths.event(nameless.id));
      await heading(page, `#${nameless.id}`).waitFor();
      await page.goto(paths.event(id));
      const hrefs = await page.locator('article p[dir=auto] a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(hrefs).toEqual(language === 'en' ? ['https://a.ge/b_(c)'] : []);
      await main(page).getByText('<script>alert(1)</script>').waitFor();
    }
  },
);

test('a photo that is missing, no picture, from elsewhere or slow leaves the cover or its place [§2.event-photo]', async () => {
  const app = await startTestSite();
  const event = (photoUrl: string) => createEvent(app.ctx, { ...SATURDAY, photoUrl });
  const gone = await event('/media/photos/gone.webp');
  const text = await event('/robots-of-no-kind.txt');
  const foreign = await event('https://elsewhere.example/photo.webp');
  const slow = await event('/media/photos/slow.webp');
  const page = await enter(app, { width: 390, allowed: /status of 404/ });
  await page.route('**/*.txt', (route) => route.fulfill({ contentType: 'text/plain', body: 'not a picture' }));
  const never = Promise.withResolvers<void>();
  await page.route('**/slow.webp', () => never.promise);
  const art = page.locator('header picture img').first();
  const open = await picturesAfterFonts(page, /\/media\/|\.txt$/);
  for (const { id } of [gone, text, foreign]) {
    const fontMoves = await open(paths.event(id));
    await page.waitForFunction((wanted) => {
      const image = document.querySelector<HTMLImageElement>('article picture img');
      return image?.currentSrc.includes(wanted) && image.complete && image.naturalWidth > 0;
    }, `/media/covers/v3/${id}/`);
    expect([id, await movesAfter(page, fontMoves)]).toEqual([id, []]);
  }
  await page.goto(paths.event(slow.id), { waitUntil: 'domcontentloaded' });
  const box = await art.boundingBox();
  expect([box?.width, box?.height]).toEqual([390, 312]);
  await heading(page, 'Night').waitFor();
});

const NO_EVENT: [string, { status: number; contentType?: string; body: string } | undefined, string][] = [
  ['500', { status: 500, body: '{}' }, 'errors:server_error'],
  ['its own words', { status: 500, body: '{"message":"The band is asleep."}' }, 'The band is asleep.'],
  ['something else', { status: 200, contentType: 'text/html', body: '<h1>Hello</h1>' }, 'events:failed.text'],
  ['nothing of an event', { status: 200, body: '{"id":1}' }, 'events:failed.text'],
  ['nothing', undefined, 'errors:network'],
];

test('an event for which the server answers anything else says so and can be asked for again [§2.event-missing §8.event]', async () => {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { ...SATURDAY, nameLat: 'Copper Moon' });
  const page = await enter(app, { allowed: /status of 500|ERR_FAILED|TypeError: This is no event/ });
  for (const [name, answer, key] of NO_EVENT)
    await test.step(`the server answers ${name}`, async () => {
      await page.goto(paths.events('upcoming'));
      await page.route(`**/api/Events/${id}`, (route) => (answer ? route.fulfill(answer) : route.abort()), { times: 1 });
      await main(page).getByRole('link', { name: 'Copper Moon' }).click();
      await heading(page, t('events:failed.title')).waitFor();
      await page
        .getByRole('alert')
        .getByText(key.includes(':') ? t(key) : key)
        .waitFor();
      await page.getByRole('button', { name: t('common:try_again') }).click();
      await heading(page, 'Copper Moon').waitFor();
    });
});

test('a ticket that cannot be added says so in a toast and under the button [§8.add-ticket]', async () => {
  const app = await startTestSite();
  const guest = await createUser(app.ctx);
  const { id } = await createEvent(app.ctx, SATURDAY);
  const page = await enter(app, { width: 390, allowed: /status of 500/ });
  await page.addInitScript((token) => localStorage.setItem('accessToken', token), guest.accessToken);
  await page.goto(paths.event(id));
  await page.route('**/api/Cart/add-ticket*', (route) => route.fulfill({ status: 500, body: '' }));
  const buy = page.getByRole('button', { name: t('events:get_ticket') });
  await buy.click();
  await page
    .getByRole('region', { name: t('common:toasts') })
    .getByText(t('events:add_failed'))
    .waitFor();
  await main(page).getByText(t('events:add_failed')).waitFor();
  await page.unroute('**/api/Cart/add-ticket*');
  await page.route('**/api/Cart/add-ticket*', (route) => route.fulfill({ status: 500, json: { message: 'The till is being counted.' } }));
  await buy.click();
  await page
    .getByRole('region', { name: t('common:toasts') })
    .getByText('The till is being counted.')
    .waitFor();
  await main(page).getByText('The till is being counted.').waitFor();
  await page.unroute('**/api/Cart/add-ticket*');
  await buy.click();
  await page.getByRole('link', { name: t('events:view_cart') }).waitFor();
});
