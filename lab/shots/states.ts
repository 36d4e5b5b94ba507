import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { demoAdmin, demoGuest, type DemoSite } from '#lab/trial/demo-site.ts';
import { translators } from '#server/platform/translators.ts';
import { paths } from '#shared/paths.ts';
import type { TicketTypeView } from '#shared/staff/ticket-types.contract.ts';
import { linkOfList, linkOfPromoter, linkOfTicket, wholeApi } from './links.ts';
import type { Screen } from './take.ts';

const POLL_MS = 100;
const HANGING = /\/api\/(Cart\/my-cart|Tickets)/;

/** States of screens that no address shows: loading, failures, messages, focus, verdicts of the door. */
export function statesOf(site: DemoSite): Screen[] {
  const events = site.events.map(({ id }) => paths.event(id));
  const onSale = site.events[2]?.id ?? 1;
  const soldOut = { path: paths.event(onSale), before: () => sellOut(site, onSale) };
  return [
    { name: 'state-login-failed', path: paths.login, act: failToLogIn },
    ...events.slice(0, 4).map((path, place): Screen => ({ name: `state-focus-${place + 1}`, path, isWindow: true, act: focusBuying })),
    { name: 'state-forced-colours', path: events[1] ?? paths.home, act: forceColours },
    { ...soldOut, name: 'state-sold-out', act: (page) => untilWord(page, 'events:sold_out_note') },
    { name: 'state-list-link', path: () => linkOfList(site), isEverywhere: true, act: (page) => untilWord(page, 'lists:add_title') },
    { name: 'state-list-link-dead', path: `${paths.ownList}#nothing`, act: untilNextEvents },
    { name: 'state-promoter', path: () => linkOfPromoter(site), act: (page) => untilWord(page, 'promoters:links') },
    { name: 'state-take-ticket', path: () => linkOfTicket(site), act: (page) => untilWord(page, 'transfers:take.ticketType') },
    { ...soldOut, name: 'state-waiting-list', as: 'guest', act: (page) => untilWord(page, 'waitlist:title') },
    { name: 'state-pass-on', path: paths.profile, as: 'guest', isWindow: true, act: openTransferDialog },
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

export const verdictScanner = { path: paths.scanner, as: 'admin', isWindow: true } as const;

/** The scanner's verdicts on typed numbers, in the order in which a ticket gets them. */
function verdictsOf(site: DemoSite): Screen[] {
  const own = async () => String((await ticketsOf(site)).find(({ isUsedTicket }) => !isUsedTicket)?.id ?? 1);
  const used = async () => String((await ticketsOf(site)).find(({ isUsedTicket }) => isUsedTicket)?.id ?? 1);
  const scanner = verdictScanner;
  return [
    { ...scanner, name: 'state-door-scanning', act: start },
    { ...scanner, name: 'state-door-reject-mode', act: chooseReject },
    { ...scanner, name: 'state-door-scanning-reject', act: scanToReject },
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

/** Puts a ticket into the guest's cart if there is none. */
export async function fillCart({ apiOf, logIn, events }: DemoSite): Promise<void> {
  const { cart } = apiOf(await logIn(demoGuest));
  if ((await cart.get()).ticketItems.length === 0) await cart.addTicket({ eventId: events[1]?.id ?? 1 });
}

/** Lowers the allocation to what is sold; returns the function that restores it. */
async function sellOut(site: DemoSite, id: number): Promise<() => Promise<void>> {
  const { staffTicketTypes } = await wholeApi(site, demoAdmin);
  const offer = async (quotaOf: (ticketType: TicketTypeView) => number) => {
    for (const ticketType of (await staffTicketTypes.list({ id })).ticketTypes) {
      const { id: ticketTypeId, version, name, nameLat, price, onSaleFrom, onSaleUntil } = ticketType;
      const body = { version, name, nameLat, price, onSaleFrom, onSaleUntil, allocation: quotaOf(ticketType) };
      await staffTicketTypes.change({ id: ticketTypeId, body });
    }
  };
  const allocations = new Map(
    (await staffTicketTypes.list({ id })).ticketTypes.map((ticketType) => [ticketType.id, ticketType.allocation]),
  );
  await offer(({ sold, held }) => sold + held);
  const { events } = site.apiOf(null);
  // Public pages are cached until the server processes the change.
  while ((await events.get({ id })).baskets.some(({ available }) => available > 0)) await sleep(POLL_MS);
  return () => offer((ticketType) => allocations.get(ticketType.id) ?? ticketType.allocation);
}

/** Waits until the list of the next events has loaded. */
export const untilNextEvents = (page: Page): Promise<void> => page.locator('section[aria-labelledby=next-events] li').first().waitFor();

type Word =
  | 'orders:to_tickets'
  | 'events:sold_out_note'
  | 'lists:add_title'
  | 'promoters:links'
  | 'transfers:take.ticketType'
  | 'waitlist:title';

/** Waits for a word that only the wanted state shows. */
export async function untilWord(page: Page, key: Word): Promise<void> {
  await page
    .getByText(await textOf(page, key), { exact: true })
    .filter({ visible: true })
    .first()
    .waitFor();
}

export async function textOf(page: Page, key: Word | ButtonKey): Promise<string> {
  const isGeorgian = (await page.locator('html').getAttribute('lang')) === 'ka';
  return translators[isGeorgian ? 'ka' : 'en'].t(key);
}

async function openTransferDialog(page: Page): Promise<void> {
  await page
    .getByText(await textOf(page, 'tickets:transfer'), { exact: true })
    .first()
    .click();
  await page.locator('dialog input').first().waitFor();
}

type ButtonKey =
  | 'events:get_ticket'
  | 'staff-orders:refund.open'
  | 'cart:checkout'
  | 'door:start'
  | 'door:type_id'
  | 'door:scan_again'
  | 'tickets:transfer';

/** Returns the visible button with this text in the page's language. */
export async function buttonOf(page: Page, key: ButtonKey) {
  return page.getByRole('button', { name: await textOf(page, key) }).filter({ visible: true });
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
  await page.locator('[data-bottom-bar] button').first().focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
}

const forceColours = (page: Page): Promise<void> => page.emulateMedia({ forcedColors: 'active' });

async function skipTerms(page: Page): Promise<void> {
  await (await buttonOf(page, 'cart:checkout')).click();
  await page.locator('[aria-invalid=true]').waitFor();
}

export async function removeLine(page: Page): Promise<void> {
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

async function scanToReject(page: Page): Promise<void> {
  await chooseReject(page);
  await start(page);
}

async function openTyping(page: Page): Promise<void> {
  await (await buttonOf(page, 'door:type_id')).click();
  await page.getByRole('dialog').waitFor();
}

export async function type(page: Page, number: string): Promise<void> {
  await openTyping(page);
  await page.locator('dialog input').fill(number);
  await page.locator('dialog button[type=submit]').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await (await buttonOf(page, 'door:scan_again')).waitFor();
}
