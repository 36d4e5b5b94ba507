import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { translatorOf } from './site.ts';
import { at, enter, heading, isAlive, main, overflow, SATURDAY } from './event-pages.ts';
import { expect, test, testInEachView } from './test.ts';

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
