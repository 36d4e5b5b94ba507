import type { Page } from 'playwright-core';
import { paths } from '#shared/paths.ts';
import { openDoors } from './doors.ts';
import { friendsOf } from './friends.ts';
import { houseStatesOf } from './house-states.ts';
import { moreStatesOf } from './more-states.ts';
import { paymentStatesOf, wantTicket } from './payment-states.ts';
import { fillCart, statesOf, untilNextEvents } from './states.ts';
import type { Screen } from './take.ts';
import type { DemoSite } from '#lab/trial/demo-site.ts';

const DESKTOP = 1024;

/** Every screen in the states of the demo content. */
export function screensOf(site: DemoSite): Screen[] {
  const { events, past } = site;
  const event = (name: string, found: { id: number } | undefined): Screen => ({ name, path: paths.event(found?.id ?? 1) });
  const onSale = paths.event(events[1]?.id ?? 1);
  const screens: Screen[] = [
    { name: 'home', path: paths.home, isEverywhere: true },
    { name: 'menu', path: paths.home, below: DESKTOP, isWindow: true, act: openMenu },
    { name: 'events-upcoming', path: paths.events('upcoming'), isEverywhere: true },
    { name: 'events-past', path: paths.events('past') },
    event('event-running', events[0]),
    { ...event('event-on-sale', events[1]), isEverywhere: true },
    event('event-sold-in-part', events[2]),
    event('event-sells-soon', events[3]),
    event('event-no-price', events[4]),
    event('event-over', past[0]),
    { name: 'event-not-found', path: paths.event(999_999), act: untilNextEvents },
    { name: 'door-sale', path: paths.doorSale(events[0]?.id ?? 1), isEverywhere: true },
    { name: 'about', path: paths.about },
    { name: 'rentals', path: paths.rentals },
    { name: 'rentals-errors', path: paths.rentals, act: submit },
    { name: 'djs', path: paths.djs },
    { name: 'gallery', path: paths.gallery },
    { name: 'lightbox', path: paths.gallery, isWindow: true, act: openPicture },
    { name: 'terms', path: paths.terms },
    { name: 'not-found', path: '/nowhere' },
    { name: 'payment-success', path: paths.paymentSuccess, isEverywhere: true },
    { name: 'payment-failure', path: paths.paymentFailure },
    { name: 'login', path: paths.login },
    { name: 'state-login-chosen', path: onSale, leadsToLogin: true, act: wantTicket },
    { name: 'register', path: paths.register, isEverywhere: true },
    { name: 'register-errors', path: paths.register, act: submit },
    { name: 'forgot-password', path: paths.forgotPassword },
    { name: 'change-password', path: `${paths.changePassword}?token=${'a'.repeat(43)}` },
    { name: 'invitation', path: paths.invitation },
    { name: 'cart-empty', path: paths.cart, as: 'guest', act: untilNextEvents },
    { name: 'event-in-cart', path: onSale, as: 'guest', isWindow: true, act: buyTwice },
    { name: 'cart', path: paths.cart, as: 'guest', isEverywhere: true, before: () => fillCart(site) },
    { name: 'profile', path: paths.profile, as: 'guest', isEverywhere: true },
    { name: 'tickets', path: paths.profile, as: 'guest', act: openTickets },
    { name: 'ticket-code', path: paths.profile, as: 'guest', isWindow: true, act: openCode },
    { name: 'scanner', path: paths.scanner, as: 'admin', isWindow: true },
    ...consoleScreens(events[1]?.id ?? 1),
    { name: 'staff-copy', path: '/staff/events?show=past', as: 'admin', from: DESKTOP, isWindow: true, act: openCopy },
    { name: 'staff-doors', path: '/staff/tonight', as: 'admin', act: (page) => showDoors(page, site) },
    { name: 'staff-new-pass', path: '/staff/tonight', as: 'admin', isWindow: true, act: openNewScannerDevice },
    { name: 'staff-pass-code', path: '/staff/tonight', as: 'admin', isWindow: true, act: showPairingCode },
    { name: 'staff-search', path: '/staff/tonight', as: 'admin', isWindow: true, act: openSearch },
    ...statesOf(site),
    ...houseStatesOf(site),
    ...moreStatesOf(site),
    ...paymentStatesOf(site),
    ...friendsOf(site),
  ];
  // A login lasts, so visitors come first, then the guest, then staff.
  return [undefined, 'guest', 'admin'].flatMap((who) => screens.filter(({ as }) => as === who));
}

