import type { Page } from 'playwright-core';
import { demoAdmin, demoGuest, type DemoSite } from '#lab/trial/demo-site.ts';
import type { Status } from '#shared/constants.ts';
import type { ScanView } from '#shared/door/door.contract.ts';
import { paths } from '#shared/paths.ts';
import { wholeApi } from './links.ts';
import { buttonOf, fillCart, removeLine, textOf, type, verdictScanner } from './states.ts';
import type { Screen } from './take.ts';

const CODE = 'RKALI-FRIENDS';
const CODE_PRICE = 20;
const TICKET_OF_A_MINOR = 30_904_170_012;

/** More states: forms being filled in, every status of a guest, promo codes, and the money pages of the back office. */
export function moreStatesOf(site: DemoSite): Screen[] {
  const status = (name: string, value: Status): Screen => ({
    name: `state-profile-${name}`,
    path: paths.profile,
    as: 'guest',
    before: () => decide(site, value),
  });
  return [
    { name: 'state-password-rules', path: paths.register, isWindow: true, act: typePassword },
    { name: 'state-password-met', path: paths.register, isWindow: true, act: typeGoodPassword },
    { name: 'state-phone-and-birthday', path: paths.register, act: fillAboutYou },
    { name: 'state-cart-two', path: paths.cart, as: 'guest', before: () => fillTwice(site) },
    { name: 'state-cart-two-undo', path: paths.cart, as: 'guest', isWindow: true, before: () => fillTwice(site), act: removeLine },
    { name: 'state-cart-code', path: paths.cart, as: 'guest', before: () => offerCode(site), act: useCode },
    { name: 'state-cart-code-wrong', path: paths.cart, as: 'guest', before: () => fillCart(site), act: (page) => typeCode(page, 'NOBODY') },
    status('pending', 'Pending'),
    status('rejected', 'Rejected'),
    { name: 'state-profile-admin', path: paths.profile, as: 'admin' },
    { name: 'state-tickets-empty', path: paths.profile, as: 'admin', act: openNoTickets },
    { name: 'state-console-menu', path: '/staff', as: 'admin', below: 1024, isWindow: true, act: openConsoleMenu },
    { name: 'state-staff-guest', path: () => addressOfGuest(site), as: 'admin' },
    { name: 'state-staff-order', path: () => addressOfOrder(site), as: 'admin' },
    { name: 'state-staff-refund', path: () => addressOfOrder(site), as: 'admin', isWindow: true, act: openRefund },
    { ...verdictScanner, name: 'state-door-accepted', act: async (page) => type(page, await newTicket(site)) },
    {
      ...verdictScanner,
      name: 'state-door-under-18',
      before: (page) => answerForMinor(page, site),
      act: (page) => type(page, String(TICKET_OF_A_MINOR)),
    },
    { ...verdictScanner, name: 'state-door-rejected', act: async (page) => reject(page, await newTicket(site)) },
  ];
}

async function typePassword(page: Page): Promise<void> {
  await page.locator('input[name=password]').pressSequentially('night1');
  await page.locator('input[name=confirmPassword]').pressSequentially('night2');
  await page.locator('input[name=password]').scrollIntoViewIfNeeded();
}

async function typeGoodPassword(page: Page): Promise<void> {
  await page.locator('input[name=password]').pressSequentially('Night-Train-7');
  await page.locator('input[name=confirmPassword]').pressSequentially('Night-Train-7');
}

/** The system draws the lists of native selects, so no screenshot shows them. */
async function fillAboutYou(page: Page): Promise<void> {
  const fields = page.locator('main form');
  for (const [place, part] of ['12', '04', '1998'].entries()) await fields.locator('input[autocomplete^=bday]').nth(place).fill(part);
  await fields.locator('select[name=country]').selectOption({ index: 1 });
  await fields.locator('select[name=phoneCode]').selectOption('+49 DE');
  await fields.locator('input[name=phoneNumber]').fill('151 2345678');
  await fields.locator('select[name=phoneCode]').focus();
}

async function fillTwice(site: DemoSite): Promise<void> {
  await fillCart(site);
  const { cart } = site.apiOf(await site.logIn(demoGuest));
  const inCart = new Set((await cart.get()).ticketItems.map(({ eventId }) => eventId));
  const other = site.events[2]?.id ?? 1;
  if (!inCart.has(other)) await cart.addTicket({ eventId: other });
}

