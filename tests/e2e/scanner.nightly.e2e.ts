import { events } from '#server/content/content.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { button, openEvent, openScanner, typeNumber } from './at-the-door.ts';
import { test, expect } from './test.ts';
import { eq } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { scans } from '#server/door/door.table.ts';
import { createTicket } from '#tests/factories/tickets.ts';

test('the scanner stands at the event that runs, says which, and at another one for as long as somebody chose it', async () => {
  const { app } = await openEvent();
  await createEvent(app.ctx, { nameLat: 'First Night', startsAt: new Date('2026-11-27T23:00:00+04:00') });
  const { page, t } = await openScanner(app);
  const door = page.getByRole('region', { name: t('door:event') });
  await door.getByText('Nulovani').waitFor();
  await button(page, t('door:change_event')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /First Night/ })
    .click();
  await door.getByText('First Night').waitFor();
  await door.getByText(t('door:not_yet')).waitFor();
  await page.reload();
  await door.getByText('First Night').waitFor();
  await app.ctx.db.update(events).set({ state: 'cancelled' });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await door.waitFor({ state: 'detached' });
});

test('pressing Start at an event that is over does not keep the scanner there', async () => {
  const { app } = await openEvent();
  await createEvent(app.ctx, { nameLat: 'Matinee', startsAt: new Date('2026-11-22T07:20:00+04:00') });
  app.clock.set('2026-11-22T07:05:00+04:00');
  const { page, t } = await openScanner(app);
  const door = page.getByRole('region', { name: t('door:event') });
  await door.getByText('Nulovani').waitFor();
  await door.getByText(t('door:is_over')).waitFor();
  await button(page, t('door:start')).click();
  await page.getByText(t('door:point')).waitFor();
  app.clock.set('2026-11-22T07:14:00+04:00');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await door.getByText('Matinee').waitFor();
});

test('a ticket of a cancelled event is red and says so', async () => {
  const { app, ticket } = await openEvent();
  await app.ctx.db.update(events).set({ state: 'cancelled' });
  const { page, t } = await openScanner(app, { allowed: /status of 409/ });
  await typeNumber({ page, t }, ticket.id);
  await page.getByText(t('door:rejected'), { exact: true }).first().waitFor();
  const reason = t('staff-errors:event_cancelled', { event: 'Nulovani', eventDate: 'Saturday, November 21, 2026' });
  await page.getByText(reason, { exact: true }).first().waitFor();
});

test('an answer with nothing but the decision shows the guest as the specification says', async () => {
  const { app, ticket } = await openEvent();
  const { page, t } = await openScanner(app);
  await page.route('**/QRCode/scan', (route) => route.fulfill({ json: { result: 'accepted' } }));
  await typeNumber({ page, t }, ticket.id);
  await page.getByText(t('door:accepted'), { exact: true }).first().waitFor();
});

test('the status of a guest is on the verdict, a rejected one loud, a welcomed one kind', async () => {
  const { app, event, guest, ticket } = await openEvent({ status: 'Rejected' });
  const { page, t } = await openScanner(app, { language: 'ka' });
  const rejected = t('door:status_line', { status: t('door:status.Rejected') });
  await typeNumber({ page, t }, ticket.id);
  await page.getByText(rejected, { exact: true }).first().waitFor();
  expect(await page.locator('[aria-live=assertive]').textContent()).toContain(rejected);
  await app.ctx.db.update(users).set({ status: 'Welcomed_Guest' }).where(eq(users.id, guest.id));
  const second = await createTicket(app.ctx, { userId: guest.id, eventId: event.id });
  await button(page, t('door:scan_again')).click();
  await typeNumber({ page, t }, second.id);
  await page.getByText(t('door:status.Welcomed_Guest'), { exact: true }).waitFor();
});

test('a good ticket of a guest under 18 is amber, says so first, and is accepted all the same', async () => {
  const { app, ticket } = await openEvent({ birthdate: `${new Date().getFullYear() - 14}-01-01` });
  const { page, t } = await openScanner(app);
  await typeNumber({ page, t }, ticket.id);
  const headline = page.locator('.type-display-l');
  await headline.waitFor();
  expect(await headline.textContent()).toBe(t('door:under_18'));
  await page.getByText(t('door:accepted'), { exact: true }).waitFor();
  expect(await page.locator('.paper').evaluate((screen) => getComputedStyle(screen).backgroundColor)).toBe('rgb(255, 176, 0)');
  const spoken = [t('door:under_18'), t('door:accepted'), t('door:check_id')].map((text) => text.replace(/\.$/, '')).join('. ');
  expect(await page.locator('[aria-live=assertive]').textContent()).toContain(`${spoken}. Salome Drift`);
  expect((await app.ctx.db.select().from(scans)).map(({ result }) => result)).toEqual(['accepted']);
});
