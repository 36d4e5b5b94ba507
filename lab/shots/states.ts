import type { Page } from 'playwright-core';
import { demoAdmin, demoGuest, type DemoSite } from '#lab/trial/demo-site.ts';
import { translators } from '#server/platform/translators.ts';
import { createWholeApi } from '#shared/staff-api.ts';
import { paths } from '#shared/paths.ts';
import { createFetchSend } from '#web/lib/fetch-send.ts';
import type { Screen } from './screens.ts';

const HANGING = /\/api\/(Cart\/my-cart|Tickets)/;

/** States of screens that somebody meets, but that no address shows: loading, failures, messages, the focus, verdicts of the door. */
export function statesOf(site: DemoSite): Screen[] {
  const events = site.events.map(({ id }) => paths.event(id));
  return [
    { name: 'state-login-failed', path: paths.login, act: failToLogIn },
    ...events.slice(0, 4).map((path, place): Screen => ({ name: `state-focus-${place + 1}`, path, isWindow: true, act: focusBuying })),
    { name: 'state-forced-colours', path: events[1] ?? paths.home, act: forceColours },
    { name: 'state-sold-out', path: events[3] ?? paths.home, before: () => sellOut(site, site.events[3]?.id ?? 1) },
    { name: 'state-cart-loading', path: paths.cart, as: 'guest', isLoading: true, before: hang },
    { name: 'state-cart-failed', path: paths.cart, as: 'guest', before: (page) => fail(page, '**/api/Cart/my-cart') },
    { name: 'state-cart-terms', path: paths.cart, as: 'guest', before: () => fillCart(site), act: skipTerms },
    { name: 'state-cart-undo', path: paths.cart, as: 'guest', isWindow: true, before: () => fillCart(site), act: removeLine },
    { name: 'state-profile-edit', path: paths.profile, as: 'guest', act: editProfile },
    {
      name: 'state-tickets-failed',
      path: paths.profile,
      as: 'guest',
      before: (page) => fail(page, '**/api/Tickets/my-tickets'),
      act: openTickets,
    },
    ...verdictsOf(site),
  ];
}

/** The scanner's verdicts on numbers that are typed, in the order in which a ticket meets them. */
function verdictsOf(site: DemoSite): Screen[] {
  const own = async () => String((await ticketsOf(site)).find(({ isUsedTicket }) => !isUsedTicket)?.id ?? 1);
  const used = async () => String((await ticketsOf(site)).find(({ isUsedTicket }) => isUsedTicket)?.id ?? 1);
  const scanner = { path: paths.scanner, as: 'admin', isWindow: true } as const;
  return [
    { ...scanner, name: 'state-door-scanning', act: start },
    { ...scanner, name: 'state-door-reject-mode', act: chooseReject },
    { ...scanner, name: 'state-door-typing', act: openTyping },
    { ...scanner, name: 'state-door-other-night', act: async (page) => type(page, await own()) },
    { ...scanner, name: 'state-door-used', act: async (page) => type(page, await used()) },
    { ...scanner, name: 'state-door-unknown', act: (page) => type(page, '4711') },
    { ...scanner, name: 'state-door-no-decision', before: (page) => fail(page, '**/api/QRCode/scan'), act: (page) => type(page, '4711') },
  ];
}

async function ticketsOf({ apiOf, logIn }: DemoSite) {
  return apiOf(await logIn(demoGuest)).tickets.mine();
}

async function fillCart({ apiOf, logIn, events }: DemoSite): Promise<void> {
  const { cart } = apiOf(await logIn(demoGuest));
  if ((await cart.get()).ticketItems.length === 0) await cart.addTicket({ eventId: events[1]?.id ?? 1 });
}

/** Lowers what is offered to what is sold. */
async function sellOut({ origin, logIn }: DemoSite, id: number): Promise<void> {
  const token = await logIn(demoAdmin);
  const send = createFetchSend(origin);
  const { staffReleases } = createWholeApi((request) => send(request, token));
  const { releases } = await staffReleases.list({ id });
  for (const { id: releaseId, sold, held, version, name, nameLat, price, onSaleFrom, onSaleUntil } of releases)
    await staffReleases.change({
      id: releaseId,
      body: { version, name, nameLat, price, onSaleFrom, onSaleUntil, quota: sold + held },
    });
}

/** The visible button with this text, in the page's language. */
async function buttonOf(page: Page, key: 'cart:checkout' | 'door:start' | 'door:type_id' | 'door:scan_again') {
  const isGeorgian = (await page.locator('html').getAttribute('lang')) === 'ka';
  return page.getByRole('button', { name: translators[isGeorgian ? 'ka' : 'en'].t(key) }).filter({ visible: true });
}

async function hang(page: Page): Promise<void> {
  await page.route(HANGING, () => undefined);
}

async function fail(page: Page, address: string): Promise<void> {
  await page.route(address, (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
}

async function failToLogIn(page: Page): Promise<void> {
  await page.locator('input[type=email]').fill('nobody@rkali.example');
  await page.locator('input[type=password]').fill('Wrong-Word-1');
  await page.locator('main form button[type=submit]').click();
  await page.getByRole('alert').waitFor();
}

async function focusBuying(page: Page): Promise<void> {
  await page.locator('article header button').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
}

const forceColours = (page: Page): Promise<void> => page.emulateMedia({ forcedColors: 'active' });

async function skipTerms(page: Page): Promise<void> {
  await (await buttonOf(page, 'cart:checkout')).click();
  await page.locator('[aria-invalid=true]').waitFor();
}

async function removeLine(page: Page): Promise<void> {
  await page.locator('main article button').last().click();
  await page.locator('section[aria-live] li').first().waitFor();
}

async function editProfile(page: Page): Promise<void> {
  await page.locator('section[aria-labelledby=details] button').click();
  await page.locator('#firstName').waitFor();
}

async function openTickets(page: Page): Promise<void> {
  await page.locator('button[aria-controls=my-tickets]').click();
  await page.getByRole('alert').waitFor();
}

async function start(page: Page): Promise<void> {
  await (await buttonOf(page, 'door:start')).click();
  await page.locator('video').waitFor();
}

async function chooseReject(page: Page): Promise<void> {
  await page.getByRole('radio').last().check({ force: true });
}

async function openTyping(page: Page): Promise<void> {
  await (await buttonOf(page, 'door:type_id')).click();
  await page.getByRole('dialog').waitFor();
}

async function type(page: Page, number: string): Promise<void> {
  await openTyping(page);
  await page.locator('dialog input').fill(number);
  await page.locator('dialog button[type=submit]').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await (await buttonOf(page, 'door:scan_again')).waitFor();
}
