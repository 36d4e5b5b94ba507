import type { Page } from 'playwright-core';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { enquiries } from '#server/backoffice/backoffice.table.ts';
import { alerts, mails } from '#server/platform/platform.table.ts';
import { promoCodeRules, createEventWithHidden } from '#tests/factories/promo-codes.ts';
import { complimentary } from '#tests/factories/complimentary.ts';
import { newGuestList } from '#tests/factories/staff-lists.ts';
import { sellOut } from '#tests/factories/sold-out.ts';
import { sell } from '#tests/factories/staff-money.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { chooseFilter, openConsole } from './console.ts';
import { overflowing, smallTargets } from './layout.ts';
import { expect, test, testInEachView } from './test.ts';

const LONG = { firstName: 'კონსტანტინე-ალექსანდრე', lastName: 'მამფორიაშვილი-ჩიქოვანი' };
const WIDTHS = [360, 390, 430];
/** Each of these screens has at least one, except doors and guest lists, which are not tables. */
const TABLES = 19;

/** Creates at least one row with long texts for every list of the console. Returns the addresses of the lists. */
async function fill(app: TestApp): Promise<string[]> {
  const { db, clock } = app.ctx;
  const owner = await createAdmin(app.ctx, LONG);
  const api = app.api(owner.accessToken);
  const { eventId, ticketIds, user, orderId } = await sell(app, { quantity: 2 });
  await api.door.scan({ body: { isReject: false, ticketId: ticketIds[0] ?? 0 } });
  await createUser(app.ctx, { ...LONG, email: 'konstantine-aleksandre.mamporiashvili@longdomain.example', status: 'Pending' });
  await api.guests.changeStatus({
    id: user.id,
    body: { status: 'Check_Later', tellGuest: false, reason: 'No link, and a very long reason for it' },
  });
  await api.staffTicketTypes.give({ id: eventId, body: complimentary });
  const { eventId: listedId } = await newGuestList(app, api);
  const { eventId: codedId, hiddenId: ticketTypeId } = await createEventWithHidden(app.ctx);
  await api.staffPromoCodes.add({
    id: codedId,
    body: { ...promoCodeRules, owner: LONG.lastName, ticketTypeId, code: 'a-code-that-somebody-made-rather-long', count: 1 },
  });
  await api.staffPromoters.add({
    body: { name: LONG.lastName, refCode: 'konstantine-aleksandre-and-friends', perArrival: 3.5, percent: 10 },
  });
  await api.staffAnnouncements.plan({ id: codedId, body: { ...MESSAGE, sendAt: null } });
  const { eventId: fullId } = await sellOut(app, 1);
  const waiter = await createUser(app.ctx, {
    ...LONG,
    email: 'konstantine-aleksandre.waits@longdomain.example',
    emailProvedAt: clock.now(),
  });
  await app.api(waiter.accessToken).waitlist.join({ id: fullId, body: { quantity: 1 } });
  const createdAt = clock.now();
  await db.insert(alerts).values({ kind: 'payment_flagged', subject: 'payment 1', detail: 'The bank has less than the order.', createdAt });
  await db.insert(enquiries).values({
    kind: 'rental',
    body: joinEnquiry('rental', {
      name: LONG.lastName,
      email: 'nino@example.com',
      eventDescription: 'A birthday for eighty people and more',
    }),
    createdAt,
  });
  const mail = { key: 'welcome:1', kind: 'welcome', recipient: 'ana-maria.long-address@longdomain.example', language: 'ka' as const };
  const dead = { messageId: '<1@x>', state: 'dead' as const, attempts: 20, lastError: 'Mailbox full', createdAt, payload: { userId: 1 } };
  await db.insert(mails).values({ ...mail, ...dead });
  return `tonight events events/${eventId}/tickets events/${listedId}/guest-lists events/${codedId}/tickets
    events/${codedId}/announcements events/${fullId}/waitlist guests guests/verification guests/import guests/${user.id} sales/orders sales/orders/${orderId}
    sales/payments sales/reports sales/reports?by=season sales/reports?by=night sales/reports/${eventId} sales/promoters site/newsletter site/inbox settings/email settings/team settings/security settings/activity`
    .split(/\s+/)
    .map((path) => `/staff/${path}`);
}

