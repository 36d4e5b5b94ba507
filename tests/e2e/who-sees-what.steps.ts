import type { Locator, Page, Request } from 'playwright-core';
import { TRANSLATION_RETRIES, TRANSLATION_RETRY_MS } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import type { TestUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { visit, translatorOf } from './site.ts';
import { expect } from './test.ts';

export const t = await translatorOf('en');

export async function enter(app: TestApp, { allowed = /status of 401/ } = {}): Promise<{ page: Page; calls: Request[] }> {
  const page = await visit({ origin: app.url, folder: '' }, { language: 'en', width: 1440, allowed });
  await page.clock.install({ time: app.clock.now() });
  const calls: Request[] = [];
  page.on('request', (request) => void (new URL(request.url()).pathname.startsWith('/api/') && calls.push(request)));
  return { page, calls };
}

export async function logIn(page: Page, { email, password }: TestUser): Promise<void> {
  await page.goto(paths.login);
  await page.getByLabel(t('accounts:fields.email'), { exact: true }).fill(email);
  await page.getByLabel(t('accounts:fields.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('accounts:login.submit'), exact: true }).click();
  await page.waitForURL(/profile/);
  await page.getByRole('button', { name: t('accounts:profile.logout') }).waitFor();
}

/** Returns the visible internal links in a part of the page, in order. */
const linksIn = (part: Locator): Promise<(string | null)[]> =>
  part
    .locator('a[href^="/"]')
    .filter({ visible: true })
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));

const sections = [paths.allEvents, paths.djs, paths.gallery, paths.rentals, paths.about];
/** About is among the sections. */
const company = [paths.terms];
export const signedIn = [paths.profile, paths.myTickets, paths.cart];

type Create = (ctx: TestApp['ctx']) => Promise<TestUser>;

/** Finds every section, the links of the account and those of the company in the header, and in the menu of a phone. */
export async function seeNavigation(create: Create | undefined, account: readonly string[]): Promise<void> {
  const app = await startTestSite();
  const { page } = await enter(app);
  // The page colours a phone's bar, and the menu that opens in it must not inherit these colours.
  const { id } = await createEvent(app.ctx);
  if (create) await logIn(page, await create(app.ctx));
  await page.goto(paths.home);
  await expect.poll(() => linksIn(page.locator('header'))).toEqual([paths.home, ...sections, ...account, ...company]);
  expect(await linksIn(page.locator('header nav'))).toEqual([...sections, ...account]);
  expect(await linksIn(page.locator('footer'))).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(paths.home);
  await expect.poll(() => linksIn(page.locator('header'))).toEqual([paths.home, ...(create ? [paths.myTickets, paths.cart] : [])]);
  expect(await linksIn(page.locator('footer'))).toEqual(company);
  await page.getByRole('button', { name: t('common:menu'), exact: true }).click();
  const menu = page.getByRole('dialog');
  await menu.waitFor();
  await expect.poll(() => linksIn(menu)).toEqual([...sections, ...account, paths.event(id), ...company]);
  expect(await linksIn(menu.getByRole('navigation'))).toEqual([...sections, ...account]);
  const colourOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).color);
  expect(await colourOf(page.locator('header').filter({ visible: true }))).not.toBe(await colourOf(page.locator('body')));
  expect(await colourOf(menu)).toBe(await colourOf(page.locator('body')));
}

/** Opens the scanner with a profile that has the specification's fields alone. */
export async function enterByPlainProfile(create: Create, isAdmin: boolean): Promise<void> {
  const app = await startTestSite();
  await createEvent(app.ctx);
  const { page } = await enter(app);
  for (const call of ['auth/me', 'users/me'])
    await page.route(`**/api/${call}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), rights: undefined } });
    });
  await logIn(page, await create(app.ctx));
  expect(await page.getByRole('link', { name: t('accounts:profile.scan_qr') }).count()).toBe(isAdmin ? 1 : 0);
  await page.goto(paths.scanner);
  if (isAdmin) await page.getByRole('button', { name: t('door:start') }).waitFor();
  else await page.waitForURL(/profile/);
}

/** Opens an event whose texts the server refuses so many times. */
export async function refuseTexts(refusals: number): Promise<void> {
  const app = await startTestSite();
  const { id } = await createEvent(app.ctx, { nameLat: 'Copper Moon' });
  const { page } = await enter(app, { allowed: /status of 503|No translations/ });
  let attempts = 0;
  await page.route('**/locales/en/events.json*', (route) => {
    attempts += 1;
    return attempts > refusals ? route.continue() : route.fulfill({ status: 503 });
  });
  await page.goto(paths.event(id), { waitUntil: 'commit' });
  const longestWait = TRANSLATION_RETRY_MS * 2 ** TRANSLATION_RETRIES;
  const tries = async (): Promise<number> => {
    await page.clock.fastForward(longestWait);
    return attempts;
  };
  await expect.poll(tries).toBe(TRANSLATION_RETRIES + 1);
  await page.clock.fastForward(10 * longestWait);
  expect(attempts).toBe(TRANSLATION_RETRIES + 1);
  if (refusals === TRANSLATION_RETRIES) await page.getByRole('heading', { name: 'Copper Moon' }).waitFor();
}
