import { paths } from '#shared/paths.ts';
import { enter, heading, keeps, EVENT, eventName, openFront, openEvent, see, SOON } from './kept-pages.ts';
import { goOffline } from './network.ts';
import { translatorOf } from './site.ts';
import { expect, test } from './test.ts';

test('a page reached by a link is kept whole for a later visit without a network', async () => {
  const { app, id } = await openEvent();
  const page = await enter(app);
  await see(page, '/', 'en');
  await page
    .locator(`main a[href="${paths.event(id)}"]`)
    .first()
    .click();
  await heading(page, EVENT.nameLat).waitFor();
  await keeps(page, paths.event(id), 'en');
  await page.waitForLoadState('networkidle');
  await goOffline(page);
  await page.goto(paths.event(id));
  await heading(page, EVENT.nameLat).waitFor();
  // The page is hydrated: its script runs.
  await page.locator('output').waitFor();
});

test('the two languages do not mix: each page returns in the language shown last', async () => {
  const { app, id } = await openEvent();
  const page = await enter(app);
  await see(page, paths.event(id), 'en');
  await page.getByRole('link', { name: 'ქართული' }).first().click();
  await heading(page, EVENT.name).waitFor();
  await keeps(page, paths.event(id), 'ka');
  await page.waitForLoadState('networkidle');
  await goOffline(page);
  await page.reload();
  await heading(page, EVENT.name).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('ka');
  await page.goto(`${paths.event(id)}?lang=en`);
  await heading(page, EVENT.nameLat).waitFor();
});

test('a page never seen says that there is no network and which pages were seen', async () => {
  const { app, id } = await openEvent();
  const t = await translatorOf('ka');
  const page = await enter(app, 'ka', 390);
  await see(page, paths.event(id), 'ka');
  await goOffline(page);
  for (const path of [paths.rentals, paths.cart, '/no-such-page']) {
    const answer = await page.goto(path);
    expect([path, answer?.status()]).toEqual([path, 503]);
    await heading(page, t('pages:offline.title')).waitFor();
    await page.getByText(t('errors:network')).waitFor();
  }
  await page.getByRole('main').getByRole('link', { name: eventName.ka }).click();
  await heading(page, eventName.ka).waitFor();

  await page.goto(paths.rentals);
  await goOffline(page, false);
  await page.getByRole('link', { name: t('common:try_again') }).click();
  await heading(page, t('pages:rentals.title')).waitFor();
});

test('a link to an unvisited screen shows the offline message, and continues when the network is back', async () => {
  const { app } = await openEvent();
  const t = await translatorOf('en');
  const page = await enter(app);
  await see(page, '/', 'en');
  await goOffline(page);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('common:nav.rentals') })
    .first()
    .click();
  await page.getByRole('alert').getByText(t('errors:network')).waitFor();
  await goOffline(page, false);
  await heading(page, t('pages:rentals.title')).waitFor();
});

test('with the network back a kept page shows what is new', async () => {
  const { app, id } = await openEvent();
  const page = await enter(app);
  await see(page, paths.event(id), 'en');
  await goOffline(page);
  await page.reload();
  await heading(page, EVENT.nameLat).waitFor();
  await app.deps.database.pool.query(`update events set name_lat = 'Silver Moon' where id = $1`, [id]);
  app.dropCaches();
  await goOffline(page, false);
  await heading(page, 'Silver Moon').waitFor();
});

test('a language whose texts cannot be loaded is not switched to: a message says so, and nothing changes', async () => {
  const { app } = await openEvent();
  const t = await translatorOf('en');
  const page = await enter(app);
  await see(page, paths.terms, 'en');
  await goOffline(page);
  const georgian = page.getByRole('link', { name: 'ქართული' }).first();
  await georgian.click();
  await page.locator('section[aria-live] li').getByText(t('errors:network')).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  expect((await page.context().cookies()).map(({ name, value }) => [name, value])).toEqual([['lang', 'en']]);
  await goOffline(page, false);
  const isGeorgian = async () => {
    await georgian.click();
    return page.evaluate(() => document.documentElement.lang);
  };
  await expect.poll(isGeorgian, SOON).toBe('ka');
});

test('a page that the network is too slow for is shown from the device, which says so until it is fresh', async () => {
  const { app, id } = await openEvent();
  const t = await translatorOf('ka');
  const front = await openFront(app);
  const page = await enter(front, 'ka', 390);
  await see(page, paths.event(id), 'ka');
  await app.deps.database.pool.query(`update events set name = 'ვერცხლის მთვარე', name_lat = 'Silver Moon' where id = $1`, [id]);
  app.dropCaches();
  const letThrough = front.hold();
  await page.reload();
  await heading(page, eventName.ka).waitFor();
  const bar = page.locator('output').getByText(t('common:saved_copy_shown'));
  await bar.waitFor();
  letThrough();
  await heading(page, 'ვერცხლის მთვარე').waitFor();
  await bar.waitFor({ state: 'detached' });
});