/** The sections of the staff console, with all tabs of one event. */
function consoleScreens(eventId: number): Screen[] {
  const event = `events/${eventId}`;
  const places = {
    home: '',
    tonight: 'tonight',
    events: 'events',
    event,
    'event-details': `${event}/details`,
    'event-door': `${event}/door`,
    'line-up': `${event}/line-up`,
    'ticket-types': `${event}/tickets`,
    lists: `${event}/guest-lists`,
    announcements: `${event}/announcements`,
    guests: 'guests',
    verification: 'guests/verification',
    'guest-import': 'guests/import',
    orders: 'sales/orders',
    'payments-to-review': 'sales/payments',
    promoters: 'sales/promoters',
    reports: 'sales/reports',
    'reports-of-seasons': 'sales/reports?by=season',
    'reports-of-days': 'sales/reports?by=night',
    pages: 'site/pages',
    gallery: 'site/gallery',
    inbox: 'site/inbox',
    newsletter: 'site/newsletter',
    club: 'settings/club',
    payments: 'settings/payments',
    email: 'settings/email',
    team: 'settings/team',
    security: 'settings/security',
    notifications: 'settings/notifications',
    backups: 'settings/backups',
    activity: 'settings/activity',
    help: 'help',
  };
  return Object.entries(places).map(([name, place]) => ({
    name: `staff-${name}`,
    path: `/staff/${place}`.replace(/\/$/, ''),
    as: 'admin',
  }));
}

/** Copies the event to the next free opening days. */
async function openCopy(page: Page): Promise<void> {
  await page.locator('td button.link').first().click();
  await page.getByRole('dialog').getByRole('button', { name: /^1 / }).first().click();
  await page.getByRole('option', { name: '4', exact: true }).click();
  await page.locator('[role=dialog] fieldset label').nth(3).waitFor();
}

async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('ana');
  await page.getByRole('option').first().waitFor();
}

async function showDoors(page: Page, site: DemoSite): Promise<void> {
  await openDoors(site);
  await page.getByText('Side 1').waitFor();
}

async function openNewScannerDevice(page: Page): Promise<void> {
  await page.locator(':has(> #doors) button').first().click();
  await page.getByRole('dialog').waitFor();
}

async function showPairingCode(page: Page): Promise<void> {
  await openNewScannerDevice(page);
  await page.locator('[role=dialog] button[type=submit]').click();
  await page.locator('[role=dialog] img').waitFor();
}

async function openMenu(page: Page): Promise<void> {
  await page.locator('header [aria-haspopup=dialog]').click();
  await page.getByRole('dialog').waitFor();
}

async function openPicture(page: Page): Promise<void> {
  await page.locator('main ul :is(button, a):has(img)').first().click();
  await page.getByRole('dialog').waitFor();
}

async function submit(page: Page): Promise<void> {
  await page.locator('main form button[type=submit]').last().click();
  await page.locator('[aria-invalid=true]').first().waitFor();
}

async function openTickets(page: Page): Promise<void> {
  await page.locator('button[aria-controls=my-tickets]').click();
  await page.locator('#my-tickets button img').first().waitFor();
}

async function openCode(page: Page): Promise<void> {
  await openTickets(page);
  await page.locator('#my-tickets button:has(img)').first().click();
  await page.getByRole('dialog').waitFor();
}

/** The second purchase is refused with a toast. */
async function buyTwice(page: Page): Promise<void> {
  const button = page.locator('[data-bottom-bar] button').first();
  await button.click();
  await page.locator(`[data-bottom-bar] a[href="${paths.cart}"]`).waitFor();
  await button.click();
  await page.locator('section[aria-live] li').first().waitFor();
}