const MESSAGE = {
  subject: 'კარი ერთი საათით გვიან იღება, რადგან ხმის შემოწმება გაგრძელდა',
  subjectLat: 'Doors open an hour later, because the sound check takes longer',
  body: 'ბოდიში.',
  bodyLat: 'Sorry.',
};

/** Returns lists that scroll sideways, cells that leave their row or are cut off, and dates on two lines. */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.rows')].flatMap((list) => {
      const edge = list.getBoundingClientRect().right + 0.5;
      const cells = [...list.querySelectorAll('td, td *')].filter((cell) => cell.checkVisibility());
      return [
        ...(list.scrollWidth > list.clientWidth ? [`scrolls: ${list.getAttribute('aria-label')}`] : []),
        ...cells
          .filter((cell) => cell.getBoundingClientRect().right > edge && !cell.closest('.sr-only'))
          .map((cell) => `cut: ${cell.textContent}`),
        ...[...list.querySelectorAll('time')]
          .filter((date) => date.getClientRects().length > 1)
          .map((date) => `broken: ${date.textContent}`),
        // An enquiry is cut off on purpose.
        ...cells
          // A box of one pixel holds what only a screen reader meets.
          .filter(
            (cell) => cell.clientHeight > 1 && cell.scrollHeight > cell.clientHeight + 2 && getComputedStyle(cell).overflowY === 'hidden',
          )
          .filter((cell) => !cell.closest('[data-excerpt]'))
          .map((cell) => `cut below: ${cell.textContent}`),
      ];
    }),
  );

testInEachView('every list of the console is whole on a phone', async ({ language }) => {
  const app = await startTestSite();
  const paths = await fill(app);
  const { page } = await openConsole(app, { language, width: 390 });
  let lists = 0;
  for (const path of paths) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      expect.soft([path, width, await clipped(page), await overflowing(page)]).toEqual([path, width, [], []]);
    }
    expect.soft([path, await smallTargets(page)]).toEqual([path, []]);
    lists += await page.getByRole('table').count();
  }
  expect(lists).toBeGreaterThanOrEqual(TABLES);
});

test('the bar at the lower edge leads to what the door needs, and to nothing that a role may not open', async () => {
  const app = await startTestSite();
  await createUser(app.ctx, { status: 'Pending' });
  const { page, t } = await openConsole(app, { width: 390 });
  await page.goto('/staff/');
  const bar = page.getByRole('navigation', { name: t('staff:bar.label') });
  await bar.getByRole('link', { name: t('staff:badges.guests', { count: '1' }) }).click();
  await page.getByRole('heading', { level: 1, name: t('staff:nav.verification') }).waitFor();
  await bar.getByRole('link', { name: t('staff:nav.tonight') }).press('Enter');
  await page.waitForURL(/staff\/tonight/);
  await bar.getByRole('button', { name: t('staff:bar.more') }).press('Enter');
  await page
    .getByRole('dialog')
    .getByRole('link', { name: t('staff:nav.activity') })
    .press('Enter');
  await page.getByRole('heading', { level: 1, name: t('staff:nav.activity') }).waitFor();
  await bar.getByRole('link', { name: t('staff:bar.scan') }).click();
  await page.waitForURL(/QRScan/);

  const editor = await openConsole(app, { width: 390, roles: ['Editor'] });
  await editor.page.goto('/staff/');
  const short = editor.page.getByRole('navigation', { name: t('staff:bar.label') });
  await short.getByRole('button', { name: t('staff:bar.more') }).waitFor();
  expect(await short.getByRole('link').count()).toBe(0);
});

test('a filter of a phone is in the address, and set back with all others', async () => {
  const { page, t } = await openConsole(await startTestSite(), { language: 'ka', width: 390 });
  await page.goto('/staff/sales/orders');
  await page.getByText(t('staff-orders:empty')).waitFor();
  await chooseFilter(page, t('staff:status'), t('staff-orders:payments.states.paid'));
  await page.waitForURL(/state=paid/);
  await page.reload();
  await page.getByRole('button', { name: t('staff-orders:payments.states.paid') }).waitFor();
  await page.getByText(t('staff:no_match')).waitFor();
  await page
    .getByRole('button', { name: t('staff:clear_filters') })
    .first()
    .press('Enter');
  await page.waitForURL(/orders$/);
  await page.getByText(t('staff-orders:empty')).waitFor();
});