/** Makes a ticket type that only a promo code sells, once. */
async function offerCode(site: DemoSite): Promise<void> {
  await fillCart(site);
  const id = site.events[1]?.id ?? 1;
  const { staffTicketTypes, staffPromoCodes } = await wholeApi(site, demoAdmin);
  if ((await staffPromoCodes.list({ id })).codes.length > 0) return;
  const body = {
    name: 'მეგობრები',
    nameLat: 'Friends',
    price: CODE_PRICE,
    allocation: 20,
    onSaleFrom: null,
    onSaleUntil: null,
    isHidden: true,
  };
  const { ticketTypes } = await staffTicketTypes.add({ id, body });
  const ticketTypeId = ticketTypes.find(({ nameLat }) => nameLat === body.nameLat)?.id ?? 0;
  const rules = { owner: 'Luka', uses: null, usesPerPerson: null, validFrom: null, validUntil: null };
  await staffPromoCodes.add({ id, body: { ticketTypeId, code: CODE, count: 1, ...rules } });
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.locator('main details summary').last().click();
  await page.locator('input[name=discountCode]').fill(code);
  await page.locator('form:has(input[name=discountCode]) button').click();
  await page.locator('input[name=discountCode][aria-invalid=true], section[aria-live] li').first().waitFor();
}

async function useCode(page: Page): Promise<void> {
  await typeCode(page, CODE);
  await page.getByText(CODE).first().waitFor();
}

/** Gives the demo guest another status; returns the function that restores the previous one. */
async function decide(site: DemoSite, status: Status): Promise<() => Promise<void>> {
  const { guests } = await wholeApi(site, demoAdmin);
  const { id } = await site.apiOf(await site.logIn(demoGuest)).accounts.me();
  const change = (to: Status) => guests.changeStatus({ id, body: { status: to, tellGuest: false } });
  await change(status);
  return async () => void (await change('Verified'));
}

async function openNoTickets(page: Page): Promise<void> {
  await page.locator('button[aria-controls=my-tickets]').click();
  await page.locator('#my-tickets p').first().waitFor();
}

async function openConsoleMenu(page: Page): Promise<void> {
  await page.locator('nav button[aria-haspopup=dialog]').last().click();
  await page.getByRole('dialog').waitFor();
}

async function addressOfGuest(site: DemoSite): Promise<string> {
  const { id } = await site.apiOf(await site.logIn(demoGuest)).accounts.me();
  return `/staff/guests/${id}`;
}

async function addressOfOrder(site: DemoSite): Promise<string> {
  const { staffOrders } = await wholeApi(site, demoAdmin);
  const { items } = await staffOrders.list({ state: 'paid', eventId: site.events[2]?.id ?? 1 });
  return `/staff/sales/orders/${items[0]?.id ?? 1}`;
}

async function openRefund(page: Page): Promise<void> {
  await (await buttonOf(page, 'staff-orders:refund.open')).first().click();
  // The order is a dialog too.
  await page.getByRole('dialog').nth(1).waitFor();
}

/** Returns the number of an unused ticket of the running event. */
async function newTicket(site: DemoSite): Promise<string> {
  const { staffOrders, staffMoney } = await wholeApi(site, demoAdmin);
  const { items } = await staffOrders.list({ state: 'paid', eventId: site.events[0]?.id ?? 1 });
  for (const { id } of items) {
    const { tickets } = await staffMoney.order({ id });
    const unused = tickets.find(({ state, usedAt }) => state === 'valid' && usedAt === null);
    if (unused) return String(unused.id);
  }
  throw new Error('Every ticket of the running event is used.');
}

/**
 * No one under age can register, and only an old ticket transferred by hand could belong to a minor. So the answer is made up, and no scan
 * is stored.
 */
async function answerForMinor(page: Page, { events: [event] }: DemoSite): Promise<void> {
  if (!event) throw new Error('No event runs.');
  const { id: eventId, name: eventName, nameLat: eventNameLat, startDate } = event;
  const answer: ScanView = {
    result: 'accepted',
    reason: 'valid',
    ticket: {
      id: TICKET_OF_A_MINOR,
      eventId,
      eventName,
      eventNameLat,
      startDate,
      ticketTypeName: 'კართან',
      ticketTypeNameLat: 'At the door',
      holderName: '',
      usedAt: null,
    },
    guest: { firstName: 'Nia', lastName: 'Maisuradze', birthdate: '2012-02-02', status: 'Verified' },
  };
  await page.route('**/api/QRCode/scan', (route) => route.fulfill({ json: answer }));
}

async function reject(page: Page, number: string): Promise<void> {
  await page.getByRole('radio').last().check({ force: true });
  await type(page, number);
  await page
    .getByText(await textOf(page, 'door:scan_again'))
    .first()
    .waitFor();
}
