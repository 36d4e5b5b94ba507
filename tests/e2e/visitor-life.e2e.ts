import { paths } from '#shared/paths.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestSite } from '#tests/setup/site.ts';
import { expect, test } from './test.ts';
import { enter, sendForm, t } from './visitor-life.steps.ts';

test('the form of rentals keeps its fields when it fails and clears them when it went well [§2.rental-form §4.forms §8.forms]', () =>
  sendForm('rentals'));

test('a second ticket for a night is refused with a warning [§5.second-ticket §8.add-ticket]', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  await page.clock.setFixedTime(app.clock.now());
  const guest = await createUser(app.ctx);
  const { id: eventId } = await createEvent(app.ctx);
  await app.api(guest.accessToken).cart.addTicket({ eventId });
  await page.addInitScript((token) => localStorage.setItem('accessToken', token), guest.accessToken);
  await page.goto(paths.event(eventId));
  await page.getByRole('button', { name: t('events:get_ticket') }).click();
  await page
    .getByRole('region', { name: t('common:toasts') })
    .getByText(t('errors:ticket_in_cart'))
    .waitFor();
  expect((await app.api(guest.accessToken).cart.get()).ticketItems).toHaveLength(1);
});

test('a payment page without an order says what its address says and leads on [§2.payment-links]', async () => {
  const app = await startTestSite();
  const page = await enter(app);
  await page.goto(paths.paymentSuccess);
  await page.getByRole('heading', { level: 1, name: t('orders:title.success') }).waitFor();
  await page.getByText(t('orders:text.success')).waitFor();
  // The user's own tickets are open there.
  expect(await page.getByRole('main').getByRole('link').first().getAttribute('href')).toBe(paths.myTickets);
  await page.goto(paths.paymentFailure);
  await page.getByRole('heading', { level: 1, name: t('orders:title.failure') }).waitFor();
  expect(await page.getByRole('main').getByRole('link').first().getAttribute('href')).toBe(paths.allEvents);
});
